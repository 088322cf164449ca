import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { activityBooking } from '../../../schema/tables/activity-booking'
import { event } from '../../../schema/tables/event'
import { fetchMessage } from '../../../schema/tables/fetch-queue'
import { guest } from '../../../schema/tables/guest'
import { itineraryLink } from '../../../schema/tables/itinerary-link'
import { reservation } from '../../../schema/tables/reservation'
import { roomStay } from '../../../schema/tables/stay'
import type { Database } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import { boundedList } from '../../domain/event/bounded-list'
import { type AuditEntry, writeAudit } from '../audit/audit'
import { insertEvent } from '../event/insert-event'
import { type EndedLink, linkColumns } from '../itinerary/link'
import { changeColumns, changeReservation } from '../reservation/change'
import { isOfGuest } from '../reservation/of-guest'

/** Names and contact data: all texts of a guest. Messages of the queue repeat some of them. */
const CONTACT = Object.entries(getTableColumns(guest)).filter(([, { dataType }]) => dataType === 'string')
const ANY_CONTACT = sql.raw(CONTACT.map(([, { name }]) => name).join(' || '))

/** The columns of a table with contact data, each empty. */
const emptyContact = (table: SQLiteTable) =>
  Object.fromEntries(CONTACT.flatMap(([key]) => (key in getTableColumns(table) ? [[key, '']] : [])))

/**
 * Erases the personal data of a guest and deletes the links of the guest's reservations. It empties the guest's row, the
 * guest's data in queue messages, free text of the reservations, `identity` in their events, and what receivers of these
 * responded. Amounts, nights, numbers and the client's references of the reservations remain, so that totals do not change. A
 * reservation that contained personal data gets a new version: a concurrent writer that read the data before is refused as
 * stale. Clients that poll for changes find the reservation.
 *
 * Undefined, and nothing is written: the customer has no such guest.
 */
export async function eraseGuest(
  db: Database,
  scope: Scope,
  guestId: number,
  act: AuditEntry,
): Promise<{ dead: EndedLink[] } | undefined> {
  const [[known], reservations] = await db.batch([
    selectRows(
      { guestId: guest.guestId },
      selected => sql`SELECT ${selected} FROM guest WHERE customer_id = ${scope.customer} AND guest_id = ${guestId}`,
    ),
    selectRows(
      { reservationId: reservation.reservationId },
      selected => sql`SELECT ${selected} FROM reservation WHERE ${isOfGuest(scope, guestId)}`,
    ),
  ])
  if (!known) return undefined
  const ids = reservations.map(({ reservationId }) => reservationId)
  const [, ...results] = await db.batch([
    writeAudit(act),
    insertErasureEvent(scope, guestId, ids),
    ...ids.flatMap(reservationId => eraseReservation(scope, guestId, reservationId)),
    build
      .update(guest)
      .set({ ...emptyContact(guest), isErased: true })
      .where(and(eq(guest.customerId, scope.customer), eq(guest.guestId, guestId))),
  ])
  return { dead: (results as unknown[]).flatMap(rows => (Array.isArray(rows) ? (rows as EndedLink[]) : [])) }
}

/** Runs before the erasure: a repetition, which erases nothing and ends no link, has no event. */
const insertErasureEvent = (scope: Scope, guestId: number, reservationIds: readonly number[]): Statement => {
  return insertEvent(scope, {
    type: 'guest.erased',
    data: sql`${JSON.stringify({ guestId, ...boundedList('reservationIds', reservationIds) })}`,
    from: sql`WHERE EXISTS (
      SELECT 1 FROM reservation WHERE ${isOfGuest(scope, guestId)} AND (${hasPersonalData(scope, guestId, sql`reservation.reservation_id`)}
        OR EXISTS (SELECT 1 FROM itinerary_link AS link
          WHERE link.customer_id = ${scope.customer} AND link.reservation_id = reservation.reservation_id)))`,
  })
}

/** Only the statement on the link returns rows: the link that was deleted. */
function eraseReservation(scope: Scope, guestId: number, reservationId: number) {
  const ofReservation = (
    table:
      | typeof reservation
      | typeof roomStay
      | typeof activityBooking
      | typeof fetchMessage
      | typeof itineraryLink
      | typeof event,
  ) => and(eq(table.customerId, scope.customer), eq(table.reservationId, reservationId))
  return changeReservation(
    { scope, reservationId },
    { kind: 'erased' },
    {
      row: build
        .update(reservation)
        .set({ label: '', summaryNote: '', ...changeColumns(scope, { kind: 'erased' }) })
        .where(and(ofReservation(reservation), hasPersonalData(scope, guestId, sql`${reservationId}`))),
      late: [
        build.update(roomStay).set({ roomNotes: [] }).where(ofReservation(roomStay)),
        build.update(activityBooking).set({ activityNotes: [] }).where(ofReservation(activityBooking)),
        build
          .update(fetchMessage)
          .set({ ...emptyContact(fetchMessage), messageNotes: '' })
          .where(ofReservation(fetchMessage)),
        build
          .update(event)
          .set({ data: sql`json_set(data, '$.identity', NULL)` })
          .where(and(ofReservation(event), sql`data ->> 'identity' IS NOT NULL`)),
        eraseResponses(scope, reservationId),
        build.delete(itineraryLink).where(ofReservation(itineraryLink)).returning(linkColumns),
      ],
    },
  )
}

/** Receivers may have responded with what they received. Events are kept as long as their deliveries, and have an index. */
const eraseResponses = ({ customer }: Scope, reservationId: number): Statement =>
  build.run(sql`
    UPDATE webhook_delivery SET attempts = (
      SELECT json_group_array(json_set(value, '$.response', '')) FROM json_each(attempts))
    WHERE attempts <> '[]' AND (customer_id, endpoint_id, sequence) IN (
      SELECT e.customer_id, e.endpoint_id, log.sequence FROM event AS log
      CROSS JOIN webhook_endpoint AS e ON e.customer_id = log.customer_id
      WHERE log.customer_id = ${customer} AND log.reservation_id = ${reservationId})`)

/** Whether a reservation or its guest has personal data. An erasure that is repeated changes nothing. */
const hasPersonalData = ({ customer }: Scope, guestId: number, reservationId: SQL<number>) => sql`(
  label || summary_note <> ''
  OR EXISTS (SELECT 1 FROM guest WHERE customer_id = ${customer} AND guest_id = ${guestId} AND ${ANY_CONTACT} <> '')
  OR EXISTS (SELECT 1 FROM room_stay
    WHERE customer_id = ${customer} AND reservation_id = ${reservationId} AND room_notes <> '[]')
  OR EXISTS (SELECT 1 FROM activity_booking
    WHERE customer_id = ${customer} AND reservation_id = ${reservationId} AND activity_notes <> '[]'))`
