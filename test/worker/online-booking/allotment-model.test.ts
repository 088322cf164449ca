import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { aBooking, book, post } from '../../support/booking'
import { days, plans, price, rate, rooms, span, updateSuccessfully } from '../../support/channel-message'
import { violatedInvariants } from '../../support/check-invariants'
import { repetitions } from '../../support/repetitions'
import { remembered, reproducible } from '../../support/reproduction'
import { admin, expectStatus, hotelBeforeEach, rows } from '../../support/service'

/*
 * How bookings reduce `roomstosell` when several channel rooms sell one room type, compared with a model. Every room uses the
 * channel room with most rooms left; a room that the channel sold uses that channel room first.
 */

const hotel = hotelBeforeEach()
const call = remembered(hotel.call)
const CHANNEL_ROOMS = ['A', 'B', 'C']
const NIGHTS = ['10', '11']
const DOUBLES = [101, 102, 103, 104, 105, 106, 107, 108]
const STAY = { arrivalDate: '2027-05-10', departureDate: '2027-05-12' }

beforeEach(async () => {
  const more = DOUBLES.slice(3).map(roomId => ({ roomId, roomTypeId: 10, roomName: `Double ${roomId}` }))
  await expectStatus(200, admin('PUT', '/customers/1/setup', { rooms: more }))
})

/** Rooms to sell by channel room and night. */
type Left = Record<string, number>
const cell = (room: string, night: string) => `${room} ${night}`

/** Sells the doubles as channel rooms A, B and C, A the cheapest. */
async function open(left: Left): Promise<void> {
  await updateSuccessfully(call, {
    ...rooms(
      CHANNEL_ROOMS.map(roomid => ({ roomid })),
      { roomTypeId: 10 },
    ),
    ...plans([{ rateplanid: 'P' }], { rateID: 1 }),
    rateAvailability: CHANNEL_ROOMS.flatMap((room, i) =>
      NIGHTS.flatMap(night => {
        const roomstosell = String(left[cell(room, night)])
        const priced = { ...span(night), roomstosell, ...rate('P'), ...price({ 1: `${i + 1}00` }) }
        return days([priced], {}, room).rateAvailability
      }),
    ),
  })
}

const leftNow = async (): Promise<Left> =>
  Object.fromEntries(
    (await rows('SELECT channel_room_id, day, rooms_to_sell FROM room_day')).map(row => [
      cell(String(row.channel_room_id), String(row.day).slice(8)),
      row.rooms_to_sell as number,
    ]),
  )

const sum = (left: Left) => Object.values(left).reduce((total, each) => total + each, 0)

/** Books one room of a night in the model. */
function take(left: Left, night: string, soldAs?: string): void {
  const first = soldAs && (left[cell(soldAs, night)] as number) > 0 ? soldAs : undefined
  const most = CHANNEL_ROOMS.map(room => ({ room, there: left[cell(room, night)] as number })).sort(
    (one, other) => other.there - one.there,
  )[0]
  const room = first ?? (most && most.there > 0 ? most.room : undefined)
  if (room) (left[cell(room, night)] as number) -= 1
}

const takeAll = (left: Left, soldAs?: string) => NIGHTS.forEach(night => void take(left, night, soldAs))

const someLeft = fc
  .tuple(...CHANNEL_ROOMS.flatMap(() => NIGHTS.map(() => fc.integer({ min: 0, max: 4 }))))
  .map(
    (counts): Left =>
      Object.fromEntries(
        CHANNEL_ROOMS.flatMap(room => NIGHTS.map(night => cell(room, night))).map((key, i) => [key, counts[i] ?? 0]),
      ),
  )

/** How many rooms each of several bookings has. */
const someSplit = fc
  .array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 })
  .filter(split => split.reduce((total, each) => total + each, 0) <= DOUBLES.length)

const bookSplit = async (split: readonly number[]) => {
  const free = [...DOUBLES]
  const ids: number[] = []
  for (const size of split) {
    const roomsBooked = free.splice(0, size).map(roomID => ({ roomID }))
    ids.push(await book(call, { ...STAY, roomsBooked }))
  }
  return ids
}

/** Sells a double online. */
const reserve = (dates = STAY) =>
  call('POST', '/OnlineBooking/postreservation', {
    identity: crypto.randomUUID(),
    ...dates,
    roomTypeID: 10,
    primaryGuestDetails: { lastName: 'Okabe' },
  })

const cancel = (bookingID: number) => expectStatus(200, post(call, { bookingID, action: 'cancel' }))

describe('rooms of a type that several channel rooms sell', () => {
  it('each takes one of them, however the rooms are split over bookings, and cancelling all gives all back [ONLINE-8]', async () => {
    await fc.assert(
      fc.asyncProperty(someLeft, someSplit, (left, split) =>
        reproducible(async () => {
          await open(left)
          const model = { ...left }
          for (const _ of split.flatMap(size => Array(size).fill(0))) takeAll(model)
          const ids = await bookSplit(split)
          expect(await leftNow()).toEqual(model)
          for (const id of ids) await cancel(id)
          expect(await leftNow()).toEqual(left)
        }),
      ),
      { numRuns: repetitions(12, 100), seed: 7 },
    )
  })

  it('take what a change adds or leaves out, the channel room that the channel sold first [ONLINE-8]', async () => {
    await fc.assert(
      fc.asyncProperty(someLeft, fc.integer({ min: 1, max: 5 }), (left, size) =>
        reproducible(async () => {
          await open(left)
          const online = await reserve()
          const soldAs = CHANNEL_ROOMS.find(room => NIGHTS.every(night => (left[cell(room, night)] as number) > 0))
          expect(online.status).toBe(soldAs ? 200 : 409)
          if (!soldAs) return
          const model = { ...left }
          takeAll(model, soldAs)
          expect(await leftNow()).toEqual(model)

          const { reservationId: bookingID, roomId } = online.json.content
          const added = DOUBLES.filter(room => room !== roomId).slice(0, size)
          const both = [...added, roomId].map(roomID => ({ roomID }))
          for (const _ of added) takeAll(model)
          await expectStatus(200, post(call, { bookingID, roomsBooked: both }))
          expect(sum(await leftNow())).toBe(sum(model))
          const soldFrom = `SELECT DISTINCT allot_room_id FROM room_night WHERE room_id = ${roomId}`
          expect(await rows(soldFrom)).toEqual([{ allot_room_id: soldAs }])
          await cancel(bookingID)
          expect(await leftNow()).toEqual(left)
        }),
      ),
      { numRuns: repetitions(10, 100), seed: 11 },
    )
  })

  it('take as many when bookings of two rooms come at once, and give back as many [ONLINE-8]', async () => {
    const left = { 'A 10': 3, 'A 11': 1, 'B 10': 2, 'B 11': 2, 'C 10': 0, 'C 11': 4 }
    await open(left)
    const pairs = DOUBLES.flatMap((roomID, i) => (i % 2 ? [] : [[{ roomID }, { roomID: DOUBLES[i + 1] }]]))
    const made = await Promise.all(
      pairs.map(roomsBooked => post(call, aBooking({ ...STAY, roomsBooked: [...roomsBooked] }))),
    )
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    // The night of the 10th had five rooms to sell, that of the 11th seven; eight were booked.
    expect(await leftNow()).toEqual(Object.fromEntries(Object.keys(left).map(key => [key, 0])))
    await Promise.all(made.map(({ headers }) => cancel(Number(headers.get('x-reservation-id')))))
    expect(await leftNow()).toEqual(left)
    expect(await violatedInvariants()).toEqual({})
  })

  it('a stay whose channel room is sold out takes from another that has rooms left [ONLINE-8]', async () => {
    await open({ 'A 10': 1, 'A 11': 0, 'B 10': 0, 'B 11': 2, 'C 10': 0, 'C 11': 0 })
    const night = { arrivalDate: '2027-05-10', departureDate: '2027-05-11' }
    const { json } = await reserve(night)
    await expectStatus(200, post(call, { bookingID: json.content.reservationId, departureDate: '2027-05-12' }))
    expect(await leftNow()).toMatchObject({ 'A 10': 0, 'A 11': 0, 'B 11': 1 })
  })
})

/** Channel room, night and number of the nights that are held; '' is none. */
const heldFrom = () =>
  rows(`SELECT coalesce(allot_room_id, '') || ' ' || substr(night, 9) AS cell, count(*) AS nights
    FROM room_night GROUP BY 1 ORDER BY 1`)

it('guests who are moved to other rooms of the type change no number, also after new numbers [ONLINE-17]', async () => {
  const someRooms = fc.shuffledSubarray(DOUBLES, { minLength: 1, maxLength: 4 })
  const somePush = fc.subarray(CHANNEL_ROOMS.flatMap(room => NIGHTS.map(night => [room, night] as const)))
  await fc.assert(
    fc.asyncProperty(
      someLeft,
      fc.boolean(),
      fc.integer({ min: 1, max: 4 }),
      somePush,
      fc.array(someRooms, { minLength: 2, maxLength: 3 }),
      (left, isSold, size, pushed, moves) =>
        reproducible(async () => {
          await open(left)
          const sold = isSold ? await reserve() : undefined
          const bookingID: number =
            sold?.json.content.reservationId ??
            (await book(call, { ...STAY, roomsBooked: DOUBLES.slice(0, size).map(roomID => ({ roomID })) }))
          for (const [room, night] of pushed) {
            await updateSuccessfully(call, days([{ ...span(night), roomstosell: 3 }], {}, room))
          }
          const { length } = await rows('SELECT 1 FROM room_stay WHERE reservation_id = ?', bookingID)
          const [before, held] = [await leftNow(), await heldFrom()]
          for (const some of moves) {
            const others = DOUBLES.filter(room => !some.includes(room))
            const roomsBooked = [...some, ...others].slice(0, length).map(roomID => ({ roomID }))
            await expectStatus(200, post(call, { bookingID, roomsBooked }))
            expect([await leftNow(), await heldFrom()]).toEqual([before, held])
            expect(await violatedInvariants()).toEqual({})
          }
          await cancel(bookingID)
          const after = { ...before }
          for (const { cell, nights } of held)
            if (String(cell) in after) (after[String(cell)] as number) += Number(nights)
          expect(await leftNow()).toEqual(after)
        }),
    ),
    { numRuns: repetitions(12, 100), seed: 13 },
  )
})

it('an online sale takes from the channel room whose price it paid, and from no other [ONLINE-7]', async () => {
  await open({ 'A 10': 1, 'A 11': 1, 'B 10': 5, 'B 11': 5, 'C 10': 0, 'C 11': 0 })
  const answers = await Promise.all([reserve(), reserve(), reserve()])
  expect(answers.map(({ json }) => json.content.total).sort()).toEqual([200, 400, 400])
  expect(await leftNow()).toMatchObject({ 'A 10': 0, 'A 11': 0, 'B 10': 3, 'B 11': 3 })
})
