import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dateAfter } from '../../../schema/stay-dates'
import { aBooking, post } from '../../support/booking'
import { violatedInvariants } from '../../support/check-invariants'
import { repetitions } from '../../support/repetitions'
import { remembered, reproducible } from '../../support/reproduction'
import { expectStatus, hotelBeforeEach } from '../../support/service'

const hotel = hotelBeforeEach()
const call = remembered(hotel.call)
const ROOMS = [101, 102, 103, 201]
/** Each case of the model has days of its own. */
let caseNo = 0
const day = (n: number) => dateAfter('2027-05-01', 40 * caseNo + n)

interface Holder {
  roomId: number
  arrivalDate: string
  departureDate: string
  reservationId?: number
  closureId?: number
}

/** All pages of GetRoomNights, and how many there are. */
async function roomNights(query: string): Promise<{ holders: Record<string, unknown>[]; pages: number }> {
  const holders = []
  let cursor: string | null = ''
  let pages = 0
  for (; cursor !== null; pages++) {
    const page = await expectStatus(200, call('GET', `/Reservation/GetRoomNights?${query}&cursor=${cursor}`))
    holders.push(...(Array.isArray(page.json.content) ? page.json.content : []))
    cursor = page.headers.get('x-next-cursor')
  }
  return { holders, pages }
}

const someAct = fc.record({
  kind: fc.constantFrom('book', 'close', 'cancel', 'open', 'shorten'),
  room: fc.constantFrom(...ROOMS),
  start: fc.nat(20),
  nights: fc.integer({ min: 1, max: 6 }),
  pick: fc.nat(30),
})

it('it has what holds each room, whole, by room and date, as the bookings and closures that were accepted [RESERVATION-45]', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(someAct, { maxLength: 25 }),
      fc.nat(20),
      fc.integer({ min: 1, max: 10 }),
      (acts, from, length) =>
        reproducible(async () => {
          caseNo++
          const model: Holder[] = []
          const isFree = ({ roomId, arrivalDate, departureDate }: Holder) =>
            model.every(
              other =>
                other.roomId !== roomId || other.arrivalDate >= departureDate || arrivalDate >= other.departureDate,
            )
          for (const { kind, room: roomId, start, nights, pick } of acts) {
            const span = { roomId, arrivalDate: day(start), departureDate: day(start + nights) }
            const chosen = model[pick % Math.max(1, model.length)]
            if (kind === 'book') {
              const answer = await post(call, aBooking({ ...span, roomsBooked: [{ roomID: roomId, guestsInRoom: 2 }] }))
              expect(answer.status).toBe(isFree(span) ? 200 : 409)
              if (answer.status === 200)
                model.push({ ...span, reservationId: Number(answer.headers.get('x-reservation-id')) })
            } else if (kind === 'close') {
              const answer = await call('POST', '/Reservation/CloseRoom', {
                roomID: roomId,
                fromDate: day(start),
                toDate: day(start + nights),
              })
              expect(answer.status).toBe(isFree(span) ? 200 : 409)
              if (answer.status === 200) model.push({ ...span, closureId: answer.json.content.closureId })
            } else if (kind === 'cancel' && chosen?.reservationId) {
              await expectStatus(200, post(call, { bookingID: chosen.reservationId, action: 'cancel' }))
              model.splice(model.indexOf(chosen), 1)
            } else if (chosen?.closureId && (kind === 'open' || kind === 'shorten')) {
              const fromDate = kind === 'open' ? undefined : day(start)
              await expectStatus(200, call('POST', '/Reservation/OpenRoom', { closureId: chosen.closureId, fromDate }))
              if (!fromDate || fromDate <= chosen.arrivalDate) model.splice(model.indexOf(chosen), 1)
              else if (fromDate < chosen.departureDate) chosen.departureDate = fromDate
            }
          }
          const { holders, pages } = await roomNights(`from=${day(from)}&to=${day(from + length)}&pageSize=1`)
          expect(pages).toBe(ROOMS.length)
          const expected = model
            .filter(({ arrivalDate, departureDate }) => arrivalDate < day(from + length) && departureDate > day(from))
            .sort((one, other) => one.roomId - other.roomId || (one.arrivalDate < other.arrivalDate ? -1 : 1))
          expect(
            holders.map(({ roomId, arrivalDate, departureDate, reservationId, closureId }) => ({
              roomId,
              arrivalDate,
              departureDate,
              ...(reservationId ? { reservationId } : { closureId }),
            })),
          ).toEqual(expected)
          expect(await violatedInvariants()).toEqual({})
        }),
    ),
    { numRuns: repetitions(12, 100), seed: 3 },
  ))

it('a stay has its guest, status and version, a closure its reason; a hotel has its own rooms only [RESERVATION-45]', async () => {
  const answer = await post(call, aBooking({ roomsBooked: [{ roomID: 102, guestsInRoom: 2 }] }))
  const reservationId = Number(answer.headers.get('x-reservation-id'))
  await expectStatus(
    200,
    call('POST', '/Reservation/CloseRoom', {
      roomID: 101,
      fromDate: '2027-05-11',
      toDate: '2027-05-12',
      reason: 'Paint',
    }),
  )
  const expected = [
    { roomId: 101, arrivalDate: '2027-05-11', departureDate: '2027-05-12', closureId: 1, reason: 'Paint' },
    {
      roomId: 102,
      arrivalDate: '2027-05-10',
      departureDate: '2027-05-12',
      reservationId,
      reservationNumber: String(10_000_000 + reservationId),
      status: 'Confirmed',
      version: 1,
      guestName: 'Anna Lindqvist',
      guestsInRoom: 2,
    },
  ]
  expect((await roomNights('from=2027-05-11')).holders).toEqual(expected)
  expect((await roomNights('from=2027-05-11&hotelid=H1')).holders).toEqual(expected)
  expect((await roomNights('from=2027-05-11&hotelid=H2')).holders).toEqual([])
  expect((await roomNights('from=2027-05-12')).holders).toEqual([])
})
