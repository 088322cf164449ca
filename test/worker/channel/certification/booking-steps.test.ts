import { beforeEach, describe, expect, it } from 'vitest'
import { nightsOf } from '../../../../schema/stay-dates'
import { post, takenNights } from '../../../support/booking'
import {
  declareChannel,
  getContent,
  plans,
  price,
  property,
  rate,
  rooms,
  updateSuccessfully,
} from '../../../support/channel-message'
import { expectRefusal, expectStatus, hotelBeforeEach } from '../../../support/service'
import { type Calendar, calendarOf } from '../model'
import { FIRST, LAST, ofRooms, openYear, readYear } from './calendar'

/*
 * Six reads and twenty steps of bookings, as many as in the workbook with which STAAH certifies a system. After each step, what is
 * read of reservations, of availability and of the queue must agree.
 */

const hotel = hotelBeforeEach()
beforeEach(async () => {
  await declareChannel(hotel.call)
  await updateSuccessfully(hotel.call, openYear())
})

interface Room {
  roomTypeID: number
  roomid: string
  arrivalDate: string
  departureDate: string
  guests: number
}
interface Read {
  bookingID: string
  reservationCMStatusTypeID: number
  guest: { firstName: string; lastName: string }
  roomInfo: Room[]
  total: number
}

const reservations = async (filter: object = {}): Promise<Read[]> => {
  const { json } = await expectStatus(200, hotel.call('POST', '/CMConnect/GetReservation', filter))
  return Array.isArray(json.content) ? json.content : []
}

describe('a read [CHANNEL-42]', () => {
  beforeEach(() =>
    updateSuccessfully(hotel.call, {
      ...property({ hotelName: 'Casa da Barra', languageCode: 'pt' }),
      ...rooms([{ roomid: 'DBL', guestRoom: { room: { roomid: 'DBL', quantity: '3' } } }]),
      ...plans([{ rateplanid: 'HB', description: { name: 'Half board' } }]),
      ...ofRooms({
        DBL: [{ value: '2027-09-04', roomstosell: '2', ...rate('HB'), ...price({ 2: '131.00' }), minimumstay: '2' }],
      }),
    }),
  )
  const read = () => getContent(hotel.call, 'from=2027-09-03&to=2027-09-05')
  const days = async (field: string) =>
    Object.fromEntries([...(calendarOf(await read()) as Calendar)].map(([day, fields]) => [day, fields[field]]))

  it('of the hotel has its description', async () => {
    const [{ data }] = (await read()).property
    expect(data[0].hotelDescriptiveContents.hotelDescriptiveContent).toMatchObject({
      hotelid: 'H1',
      hotelName: 'Casa da Barra',
      languageCode: 'pt',
    })
  })

  it('of the rooms has each with its type', async () => {
    expect((await read()).rooms).toMatchObject([
      {
        roomTypeId: 10,
        data: [{ sellableProducts: { sellableProduct: [{ roomid: 'DBL', guestRoom: { room: { quantity: '3' } } }] } }],
      },
      { roomTypeId: 20, data: [{ sellableProducts: { sellableProduct: [{ roomid: 'FAM' }] } }] },
    ])
  })

  it('of the plans has each with its rate plan', async () => {
    expect((await read()).ratePlan).toMatchObject([
      { rateID: 1, data: [{ ratePlans: { ratePlan: [{ rateplanid: 'BAR' }] } }] },
      { rateID: 2, data: [{ ratePlans: { ratePlan: [{ rateplanid: 'HB', description: { name: 'Half board' } }] } }] },
    ])
  })

  it('of availability has the rooms of each day', async () => {
    expect(await days('toSell')).toMatchObject({
      'DBL 2027-09-03': '5',
      'DBL 2027-09-04': '2',
      'DBL 2027-09-05': '5',
      'FAM 2027-09-04': '5',
    })
  })

  it('of prices has those of each plan and day', async () => {
    const open = { 1: '81.00', 2: '97.50' }
    expect(await days('prices')).toMatchObject({
      'DBL BAR 2027-09-04': open,
      'DBL HB 2027-09-03': open,
      'DBL HB 2027-09-04': { 2: '131.00' },
      'FAM HB 2027-09-04': open,
    })
  })

  it('of restrictions has those of each plan and day', async () => {
    expect(await days('minimumstay')).toMatchObject({
      'DBL BAR 2027-09-04': '1',
      'DBL HB 2027-09-04': '2',
      'DBL HB 2027-09-05': '1',
    })
  })
})

/** A day of August 2027. */
const day = (number: number) => `2027-08-${String(number).padStart(2, '0')}`
const stay = (from: number, to: number) => ({ arrivalDate: day(from), departureDate: day(to) })
const booked = (roomID: number, guestsInRoom = 2, unitCost = 97.5) => ({
  roomID,
  guestsInRoom,
  rates: [{ rateID: 1, unitCost }],
})
const create = (identity: string, from: number, to: number, roomsBooked: object[]) => ({
  identity,
  ...stay(from, to),
  primaryGuestDetails: { firstName: 'Ines', lastName: 'Moura', email: 'ines@guest.test' },
  roomsBooked,
})
const modify = (identity: string, fields: object) => ({ action: 'modify', identity, ...fields })
const cancel = (identity: string) => ({ action: 'cancel', identity })

/** What a step sends, the messages of the queue that it makes, and what is then read: `type from-to guests`, of each room. */
interface Step {
  title: string
  body: { identity: string }
  queue: string[]
  rooms: string[]
  status?: number
  guest?: object
  total?: number
}

const STEPS: Step[] = [
  {
    ...{ title: 'a room for one night', body: create('s-1', 3, 4, [booked(101)]) },
    ...{ queue: ['New'], rooms: ['10 3-4 2'], total: 97.5 },
  },
  {
    ...{ title: 'a room for several nights', body: create('s-2', 6, 11, [booked(101, 1)]) },
    ...{ queue: ['New'], rooms: ['10 6-11 1'], total: 487.5 },
  },
  {
    ...{ title: 'two rooms of a type', body: create('s-3', 3, 6, [booked(102), booked(103, 1)]) },
    ...{ queue: ['New', 'New'], rooms: ['10 3-6 1', '10 3-6 2'], total: 585 },
  },
  {
    ...{ title: 'rooms of two types', body: create('s-4', 13, 15, [booked(101), booked(201, 4, 180)]) },
    ...{ queue: ['New', 'New'], rooms: ['10 13-15 2', '20 13-15 4'], total: 555 },
  },
  {
    title: 'rooms with other days',
    body: create('s-5', 16, 20, [booked(101), { ...booked(201), ...stay(17, 19) }]),
    ...{ queue: ['New', 'New'], rooms: ['10 16-20 2', '20 17-19 2'], total: 585 },
  },
  {
    ...{ title: 'a later departure', body: modify('s-1', { departureDate: day(5) }) },
    ...{ queue: ['Modified'], rooms: ['10 3-5 2'], status: 2, total: 195 },
  },
  {
    ...{ title: 'an earlier departure', body: modify('s-2', { departureDate: day(9) }) },
    ...{ queue: ['Modified'], rooms: ['10 6-9 1'], status: 2, total: 292.5 },
  },
  {
    ...{ title: 'other days', body: modify('s-2', stay(22, 25)) },
    ...{ queue: ['Modified'], rooms: ['10 22-25 1'], status: 2, total: 292.5 },
  },
  {
    title: 'a room more',
    body: modify('s-2', { roomsBooked: [booked(101, 1), booked(102)] }),
    ...{ queue: ['Modified', 'New'], rooms: ['10 22-25 1', '10 22-25 2'], status: 2, total: 585 },
  },
  {
    ...{ title: 'a room less', body: modify('s-3', { roomsBooked: [booked(103, 1)] }) },
    ...{ queue: ['Cancelled', 'Modified'], rooms: ['10 3-6 1'], status: 2, total: 292.5 },
  },
  {
    ...{ title: 'a room of another type', body: modify('s-1', { roomsBooked: [booked(201, 2, 180)] }) },
    ...{ queue: ['Cancelled', 'New'], rooms: ['20 3-5 2'], status: 2, total: 360 },
  },
  {
    ...{ title: 'more guests', body: modify('s-1', { roomsBooked: [booked(201, 4, 180)] }) },
    ...{ queue: ['Modified'], rooms: ['20 3-5 4'], status: 2, total: 360 },
  },
  {
    title: 'another guest',
    body: modify('s-1', { primaryGuestDetails: { firstName: 'Rui', lastName: 'Sá' } }),
    ...{ queue: ['Modified'], rooms: ['20 3-5 4'], status: 2, guest: { firstName: 'Rui', lastName: 'Sá' } },
  },
  {
    ...{ title: 'another price', body: modify('s-1', { roomsBooked: [booked(201, 4, 150.25)] }) },
    ...{ queue: ['Modified'], rooms: ['20 3-5 4'], status: 2, total: 300.5 },
  },
  {
    ...{ title: 'a note', body: modify('s-4', { reservationSummaryNote: 'Arrives by boat' }) },
    ...{ queue: ['Modified', 'Modified'], rooms: ['10 13-15 2', '20 13-15 4'], status: 2, total: 555 },
  },
  {
    ...{ title: 'a change that is made already', body: modify('s-1', { roomsBooked: [booked(201, 4, 150.25)] }) },
    ...{ queue: [], rooms: ['20 3-5 4'], status: 2, total: 300.5 },
  },
  {
    title: 'a new booking that is made already',
    body: create('s-5', 16, 20, [booked(101), { ...booked(201), ...stay(17, 19) }]),
    ...{ queue: [], rooms: ['10 16-20 2', '20 17-19 2'], total: 585 },
  },
  {
    ...{ title: 'a cancellation', body: cancel('s-5') },
    ...{ queue: ['Cancelled', 'Cancelled'], rooms: ['10 16-20 2', '20 17-19 2'], status: 3, total: 0 },
  },
  {
    ...{ title: 'a cancellation that is made already', body: cancel('s-5') },
    ...{ queue: [], rooms: ['10 16-20 2', '20 17-19 2'], status: 3, total: 0 },
  },
  {
    ...{ title: 'the rooms of a cancelled booking again', body: create('s-6', 16, 20, [booked(101), booked(201)]) },
    ...{ queue: ['New', 'New'], rooms: ['10 16-20 2', '20 16-20 2'], total: 780 },
  },
]

const shown = ({ roomTypeID, arrivalDate, departureDate, guests }: Room) =>
  `${roomTypeID} ${Number(arrivalDate.slice(8))}-${Number(departureDate.slice(8))} ${guests}`

/** The messages that wait, each acknowledged. */
async function acknowledged(): Promise<string[]> {
  const { json } = await expectStatus(200, hotel.call('GET', '/Fetch/GetFetchQueueMessage'))
  const messages: { fetchQueueMessageId: number; statusType: string }[] = json.content.length ? json.content : []
  for (const { fetchQueueMessageId } of messages) {
    const done = { fetchQueueMessageId, status: 'Processed' }
    await expectStatus(200, hotel.call('POST', '/Fetch/UpdateFetchQueueMessage', done))
  }
  return messages.map(({ statusType }) => statusType).sort()
}

/** The rooms to sell of each day, after the bookings that are read: five less one for each booked room. */
async function expectAvailability(title: string) {
  const nights = (await reservations())
    .filter(({ reservationCMStatusTypeID }) => reservationCMStatusTypeID !== 3)
    .flatMap(({ roomInfo }) => roomInfo)
    .flatMap(({ roomid, arrivalDate, departureDate }) =>
      nightsOf(arrivalDate, departureDate).map(night => `${roomid} ${night}`),
    )
  const left = Object.fromEntries(
    [...(await readYear(hotel))].filter(([, { toSell }]) => toSell).map(([key, { toSell }]) => [key, toSell]),
  )
  const taken = Map.groupBy(nights, night => night)
  const expected = Object.keys(left).map(key => [key, String(5 - (taken.get(key)?.length ?? 0))])
  expect(left, title).toEqual(Object.fromEntries(expected))
  expect(await takenNights(), title).toHaveLength(nights.length)
  expect(nights.every(night => night.slice(4) >= FIRST && night.slice(4) <= LAST)).toBe(true)
}

it('twenty steps of bookings agree in reservations, availability and the queue [CHANNEL-42]', async () => {
  expect(STEPS).toHaveLength(20)
  for (const { title, body, queue, rooms, status = 1, guest, total } of STEPS) {
    await expectStatus(200, post(hotel.call, body))
    const [read, ...others] = await reservations({ bookingID: body.identity })
    expect(others, title).toEqual([])
    expect(read?.roomInfo.map(shown).sort(), title).toEqual(rooms)
    expect(read, title).toMatchObject({
      reservationCMStatusTypeID: status,
      ...(guest && { guest }),
      ...(total !== undefined && { total }),
    })
    expect(await acknowledged(), title).toEqual(queue)
    expect(await acknowledged(), title).toEqual([])
    await expectAvailability(title)
  }
  await expectRefusal(
    post(hotel.call, modify('s-5', { primaryGuestDetails: { lastName: 'Sá' } })),
    409,
    'INVALID_TRANSITION',
  )
  await expectAvailability('a change of a cancelled booking')
})
