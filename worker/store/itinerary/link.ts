import { and, eq, type SQL, sql } from 'drizzle-orm'
import { customer } from '../../../schema/tables/control'
import { itineraryLink } from '../../../schema/tables/itinerary-link'
import { reservation } from '../../../schema/tables/reservation'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'

/** A link that opens nothing from now on. `expiresAt` is in milliseconds. */
export interface EndedLink {
  linkId: string
  expiresAt: number
}

/** A link to be. `expiresAt` is in milliseconds. */
export interface NewLink {
  linkId: string
  expiresAt: number
}

const liveLink = (scope: Scope, reservationId: number) =>
  and(eq(itineraryLink.customerId, scope.customer), eq(itineraryLink.reservationId, reservationId))

const readLiveLink = (scope: Scope, reservationId: number) =>
  build
    .select({ linkId: itineraryLink.linkId, expiresAt: itineraryLink.expiresAt })
    .from(itineraryLink)
    .where(liveLink(scope, reservationId))

/** The reservation itself, with where its customer's guests open their links. */
const readReservation = (scope: Scope, reservationId: number) =>
  build
    .select({ urlTemplate: customer.itineraryUrlTemplate, hasDates: reservation.hasDates })
    .from(reservation)
    .innerJoin(customer, eq(customer.customerId, reservation.customerId))
    .where(and(eq(reservation.customerId, scope.customer), eq(reservation.reservationId, reservationId)))

/** Makes a link the one of a reservation, in place of any other; nothing where there is none, or none with dates. */
export const putLink = ({ customer }: Scope, reservationId: SQL<number>, { linkId, expiresAt }: NewLink) =>
  build.run(sql`
    INSERT INTO itinerary_link (customer_id, reservation_id, link_id, issued_at, expires_at)
    SELECT customer_id, reservation_id, ${linkId}, ${DATABASE_NOW}, ${expiresAt}
    FROM reservation WHERE customer_id = ${customer} AND reservation_id = ${reservationId} AND has_dates
    ON CONFLICT (customer_id, reservation_id) DO UPDATE
    SET link_id = excluded.link_id, issued_at = excluded.issued_at, expires_at = excluded.expires_at`)

/**
 * Makes a link the one of its reservation that opens. The link that it replaces is read in the same transaction, so that of
 * any number of links issued at once each but the last is told to exactly one caller as dead.
 * Undefined, and nothing is written: there is no such reservation of this customer. Without dates nothing is written either.
 */
export async function replaceLink(
  db: Database,
  scope: Scope,
  link: NewLink & { reservationId: number },
): Promise<{ urlTemplate: string; hasDates: boolean; dead: EndedLink[] } | undefined> {
  const { reservationId } = link
  const [[found], dead] = await db.batch([
    readReservation(scope, reservationId),
    readLiveLink(scope, reservationId),
    putLink(scope, sql`${link.reservationId}`, link),
  ])
  return found && { urlTemplate: found.urlTemplate, hasDates: found.hasDates, dead }
}

/** Ends the link of a reservation, if it has one. Undefined: there is no such reservation of this customer. */
export async function deleteLink(
  db: Database,
  scope: Scope,
  reservationId: number,
): Promise<{ dead: EndedLink[] } | undefined> {
  const [[found], dead] = await db.batch([
    readReservation(scope, reservationId),
    readLiveLink(scope, reservationId),
    build.delete(itineraryLink).where(liveLink(scope, reservationId)),
  ])
  return found && { dead }
}
