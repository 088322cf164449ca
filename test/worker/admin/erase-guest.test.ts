import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { readBookingTables } from '../../support/booking'
import {
  calendarPath,
  decodeClaims,
  detailsPath,
  hotelsPath,
  markupPath,
  pagePath,
  stay,
  stayWithLink,
} from '../../support/itinerary'
import { wholeGuest } from '../../support/sample-bodies'
import { admin, expectStatus, resetBeforeEach, rows, send } from '../../support/service'

resetBeforeEach()

const CANARY = 'canary-of-a-guest'

/** All personal data of a booking, each value with a unique word. */
const told = {
  ...stay,
  identity: 'told',
  type: `${CANARY} label`,
  reservationSummaryNote: `${CANARY} summary`,
  arrivalDate: '2027-06-01',
  departureDate: '2027-06-03',
  primaryGuestDetails: {
    ...Object.fromEntries(Object.keys(wholeGuest).map(field => [field, CANARY])),
    email: `${CANARY}@guest.test`,
    country: 'SE',
  },
  roomsBooked: [{ roomID: 101, guestsInRoom: 2, roomNotes: [`${CANARY} room`] }],
  activitiesBooked: [
    { activityID: 2, activityDate: '2027-06-02', participants: 2, activityNotes: [`${CANARY} activity`] },
  ],
  paymentDetails: { paymentAmount: 20, paymentExtID: 'pay-1' },
}

let hotel: Awaited<ReturnType<typeof stayWithLink>>['hotel']
let link: string
let guestId: number

const erase = (customer = 1, id = guestId) => admin('POST', `/customers/${customer}/guests/${id}/erase`)

beforeEach(async () => {
  const { hotel: made } = await stayWithLink()
  hotel = made
  const booked = await expectStatus(200, hotel.call('POST', '/Booking/PostBooking', told))
  const reservationId = Number(booked.headers.get('x-reservation-id'))
  const issued = await expectStatus(200, hotel.call('POST', '/PartnerItinerary/IssueLink', { reservationId }))
  link = issued.json.content.token
  guestId = Number(
    (await rows('SELECT guest_id FROM reservation WHERE reservation_id = ?', reservationId))[0]?.guest_id,
  )
  const [message] = await rows('SELECT message_id FROM fetch_message WHERE guest_id = ?', guestId)
  await expectStatus(
    200,
    hotel.call('POST', '/Fetch/UpdateFetchQueueMessage', {
      fetchQueueMessageId: message?.message_id,
      status: 'Failed',
      notes: `${CANARY} queue`,
    }),
  )
})

/** Every row of every table, as one text each. */
async function everything(): Promise<[string, string][]> {
  const tables = await rows(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  )
  return Promise.all(
    tables.map(
      async ({ name }) => [String(name), JSON.stringify(await rows(`SELECT * FROM "${name}"`))] as [string, string],
    ),
  )
}

const naming = async (words: string) =>
  (await everything()).filter(([, text]) => text.includes(words)).map(([name]) => name)

it('leaves no word of the guest in any table [ADMIN-20]', async () => {
  expect((await naming(CANARY)).sort()).toEqual([
    'activity_booking',
    'fetch_message',
    'guest',
    'reservation',
    'room_stay',
  ])
  await expectStatus(204, erase())
  expect(await naming(CANARY)).toEqual([])
  expect(await rows('SELECT country FROM guest WHERE guest_id = ?', guestId)).toEqual([{ country: '' }])
  expect(await rows('SELECT DISTINCT country FROM fetch_message WHERE guest_id = ?', guestId)).toEqual([
    { country: '' },
  ])
  // The other guest of the hotel is as before.
  expect(await naming('Lindqvist')).toEqual(expect.arrayContaining(['guest', 'fetch_message']))
})

it('leaves the books as they were [ADMIN-20]', async () => {
  const TABLES = [
    'room_night',
    'room_rate',
    'activity_rate',
    'activity_slot',
    'payment',
    'correspondence',
    'idempotency',
  ]
  const before = await readBookingTables()
  const { json: was } = await expectStatus(200, hotel.call('POST', '/Reservation/GetReservations', {}))
  await expectStatus(204, erase())
  const after = await readBookingTables()
  for (const table of TABLES) expect(after[table], table).toEqual(before[table])
  const { json: is } = await expectStatus(200, hotel.call('POST', '/Reservation/GetReservations', {}))
  type Part = { notes: string[] }
  const withoutNotes = (parts: Part[]) => parts.map(({ notes: _, ...part }) => part)
  const plain = ({
    primaryGuest: _,
    notes: __,
    type: ____,
    updatedAt: ___,
    version: _____,
    rooms,
    activities,
    ...books
  }: Reservation) => ({
    ...books,
    rooms: withoutNotes(rooms),
    activities: withoutNotes(activities),
  })
  type Reservation = Record<string, unknown> & { rooms: Part[]; activities: Part[] }
  expect(is.content.map(plain)).toEqual(was.content.map(plain))
  expect(is.content[1].primaryGuest).toMatchObject({ guestId, firstName: '', lastName: '', email: '', phone: '' })
})

it('ends their links, in D1 and at the edges [ADMIN-20]', async () => {
  for (const addressOf of [detailsPath, hotelsPath, markupPath, calendarPath, pagePath])
    await expectStatus(200, send('GET', addressOf(link)))
  await expectStatus(204, erase())
  for (const addressOf of [detailsPath, hotelsPath, markupPath, calendarPath, pagePath])
    await expectStatus(404, send('GET', addressOf(link)))
  await expect.poll(() => env.LINKS.get(`revoked:${decodeClaims(link).jti}`)).toBe('1')
})

it('is a change of the guest’s reservations, which the partner’s list returns', async () => {
  const list = (cursor: string) => hotel.call('GET', `/Reservation/GetReservationsForPartner?cursor=${cursor}`)
  const { headers } = await expectStatus(200, list(''))
  await expectStatus(204, erase())
  const { json } = await expectStatus(200, list(headers.get('x-next-cursor') ?? ''))
  expect(json.content).toMatchObject([{ primaryGuest: { guestId, firstName: '', lastName: '' } }])
})

it('once more changes nothing that is kept of them, and a retry of their booking does not bring them back [ADMIN-20]', async () => {
  await expectStatus(204, erase())
  const kept = await readBookingTables()
  const before = await rows('SELECT * FROM guest')
  await expectStatus(204, erase())
  expect(await readBookingTables()).toEqual(kept)
  await expectStatus(200, hotel.call('POST', '/Booking/PostBooking', told))
  expect(await rows('SELECT * FROM guest')).toEqual(before)
  expect(await naming(CANARY)).toEqual([])
})

it('is written down: when, and whom by id alone [ADMIN-22]', async () => {
  await expectStatus(204, erase())
  const [row] = await rows("SELECT subject, details FROM audit WHERE act = 'guest.erase'")
  expect(row).toEqual({ subject: `1/${guestId}`, details: '{}' })
})

it('a guest that is not there or another customer’s is 404, and nothing is written', async () => {
  await expectStatus(200, admin('PUT', '/customers/2', { name: 'H', currency: 'EUR', timeZone: 'Europe/Lisbon' }))
  const before = await everything()
  const theirs = await expectStatus(404, erase(2))
  const nobodys = await expectStatus(404, erase(1, 999))
  expect(theirs.json).toEqual(nobodys.json)
  expect(await everything()).toEqual(before)
})
