import { and, eq, sql } from 'drizzle-orm'
import { activityBooking } from '../../../schema/tables/activity-booking'
import { fetchMessage } from '../../../schema/tables/fetch-queue'
import { guest } from '../../../schema/tables/guest'
import { itineraryLink } from '../../../schema/tables/itinerary-link'
import { reservation } from '../../../schema/tables/reservation'
import { roomStay } from '../../../schema/tables/stay'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import { type AuditEntry, writeAudit } from '../audit/audit'
import type { EndedLink } from '../itinerary/link'
import { changeReservation } from '../reservation/change'

/** What names or reaches a person, in the columns that a guest and a queue message have alike. */
const EMPTY_CONTACT = { firstName: '', lastName: '', email: '', phone: '', country: '' }

/**
 * Empties everything that is known of a person, and ends their links: the guest's own row, what the queue was told of them,
 * and what was written in free words about their stays. Amounts, nights, numbers and the caller's references stay, so that
 * the books still agree. A reservation that lost anything counts as changed: a writer that read it before is refused as stale and cannot
 * bring the person back, and whoever follows the changes learns of it.
 *
 * Reservations by guest and messages by reservation have no index of their own: the customer's are read through. That is
 * rare, and an index would be written with every booking.
 *
 * Undefined: there is no such guest of this customer, and nothing is written.
 */
export async function eraseGuest(
  db: Database,
  scope: Scope,
  guestId: number,
  act: AuditEntry,
): Promise<{ dead: EndedLink[] } | undefined> {
  const [[known], stays] = await db.batch([
    build
      .select({ guestId: guest.guestId })
      .from(guest)
      .where(and(eq(guest.customerId, scope.customer), eq(guest.guestId, guestId))),
    build
      .select({ reservationId: reservation.reservationId })
      .from(reservation)
      .where(and(eq(reservation.customerId, scope.customer), eq(reservation.guestId, guestId))),
  ])
  if (!known) return undefined
  const [, ...written] = await db.batch([
    writeAudit(act),
    ...stays.flatMap(({ reservationId }) => eraseReservation(scope, guestId, reservationId)),
    build
      .update(guest)
      .set({ ...EMPTY_CONTACT, company: '', address1: '', address2: '', city: '', state: '', zip: '' })
      .where(and(eq(guest.customerId, scope.customer), eq(guest.guestId, guestId))),
  ])
  return { dead: (written as unknown[]).flatMap(rows => (Array.isArray(rows) ? (rows as EndedLink[]) : [])) }
}

/** Only the link's statement answers with rows: the link that is dead from now on. */
function eraseReservation(scope: Scope, guestId: number, reservationId: number) {
  const ofReservation = (
    table: typeof reservation | typeof roomStay | typeof activityBooking | typeof fetchMessage | typeof itineraryLink,
  ) => and(eq(table.customerId, scope.customer), eq(table.reservationId, reservationId))
  return changeReservation(
    scope,
    sql`${reservationId}`,
    { kind: 'erased' },
    {
      row: columns =>
        build
          .update(reservation)
          .set({ label: '', summaryNote: '', ...columns })
          .where(and(ofReservation(reservation), hasPersonalData(scope, guestId, reservationId))),
      late: [
        build.update(roomStay).set({ roomNotes: [] }).where(ofReservation(roomStay)),
        build.update(activityBooking).set({ activityNotes: [] }).where(ofReservation(activityBooking)),
        build
          .update(fetchMessage)
          .set({ ...EMPTY_CONTACT, messageNotes: '' })
          .where(ofReservation(fetchMessage)),
        build
          .delete(itineraryLink)
          .where(ofReservation(itineraryLink))
          .returning({ linkId: itineraryLink.linkId, expiresAt: itineraryLink.expiresAt }),
      ],
    },
  )
}

/** Whether anything personal is left of a reservation or its guest: what is erased already changes nothing once more. */
const hasPersonalData = ({ customer }: Scope, guestId: number, reservationId: number) => sql`(
  label || summary_note <> ''
  OR EXISTS (SELECT 1 FROM guest WHERE customer_id = ${customer} AND guest_id = ${guestId} AND first_name || last_name
    || company || phone || email || address1 || address2 || city || state || zip || country <> '')
  OR EXISTS (SELECT 1 FROM room_stay
    WHERE customer_id = ${customer} AND reservation_id = ${reservationId} AND room_notes <> '[]')
  OR EXISTS (SELECT 1 FROM activity_booking
    WHERE customer_id = ${customer} AND reservation_id = ${reservationId} AND activity_notes <> '[]'))`
