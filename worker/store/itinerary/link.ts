import { and, eq, type SQL, sql } from 'drizzle-orm'
import { customer } from '../../../schema/tables/control'
import { itineraryLink } from '../../../schema/tables/itinerary-link'
import { reservation } from '../../../schema/tables/reservation'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import type { RowOf } from '../../db/select-rows'

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

/** Sets the link of a reservation and replaces the previous one. Writes nothing if the reservation is unknown or has no dates. */
export const putLink = ({ customer }: Scope, reservationId: SQL<number>, { linkId, expiresAt }: NewLink) =>
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
    putLink(scope, sql`${link.reservationId}`, link),
  ])
  return found && { urlTemplate: found.urlTemplate, hasDates: found.hasDates, dead }
}

/** Deletes the link of a reservation. Undefined: the customer has no such reservation. */
export async function deleteLink(
  db: Database,
  scope: Scope,
  reservationId: number,
): Promise<{ dead: EndedLink[] } | undefined> {
  const [[found], dead] = await db.batch([
    selectReservation(scope, reservationId),
    selectCurrentLink(scope, reservationId),
    build.delete(itineraryLink).where(isLinkOf(scope, reservationId)),
  ])
  return found && { dead }
}
