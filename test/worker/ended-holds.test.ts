import { expect, it, vi } from 'vitest'
import { brokenDatabase } from '../support/bindings'
import { book, bookedSlots, post, queueMessages, takenNights } from '../support/booking'
import { allotmentByDay, insertChannel } from '../support/channel'
import { violatedInvariants } from '../support/check-invariants'
import { databaseWithInterruptions } from '../support/concurrent-change'
import { eventsOf, readLog } from '../support/events'
import { endHold, runOfMinute } from '../support/holds'
import { repetitions } from '../support/repetitions'
import { expectRefusal, expectStatus, hotelBeforeEach, rows, send } from '../support/service'

/* What becomes of a booking whose hold has ended. */

const { call } = hotelBeforeEach()

const surf = { activityID: 1, activityDate: '2027-05-11', activityStartTime: '10:00', participants: 3 }
const confirm = (bookingID: number) => post(call, { bookingID, bookingParameters: { reservationStatusID: 3 } })
const statuses = async () => (await rows('SELECT status_id FROM reservation ORDER BY 1')).map(row => row.status_id)

/** A stay of one night from a day of May on, which is held. */
const reserve = (day: number, fields: object = {}) =>
  call('POST', '/OnlineBooking/postreservation', {
    identity: `hold-${day}`,
    arrivalDate: `2027-05-${String(day).padStart(2, '0')}`,
    departureDate: `2027-05-${String(day + 1).padStart(2, '0')}`,
    roomTypeID: 10,
    primaryGuestDetails: { firstName: 'Mina', lastName: 'Okabe' },
    holdMinutes: 20,
    ...fields,
  })

it('postreservation holds a room, and returns until when; a repetition has the same response [ONLINE-40] [ONLINE-1]', async () => {
  await insertChannel()
  const made = await expectStatus(200, reserve(10))
  expect(made.json.content).toMatchObject({ reservationId: 1, reservationStatus: 'Tentative' })
  const [row] = await rows(
    'SELECT hold_until, status_id FROM hold JOIN reservation USING (customer_id, reservation_id)',
  )
  expect(row).toEqual({ hold_until: Date.parse(made.json.content.holdUntil), status_id: 2 })
  expect((await expectStatus(200, reserve(10))).text).toBe(made.text)
  await expectStatus(200, confirm(1))
  expect((await expectStatus(200, reserve(10))).text).toBe(made.text)
  const other = await expectStatus(200, reserve(11, { holdMinutes: 0 }))
  expect(other.json.content).toMatchObject({ reservationStatus: 'Confirmed', holdUntil: null })
  for (const holdMinutes of [1_441, -1, 0.5, '20']) {
    await expectRefusal(reserve(12, { holdMinutes }), 422, 'INVALID_FIELD', /^holdMinutes: /)
  }
  expect(await statuses()).toEqual([3, 3])
})

it('the run of the minute cancels what was held long enough, as `cancel` does [BOOKING-104] [EVENT-3]', async () => {
  await insertChannel()
  await expectStatus(200, reserve(10))
  await book(call, { holdMinutes: 20, roomsBooked: [{ roomID: 201 }], activitiesBooked: [surf] })
  const later = { arrivalDate: '2027-06-10', departureDate: '2027-06-11' }
  const kept = await book(call, { ...later, holdMinutes: 20 })
  await endHold(1)
  await endHold(2)
  const events = await eventsOf(call, () => runOfMinute())
  expect(events).toMatchObject(
    [1, 2].map(reservationId => ({
      type: 'reservation.cancelled',
      by: null,
      data: { reservationId, status: 'Cancelled' },
    })),
  )
  expect(await takenNights()).toEqual(['101 2027-06-10'])
  expect(await bookedSlots()).toEqual([])
  expect(await allotmentByDay('2027-05-10', '2027-05-11')).toEqual([3])
  expect((await queueMessages()).slice(3)).toEqual([
    expect.stringMatching(/^Cancelled 10\d 2027-05-10 2027-05-11$/),
    'Cancelled 201 2027-05-10 2027-05-12',
  ])
  expect(await rows('SELECT reservation_id FROM hold')).toEqual([{ reservation_id: kept }])
  expect(await violatedInvariants()).toEqual({})
})

it('the same with no event and no row where `cancel` was asked for before [BOOKING-104]', async () => {
  const id = await book(call, { holdMinutes: 20 })
  const other = await book(call, { holdMinutes: 20, roomsBooked: [{ roomID: 102 }] })
  await expectStatus(200, post(call, { bookingID: id, action: 'cancel' }))
  await endHold(other)
  await runOfMinute()
  const tables = ['reservation', 'fetch_message', 'event'] as const
  for (const table of tables) {
    const [asked, ended] = await Promise.all(
      [id, other].map(each => rows(`SELECT * FROM ${table} WHERE reservation_id = ?`, each)),
    )
    const shapes = [asked, ended].map(list =>
      list?.map(row => [row.status_id, row.version, row.status_type, row.event_type]),
    )
    expect(shapes[1]).toEqual(shapes[0])
  }
  expect(await eventsOf(call, () => runOfMinute())).toEqual([])
})

it('the link stays and says Cancelled, a later payment is recorded, and the end is taken back [BOOKING-106] [ONLINE-40]', async () => {
  await insertChannel()
  const { itineraryUrl } = (await expectStatus(200, reserve(10))).json.content
  await endHold(1)
  await runOfMinute()
  const opened = await send('GET', `/api/public/PartnerItinerary/details/${itineraryUrl.split('/').at(-1)}`)
  expect(opened.json.content.overview).toMatchObject({ reservationStatus: 'Cancelled' })
  await expectRefusal(reserve(10), 409, 'IDENTITY_CONFLICT')
  const paymentDetails = { paymentAmount: 100, paymentExtID: 'pay-1' }
  await expectStatus(200, post(call, { bookingID: 1, action: 'modify', paymentDetails }))
  expect(await rows('SELECT payment_ext_id FROM payment')).toEqual([{ payment_ext_id: 'pay-1' }])
  expect(await statuses()).toEqual([6])
  await expectStatus(200, confirm(1))
  expect(await takenNights()).toHaveLength(1)
})

it('one run cancels 50 of a database, those first whose hold ended first; the next run the others [BOOKING-105]', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  for (let i = 0; i < 60; i++) {
    const rooms = { arrivalDate: `2027-0${1 + (i % 6)}-01`, departureDate: `2027-0${1 + (i % 6)}-02` }
    await book(call, {
      ...rooms,
      roomsBooked: undefined,
      activitiesBooked: [
        { ...surf, activityDate: rooms.arrivalDate, participants: 1, activityStartTime: `${10 + (i % 10)}:0${i % 7}` },
      ],
      holdMinutes: 20,
    })
  }
  await rows('UPDATE hold SET hold_until = reservation_id * 7919 % 61')
  const last = (await rows('SELECT reservation_id FROM hold ORDER BY hold_until LIMIT 10 OFFSET 50')).map(
    row => row.reservation_id,
  )
  await runOfMinute()
  const left = (await rows('SELECT reservation_id FROM hold ORDER BY hold_until')).map(row => row.reservation_id)
  expect(left).toEqual(last)
  await runOfMinute()
  expect(await rows('SELECT * FROM hold')).toEqual([])
  expect(new Set(await statuses())).toEqual(new Set([6]))
  const runs = log.mock.calls.map(([line]) => JSON.parse(line)).filter(({ run }) => run === 'holds')
  expect(runs).toMatchObject([
    { cancelled: 50, left: 0, failed: 0 },
    { cancelled: 10, left: 0, failed: 0 },
  ])
})

it('two runs at once cancel once [BOOKING-105]', async () => {
  const ids = []
  for (const roomID of [101, 102, 103]) ids.push(await book(call, { roomsBooked: [{ roomID }], holdMinutes: 20 }))
  for (const id of ids) await endHold(id)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const events = await eventsOf(call, () => Promise.all([runOfMinute(), runOfMinute()]))
  await runOfMinute()
  expect(events.map(({ type }) => type)).toEqual(ids.map(() => 'reservation.cancelled'))
  expect(await statuses()).toEqual([6, 6, 6])
  expect(await violatedInvariants()).toEqual({})
})

it('one that changes meanwhile stops no other, and is cancelled by the next run [BOOKING-105]', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const ids = [
    await book(call, { holdMinutes: 20 }),
    await book(call, { roomsBooked: [{ roomID: 102 }], holdMinutes: 20 }),
  ]
  await rows('UPDATE hold SET hold_until = reservation_id')
  // The run reads the holds, and the first booking. Then it is changed.
  const { database } = databaseWithInterruptions({
    3: () => expectStatus(200, post(call, { bookingID: ids[0], reservationSummaryNote: 'paid' })),
  })
  await runOfMinute({ DB: database, WEBHOOK_KEYS: '' })
  expect(await statuses()).toEqual([2, 6])
  await runOfMinute()
  expect(await statuses()).toEqual([6, 6])
  expect(errors.mock.calls).toEqual([])
})

it('a database that fails is logged, and holds run without WEBHOOK_KEYS too [BOOKING-104]', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const id = await book(call, { holdMinutes: 20 })
  await endHold(id)
  await runOfMinute({ DB: brokenDatabase, WEBHOOK_KEYS: '' })
  expect(errors.mock.calls.map(([line]) => JSON.parse(line))).toMatchObject([
    { id: 'holds', fault: 'DatabaseUnavailable' },
  ])
  await runOfMinute({ WEBHOOK_KEYS: '' })
  expect(await statuses()).toEqual([6])
})

it('a hold of a read-only customer waits; one that release 1.1.0 left is deleted [BOOKING-104]', async () => {
  const [held, confirmed] = [
    await book(call, { holdMinutes: 20 }),
    await book(call, { roomsBooked: [{ roomID: 102 }] }),
  ]
  await rows('INSERT INTO hold VALUES (1, ?, 1)', confirmed)
  await endHold(held)
  await rows("UPDATE tenancy SET tenancy_state = 'leaving' WHERE customer_id = 1")
  await runOfMinute()
  expect(await rows('SELECT * FROM hold')).toHaveLength(2)
  await rows("UPDATE tenancy SET tenancy_state = 'serving' WHERE customer_id = 1")
  await runOfMinute()
  expect(await rows('SELECT * FROM hold')).toEqual([])
  expect(await statuses()).toEqual([3, 6])
})

it('a hold that ends while it is confirmed: it is confirmed, or cancelled, and never both [BOOKING-102] [BOOKING-105]', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await insertChannel({ roomsToSell: 1 })
  let confirmed = 0
  const tries = repetitions(20, 1_000)
  for (let i = 0; i < tries; i++) {
    const day = 1 + (i % 28)
    const { json } = await expectStatus(200, reserve(day, { identity: `try-${i}` }))
    const id = json.content.reservationId
    // Around the moment at which the confirmation is written.
    const end = await endHold(id, (i % 13) * 8 - 20)
    const [answer] = await Promise.all([confirm(id), runOfMinute(), runOfMinute()])
    expect([200, 409]).toContain(answer.status)
    while ((await rows('SELECT * FROM hold')).length) await runOfMinute()
    const isConfirmed = answer.status === 200
    const [after] = await rows(
      'SELECT status_id, updated_at >= ? AS late FROM reservation WHERE reservation_id = ?',
      end,
      id,
    )
    expect({ i, after }).toEqual({ i, after: isConfirmed ? { status_id: 3, late: 0 } : { status_id: 6, late: 1 } })
    const from = `2027-05-${String(day).padStart(2, '0')}`
    expect(await rows('SELECT reservation_id FROM room_night WHERE night = ?', from)).toEqual(
      isConfirmed ? [{ reservation_id: id }] : [],
    )
    expect(await rows('SELECT rooms_to_sell FROM room_day WHERE day = ?', from)).toEqual([
      { rooms_to_sell: isConfirmed ? 0 : 1 },
    ])
    if (isConfirmed) await expectStatus(200, post(call, { bookingID: id, action: 'cancel' }))
    confirmed += Number(isConfirmed)
  }
  expect(confirmed).toBeGreaterThan(0)
  expect(confirmed).toBeLessThan(tries)
  const told = (await readLog(call)).filter(({ type }) => type === 'reservation.cancelled')
  expect(told).toHaveLength(tries)
  expect(await violatedInvariants()).toEqual({})
}, 300_000)
