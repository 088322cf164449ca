import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { customer as customerTable } from '../../../schema/tables/control'
import { itineraryLink } from '../../../schema/tables/itinerary-link'
import { reservation } from '../../../schema/tables/reservation'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Author, Scope } from '../../db/scope'
import { leftJoined, type RowOf, selectRows } from '../../db/select-rows'
import { idOf, valuesOf, type WrittenReservation, type WrittenValues } from '../counter/written'
import { insertEvent, newEventId } from '../event/insert-event'

const joinedLink = leftJoined(itineraryLink)

export const linkColumns = { linkId: itineraryLink.linkId, expiresAt: itineraryLink.expiresAt }

/** A link that was revoked or replaced. `expiresAt` is in milliseconds. */
export type EndedLink = RowOf<typeof linkColumns>

/** A link to issue. `expiresAt` is in milliseconds. */
export interface NewLink {
  linkId: string
  expiresAt: number
  /** The fingerprint of the key that signs it. */
  madeWith: string
}

const isLinkOf = ({ customer }: Scope, reservationId: number) =>
  sql`customer_id = ${customer} AND reservation_id = ${reservationId}`

const selectCurrentLink = (scope: Scope, reservationId: number) =>
  selectRows(
    linkColumns,
    selected => sql`SELECT ${selected} FROM itinerary_link WHERE ${isLinkOf(scope, reservationId)}`,
  )

/**
 * The link of a reservation that is alive, with the URL template of the customer; its columns are null if there is none. Undefined: the
 * customer has no such reservation.
 */
export async function readLink(db: Database, { customer }: Scope, reservationId: number) {
  const [[found]] = await db.batch([
    selectRows(
      {
        linkId: joinedLink.linkId,
        expiresAt: joinedLink.expiresAt,
        madeWith: joinedLink.madeWith,
        urlTemplate: customerTable.itineraryUrlTemplate,
      },
      selected => sql`
        SELECT ${selected} FROM reservation JOIN customer ON customer.customer_id = reservation.customer_id
        LEFT JOIN itinerary_link ON itinerary_link.customer_id = reservation.customer_id
          AND itinerary_link.reservation_id = reservation.reservation_id AND itinerary_link.expires_at > ${DATABASE_NOW}
        WHERE reservation.customer_id = ${customer} AND reservation.reservation_id = ${reservationId}`,
    ),
  ])
  return found
}

/** The reservation, with the URL template of its customer. */
const selectReservation = ({ customer }: Scope, reservationId: number) =>
  selectRows(
    { urlTemplate: customerTable.itineraryUrlTemplate, hasDates: reservation.hasDates },
    selected => sql`
      SELECT ${selected} FROM reservation JOIN customer ON customer.customer_id = reservation.customer_id
      WHERE reservation.customer_id = ${customer} AND reservation.reservation_id = ${reservationId}`,
  )

/**
 * Sets the link of a reservation and replaces the previous one, and writes the event. Writes nothing if the reservation is
 * unknown or has no dates.
 */
export function putLink(written: WrittenReservation, { linkId, expiresAt, madeWith }: NewLink) {
  const values = { ...valuesOf(written), linkId }
  // The event is first: D1 may execute a batch twice, and then the link is stored already.
  const { by } = written.scope
  return [
    insertIssued({ ...values, by, eventId: newEventId() }),
    upsertLink({ ...values, expiresAt, madeWith }),
  ] as const
}

type LinkValues = WrittenValues & { linkId: string }

const insertIssued = prepareStatement(
  ({ eventId, linkId, ...written }: Placeholders<LinkValues & Pick<Scope, 'by'> & { eventId: string }>) =>
    insertLinkEvent(
      written,
      'link.issued',
      sql`FROM reservation AS r WHERE customer_id = ${written.customer} AND reservation_id = ${idOf(written)} AND has_dates
        AND NOT EXISTS (SELECT 1 FROM itinerary_link WHERE itinerary_link.customer_id = r.customer_id
          AND itinerary_link.reservation_id = r.reservation_id AND itinerary_link.link_id = ${linkId})`,
      eventId,
    ),
)

/** Inserts an event about the link of a reservation, of which `from` reads the id. */
const insertLinkEvent = (
  owner: Author,
  type: 'link.issued' | 'link.revoked',
  from: SQL,
  eventId: string | Placeholder = newEventId(),
): Statement =>
  insertEvent(owner, {
    type,
    eventId,
    reservationId: sql`reservation_id`,
    data: sql`json_object('reservationId', reservation_id)`,
    from,
  })

const upsertLink = prepareStatement(
  ({ linkId, expiresAt, madeWith, ...written }: Placeholders<LinkValues & Omit<NewLink, 'linkId'>>) =>
    build.run(sql`
      INSERT INTO itinerary_link (customer_id, reservation_id, link_id, issued_at, expires_at, made_with)
      SELECT customer_id, reservation_id, ${linkId}, ${DATABASE_NOW}, ${expiresAt}, ${madeWith}
      FROM reservation WHERE customer_id = ${written.customer} AND reservation_id = ${idOf(written)} AND has_dates
      ON CONFLICT (customer_id, reservation_id) DO UPDATE
      SET link_id = excluded.link_id, issued_at = excluded.issued_at, expires_at = excluded.expires_at,
        made_with = excluded.made_with`),
)

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
