import { bookingsAround, closureAround } from '../../demo/bookings.ts'
import { setup } from '../../demo/hotel.ts'
import type { Booking } from '../../demo/stay.ts'
import { CommandError } from '../../tooling/command/command-error.ts'
import type { Service } from '../../tooling/command/service.ts'
import type { DemoState } from './demo-state.ts'

/** The room or activity that a refusal names as taken: its list and its index. */
const TAKEN_PART = /^(roomsBooked|activitiesBooked)\[(\d+)\]/

/** A reservation as CMConnect/GetReservation returns it. The times show whether it was changed. */
interface StoredReservation {
  reservationId: number
  createdAt: string
  updatedAt: string
}

/**
 * Moves the demo's bookings to the days around `today`, so that a later start shows a stay in progress. A booking that a user
 * changed stays as it is; if it is the shown one, the guest gets another booking.
 */
export async function moveDemoTo(
  today: string,
  {
    service,
    bearer,
    memory,
    note,
  }: { service: Service; bearer: string; memory: DemoState; note: (news: DemoState) => void },
): Promise<void> {
  const [shown, ...others] = bookingsAround(today) as [Booking, ...Booking[]]
  if (!(await move(shown, String(memory.reservationId)))) {
    const reservationId = await post(service, bearer, asNewBooking(today, shown))
    // If no room is free, the page of the earlier stay is shown.
    if (reservationId) note({ reservationId, linkToken: undefined })
  }
  for (const booking of others) {
    // A completed, cancelled or no-show booking keeps its dates.
    const isMoved = !booking.afterwards && (await move(booking, booking.identity))
    // Its hold has ended, or a user has confirmed it.
    if (booking.holdMinutes && !isMoved) await post(service, bearer, asNewBooking(today, booking))
  }
  // Refused while an earlier closure lasts, or if a user has booked the room.
  await service.request('POST', '/api/Reservation/CloseRoom', closureAround(today), bearer)
  note({ day: today })

  /** Whether the booking was moved to today. It is found by id, number or identity. */
  async function move({ identity, ...booking }: Booking, bookingID: string): Promise<boolean> {
    const stored = await find(bookingID)
    if (!stored || !isUnchanged(stored)) return false
    const { reservationId } = stored
    note({ moving: reservationId })
    const { arrivalDate, departureDate, roomsBooked, activitiesBooked } = booking
    const change = { arrivalDate, departureDate, roomsBooked, activitiesBooked }
    const moved = await post(service, bearer, {
      bookingID: reservationId,
      identity: `${identity}-${today}`,
      action: 'modify',
      ...change,
    })
    const updatedAt = (await find(String(reservationId)))?.updatedAt ?? ''
    note({ moving: undefined, ...(moved && { moved: { ...memory.moved, [reservationId]: updatedAt } }) })
    return moved !== undefined
  }

  async function find(bookingID: string): Promise<StoredReservation | undefined> {
    const { json } = await service.requestOk('POST', '/api/CMConnect/GetReservation', { bookingID }, bearer)
    return Array.isArray(json.content) ? json.content[0] : undefined
  }

  /** Whether only this script has changed the reservation. */
  function isUnchanged({ reservationId, createdAt, updatedAt }: StoredReservation): boolean {
    // A start that was killed during a move has not stored the time of the change.
    return memory.moving === reservationId || updatedAt === (memory.moved?.[reservationId] ?? createdAt)
  }
}

/** A copy of the booking with another identity and payment id. */
function asNewBooking(today: string, { identity, paymentDetails, ...booking }: Booking): object {
  return {
    ...booking,
    identity: `${identity}-new-${today}`,
    ...(paymentDetails && {
      paymentDetails: { ...paymentDetails, paymentExtID: `${paymentDetails.paymentExtID}-${today}` },
    }),
  }
}

/**
 * Posts a booking and returns its id. A taken room is replaced by another of its type, and a full activity is left out. Returns
 * undefined if the booking is not possible.
 */
async function post(service: Service, bearer: string, booking: object): Promise<number | undefined> {
  const body = structuredClone(booking) as Pick<Booking, 'roomsBooked' | 'activitiesBooked'>
  const tried = new Set(body.roomsBooked?.map(({ roomID }) => roomID))
  for (;;) {
    const { status, headers, json } = await service.request('POST', '/api/Booking/PostBooking', body, bearer)
    if (status === 200) return Number(headers.get('x-reservation-id'))
    if (status >= 500) throw new CommandError(`PostBooking answered ${status}`)
    const [, list, index] = TAKEN_PART.exec(json?.errors?.[0]?.description ?? '') ?? []
    if (status !== 409 || !list) return undefined
    if (list === 'activitiesBooked') {
      body.activitiesBooked?.splice(Number(index), 1)
      continue
    }
    const room = body.roomsBooked?.[Number(index)]
    const typeOf = (id: number) => setup.rooms.find(({ roomId }) => roomId === id)?.roomTypeId
    const other = setup.rooms.find(({ roomId }) => !tried.has(roomId) && typeOf(roomId) === typeOf(room?.roomID ?? 0))
    if (!room || !other) return undefined
    room.roomID = other.roomId
    tried.add(other.roomId)
  }
}
