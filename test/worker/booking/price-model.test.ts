import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dateAfter, nightsBetween } from '../../../schema/stay-dates'
import { unlimitedRateLimit, withBindings } from '../../support/bindings'
import { repetitions } from '../../support/repetitions'
import { remembered, reproducible } from '../../support/reproduction'
import { expectStatus, hotelBeforeEach } from '../../support/service'
import { type Dates, type Line, lineOf, linesAt, returned, type SentLine, totalOf } from './price-oracle'

const hotel = hotelBeforeEach()
const service = withBindings({ API_PER_CREDENTIAL: unlimitedRateLimit })
const send = remembered((method, path, body) =>
  service(method, `/api${path}`, body, { authorization: `Bearer ${hotel.token}` }),
)
const call = (path: string, body: object) => send('POST', path, body)

/** Where the guests of a room go when rooms change. */
const OTHER_ROOM: Record<number, number> = { 101: 201, 201: 101, 102: 103, 103: 102 }
const DAY = '2027-05-10'
const MOST_NIGHTS = 7
const someCents = fc.integer({ min: 0, max: 30_000 }).map(cents => cents / 100)
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })

/** A line from a night of the stay, until its departure or the night itself; the positions are cut to the stay. */
const someLine = fc.record({
  first: fc.nat(MOST_NIGHTS - 1),
  length: fc.nat(MOST_NIGHTS),
  hasDates: fc.boolean(),
  nights: sometimes(fc.integer({ min: 1, max: MOST_NIGHTS })),
  unitCost: someCents,
  quantity: sometimes(fc.integer({ min: 1, max: 3 })),
  taxAmount: sometimes(someCents),
  isTaxOverride: sometimes(fc.boolean()),
})
const someStay = fc.record({
  nights: fc.integer({ min: 1, max: MOST_NIGHTS }),
  lines: fc.array(someLine, { maxLength: 5 }),
  /** Another room, which may begin and end within the booking. */
  second: sometimes(fc.record({ late: fc.nat(2), early: fc.nat(2), lines: fc.array(someLine, { maxLength: 2 }) })),
  changes: fc.array(
    fc.record({
      arrival: fc.integer({ min: -4, max: 4 }),
      departure: fc.integer({ min: -4, max: 4 }),
      isMoved: fc.boolean(),
      sendsRooms: fc.constantFrom(false, false, false, true),
    }),
    { minLength: 1, maxLength: 5 },
  ),
})
type Stay = typeof someStay extends fc.Arbitrary<infer S> ? S : never

interface Room extends Dates {
  roomID: number
  lines: Line[]
}
interface Booking extends Dates {
  bookingID: number
  rooms: Room[]
  changes: Stay['changes']
}

function sentLine({ first, length, hasDates, ...line }: Stay['lines'][number], stay: Dates): SentLine {
  if (!hasDates) return line
  const nights = nightsBetween(stay.arrivalDate, stay.departureDate)
  const from = first % nights
  const to = Math.min(from + length, nights)
  return { ...line, fromDate: dateAfter(stay.arrivalDate, from), toDate: dateAfter(stay.arrivalDate, to) }
}

const post = (body: object) => call('/Booking/PostBooking', { bookingParameters: { reservationStatusID: 1 }, ...body })

async function book({ nights, lines, second, changes }: Stay): Promise<Booking> {
  const dates = { arrivalDate: DAY, departureDate: dateAfter(DAY, nights) }
  const inside = second && {
    arrivalDate: dateAfter(DAY, Math.min(second.late, nights - 1)),
    departureDate: dateAfter(DAY, Math.max(nights - second.early, Math.min(second.late, nights - 1) + 1)),
  }
  const stays = [
    { roomID: 101, ...dates, rates: lines.map(line => sentLine(line, dates)) },
    ...(second && inside ? [{ roomID: 102, ...inside, rates: second.lines.map(line => sentLine(line, inside)) }] : []),
  ]
  const roomsBooked = stays.map(stay => ({ ...stay, rates: stay.rates }))
  const { headers, status, text } = await post({ ...dates, primaryGuestDetails: { lastName: 'Silva' }, roomsBooked })
  expect(status, `${text} ${JSON.stringify(roomsBooked)}`).toBe(200)
  const rooms = stays.map(({ rates, ...stay }) => ({
    ...stay,
    lines: rates.map(line => lineOf(line, stay) as Line),
  }))
  return { bookingID: Number(headers.get('x-reservation-id')), ...dates, rooms, changes }
}

/** Sends a change of dates, and returns the booking after it. */
async function change(booking: Booking, { arrival, sendsRooms, ...sent }: Stay['changes'][number]) {
  const departure = sent.isMoved ? arrival : sent.departure
  const isMoved = departure === arrival
  const { bookingID, arrivalDate, departureDate, rooms } = booking
  const after = {
    arrivalDate: dateAfter(arrivalDate, arrival),
    departureDate: dateAfter(departureDate, departure),
  }
  const moved = rooms.map(room => {
    if (sendsRooms) return { ...room, roomID: OTHER_ROOM[room.roomID] as number, ...after }
    if (isMoved) {
      return {
        ...room,
        arrivalDate: dateAfter(room.arrivalDate, arrival),
        departureDate: dateAfter(room.departureDate, arrival),
      }
    }
    return {
      ...room,
      arrivalDate: room.arrivalDate === arrivalDate ? after.arrivalDate : room.arrivalDate,
      departureDate: room.departureDate === departureDate ? after.departureDate : room.departureDate,
    }
  })
  const isRefused = moved.some(
    room =>
      room.arrivalDate < after.arrivalDate ||
      room.departureDate > after.departureDate ||
      room.arrivalDate >= room.departureDate,
  )
  const roomsBooked = moved.map(({ roomID }) => ({ roomID }))
  const { status, text } = await post({ bookingID, ...after, ...(sendsRooms && { roomsBooked }) })
  expect(status, text).toBe(isRefused ? 422 : 200)
  if (isRefused) return booking
  return {
    ...booking,
    ...after,
    rooms: moved.map((room, i) => ({ ...room, lines: linesAt(room.lines, rooms[i] as Room, room) })),
  }
}

const onDay = (date: string) => `${date}T00:00:00`

async function expectPrices(bookings: readonly Booking[]): Promise<void> {
  // biome-ignore lint/suspicious/noExplicitAny: elements of GetReservations
  const found: any[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await expectStatus(
      200,
      call('/Reservation/GetReservations', { pageSize: 100, ...(cursor && { cursor }) }),
    )
    found.push(...page.json.content)
    cursor = page.headers.get('x-next-cursor')
  }
  expect(
    // biome-ignore lint/suspicious/noExplicitAny: an element of GetReservations
    found.map(({ reservationId, total, rooms }: any) => ({
      reservationId,
      total,
      // biome-ignore lint/suspicious/noExplicitAny: a room of it
      rooms: rooms.map(({ roomId, arrivalDate, departureDate, rates }: any) => ({
        roomId,
        arrivalDate,
        departureDate,
        // biome-ignore lint/suspicious/noExplicitAny: a rate line of it
        rates: rates.map(({ rateID, ...line }: any) => line),
      })),
    })),
  ).toEqual(
    bookings.map(({ bookingID, rooms }) => ({
      reservationId: bookingID,
      total: totalOf(rooms.flatMap(({ lines }) => lines)) / 100,
      rooms: rooms.map(({ roomID, arrivalDate, departureDate, lines }) => ({
        roomId: roomID,
        arrivalDate: onDay(arrivalDate),
        departureDate: onDay(departureDate),
        rates: lines.map(returned),
      })),
    })),
  )
}

const runStays = async () => {
  const stays = fc.sample(someStay, { numRuns: repetitions(60, 5_000), seed: 7 })
  let bookings: Booking[] = []
  for (const stay of stays) bookings.push(await book(stay))
  await expectPrices(bookings)
  for (let round = 0; round < 5; round++) {
    const changed: Booking[] = []
    for (const booking of bookings) {
      const next = booking.changes[round]
      changed.push(next ? await change(booking, next) : booking)
    }
    bookings = changed
    await expectPrices(bookings)
  }
}

it(
  'random stays with random lines cost the sum of their nights after each change of dates [BOOKING-50] [BOOKING-52]',
  () => reproducible(runStays),
  300_000,
)
