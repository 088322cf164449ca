import { localError } from '../../errors.ts'
import type { Innlet } from '../../innlet.ts'
import type { Reservation } from '../../types.ts'
import { personName } from '../names.ts'
import { short } from './rows.ts'

/** A reservation by its id. */
export async function reservationOf(innlet: Innlet, reservationID: number): Promise<Reservation> {
  for await (const reservation of innlet.reservation.find({ reservationID })) return reservation
  throw localError('NOT_FOUND', `reservationId: there is no reservation ${reservationID}`)
}

/** Rooms that a row names. */
const MAX_ROOMS = 10

const roomsOf = (names: readonly string[]) =>
  names.length > MAX_ROOMS ? [...names.slice(0, MAX_ROOMS), `and ${names.length - MAX_ROOMS} more`] : [...names]

/** The row of a reservation. */
export const summaryOf = ({
  reservationId,
  reservationNumber,
  reservationStatus,
  primaryGuest,
  ...rest
}: Reservation) => ({
  reservationId,
  reservationNumber,
  reservationStatus,
  guest: personName(short(primaryGuest.firstName, 100), short(primaryGuest.lastName, 100)),
  arrivalDate: rest.arrivalDate,
  departureDate: rest.departureDate,
  rooms: roomsOf(rest.rooms.map(({ roomNo, roomName }) => short(roomNo || roomName, 40))),
  total: rest.total,
  balance: rest.balance,
  currency: rest.currency,
})

/** A reservation by its number and the name of its guest, which is quoted. */
export const nameOf = (reservation: Reservation) =>
  `reservation ${reservation.reservationNumber} of ${JSON.stringify(summaryOf(reservation).guest)}`

/** The statuses to which an end can be taken back. */
const BACK: Partial<Record<Reservation['reservationStatus'], readonly string[]>> = {
  CheckedOut: ['InHouse'],
  Cancelled: ['Tentative', 'Confirmed'],
  NoShow: ['Confirmed', 'InHouse'],
}

/** A reservation that has ended takes only notes and payments, unless its end is taken back to a status. */
export function refuseEnded({ reservationNumber, reservationStatus }: Reservation, to?: string): void {
  const back = BACK[reservationStatus]
  if (back && !(to && back.includes(to)))
    throw localError(
      'INVALID_TRANSITION',
      `Reservation ${reservationNumber} is ${reservationStatus}: it takes only notes and payments, or the status ${back.join(' or ')}`,
    )
}

/** A reservation that ended without a stay takes no sales: nobody was there. */
export function refuseUnused({ reservationNumber, reservationStatus }: Reservation): void {
  if (reservationStatus === 'Cancelled' || reservationStatus === 'NoShow')
    throw localError(
      'INVALID_TRANSITION',
      `Reservation ${reservationNumber} is ${reservationStatus}: it takes no sales`,
    )
}
