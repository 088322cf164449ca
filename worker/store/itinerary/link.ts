import { and, eq, type SQL, sql } from 'drizzle-orm'
import { customer } from '../../../schema/tables/control'
import { itineraryLink } from '../../../schema/tables/itinerary-link'
import { reservation } from '../../../schema/tables/reservation'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import type { RowOf } from '../../db/select-rows'
import { insertEvent } from '../event/insert-event'
import { idOf, valuesOf, type WrittenReservation } from '../reservation/written'

export const linkColumns = { linkId: itineraryLink.linkId, expiresAt: itineraryLink.expiresAt }

/** A link that was revoked or replaced. `expiresAt` is in milliseconds. */
export type EndedLink = RowOf<typeof linkColumns>

/** A link to issue. `expiresAt` is in milliseconds. */
export interface NewLink {
  linkId: string
  expiresAt: number
}

const isLinkOf = (scope: Scope, reservationId: number) =>
  and(eq(itineraryLink.customerId, scope.customer), eq(itineraryLink.reservationId, reservationId))

const selectCurrentLink = (scope: Scope, reservationId: number) =>
  build.select(linkColumns).from(itineraryLink).where(isLinkOf(scope, reservationId))

/** The reservation, with the URL template of its customer. */
const selectReservation = (scope: Scope, reservationId: number) =>
  build
    .select({ urlTemplate: customer.itineraryUrlTemplate, hasDates: reservation.hasDates })
    .from(reservation)
    .innerJoin(customer, eq(customer.customerId, reservation.customerId))
    .where(and(eq(reservation.customerId, scope.customer), eq(reservation.reservationId, reservationId)))

/**
 * Sets the link of a reservation and replaces the previous one, and writes the event. Writes nothing if the reservation is
 * unknown or has no dates.
 */
export function putLink(written: WrittenReservation, link: NewLink) {
  const { scope } = written
  const reservationId = idOf(valuesOf(written))
  return [
    // The event is first: D1 may execute a batch twice, and then the link is stored already.
    insertLinkEvent(
      scope,
      'link.issued',
      sql`FROM reservation AS r WHERE customer_id = ${scope.customer} AND reservation_id = ${reservationId} AND has_dates
        AND NOT EXISTS (SELECT 1 FROM itinerary_link AS l WHERE l.customer_id = r.customer_id
          AND l.reservation_id = r.reservation_id AND l.link_id = ${link.linkId})`,
    ),
    upsertLink(scope, reservationId, link),
  ] as const
}

/** Inserts an event about the link of a reservation, of which `from` reads the id. */
const insertLinkEvent = (scope: Scope, type: 'link.issued' | 'link.revoked', from: SQL): Statement =>
  insertEvent(scope, {
    type,
    reservationId: sql`reservation_id`,
    data: sql`json_object('reservationId', reservation_id)`,
    from,
  })

const upsertLink = ({ customer }: Scope, reservationId: SQL<number>, { linkId, expiresAt }: NewLink): Statement =>
  build.run(sql`
    INSERT INTO itinerary_link (customer_id, reservation_id, link_id, issued_at, expires_at)
    SELECT customer_id, reservation_id, ${linkId}, ${DATABASE_NOW}, ${expiresAt}
    FROM reservation WHERE customer_id = ${customer} AND reservation_id = ${reservationId} AND has_dates
    ON CONFLICT (customer_id, reservation_id) DO UPDATE
    SET link_id = excluded.link_id, issued_at = excluded.issued_at, expires_at = excluded.expires_at`)

/**
 * Sets the link of a reservation. The link that it replaces is read in the same transaction: of links issued at once, each
 * but the last is returned as dead to exactly one caller. Undefined, and nothing is written: the customer has no such
 * reservation. Nothing is written for a reservation without dates.
 */
export async function replaceLink(
  db: Database,
  scope: Scope,
  link: NewLink & { reservationId: number },
): Promise<{ urlTemplate: string; hasDates: boolean; dead: EndedLink[] } | undefined> {
  const { reservationId } = link
  const [[found], dead] = await db.batch([
    selectReservation(scope, reservationId),
    selectCurrentLink(scope, reservationId),
    ...putLink({ scope, reservationId }, link),
  ])
  // If D1 executes the batch twice, the second time reads the new link as the previous one.
  const replaced = dead.filter(({ linkId }) => linkId !== link.linkId)
  return found && { urlTemplate: found.urlTemplate, hasDates: found.hasDates, dead: replaced }
}

/** Deletes the link of a reservation. The end of a link that is still valid has an event. Undefined: the customer has no such reservation. */
export async function deleteLink(
  db: Database,
  scope: Scope,
  reservationId: number,
): Promise<{ dead: EndedLink[] } | undefined> {
  const [[found], dead] = await db.batch([
    selectReservation(scope, reservationId),
    selectCurrentLink(scope, reservationId),
    insertLinkEvent(
      scope,
      'link.revoked',
      sql`FROM itinerary_link WHERE customer_id = ${scope.customer} AND reservation_id = ${reservationId} AND expires_at > ${DATABASE_NOW}`,
    ),
    build.delete(itineraryLink).where(isLinkOf(scope, reservationId)),
  ])
  return found && { dead }
}
