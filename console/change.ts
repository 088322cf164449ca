import { collect } from '../client/pages.ts'
import type { Booking, Event, Reservation } from '../client/types.ts'
import { STATUS, type StatusName } from '../schema/wire/reservation-status.ts'
import type { Desk } from './desk.ts'
import { dateIn, moment } from './format.ts'
import { words } from './words.ts'

/* Changes of a booking. Each names the version on which the person decided it. */

/** The identity of a body. */
export type KeyOf = (body: unknown) => string

/** Changes a booking, and reads what has changed. Rejects with 409 `VERSION_CONFLICT` if others have changed it meanwhile. */
export async function changeBooking(desk: Desk, reservation: Reservation, change: Booking, key: KeyOf): Promise<void> {
  const { reservationId, version } = reservation
  const body: Booking = { action: 'modify', ...change, bookingID: reservationId, expectedVersion: version }
  await desk.innlet.booking.post(body, { idempotencyKey: key(body) })
  await desk.look()
}

/** The change to a status. A stay that ends early is shortened with it, so that its nights are free again. */
export function statusChange(status: StatusName, reservation: Reservation, today: string): Booking {
  const bookingParameters = { reservationStatusID: STATUS[status] }
  const isEarly =
    status === 'CheckedOut' && dateIn(reservation.arrivalDate) < today && dateIn(reservation.departureDate) > today
  return isEarly ? { bookingParameters, departureDate: today } : { bookingParameters }
}

/** One reservation with all its data. */
export async function readReservation({ innlet }: Desk, reservationID: number): Promise<Reservation | undefined> {
  const [reservation] = await collect(innlet.reservation.find({ reservationID }))
  return reservation
}

/** The history of a reservation, the newest first. */
export async function historyOf({ innlet }: Desk, reservationId: number): Promise<Event[]> {
  return (await collect(innlet.events.list({ reservationId, pageSize: 200 }))).reverse()
}

/** What others did since a reservation was read: a sentence for each event. */
export async function changesSince(desk: Desk, { reservationId, updatedAt }: Reservation): Promise<string[]> {
  const events = await historyOf(desk, reservationId)
  return events.filter(({ timestamp }) => timestamp > updatedAt).map(event => eventText(event, desk))
}

/** Who made a change, in words. */
export function authorOf({ by }: Event, { session }: Desk): string {
  if (by === null) return words.authors.service
  const [kind, id = ''] = by.split(':')
  if (kind === 'person') {
    if (Number(id) === session.author?.personId) return words.authors.you
    // A desk knows the names of those who work there.
    return session.names.find(({ personId }) => personId === Number(id))?.name ?? words.authors.person(id)
  }
  return by === 'admin' ? words.authors.admin : words.authors.application(by)
}

/** What an event was: `dates, rooms`. */
export function eventWords(event: Event): string {
  const name = words.events[event.type]
  if (event.type !== 'reservation.modified') return name ?? event.type
  const { changed, status } = event.data
  const parts = changed.map(part => (part === 'status' ? words.status[status] : words.parts[part]))
  return parts.join(', ') || words.parts.other
}

const eventText = (event: Event, desk: Desk) =>
  `${moment(event.timestamp)} · ${authorOf(event, desk)}: ${eventWords(event)}`
