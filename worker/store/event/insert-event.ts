import { is, Placeholder, type SQL, sql } from 'drizzle-orm'
import { base64url } from 'jose'
import { FAILING_AFTER } from '../../../schema/tables/webhook'
import type { EventType } from '../../../schema/wire/event-types'
import { STATUS_NAMES } from '../../../schema/wire/reservation-status'
import { DATABASE_NOW } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Author, Owner, Scope } from '../../db/scope'
import type { ReservationEvent } from '../../domain/booking/changes'
import { idFloor, lastNumber } from '../counter/last-number'
import { idOf, valuesOf, type WrittenReservation, type WrittenValues } from '../counter/written'
import { CARRIED_COLUMNS, carriedTimes, newestEvent } from './last-changes'

/*
 * Events are inserted by statements in the batch of the change that they report. The newest event of the customer is the
 * counter: each event has the sequence after it, a time that is not before its own, and the times of the last changes before it.
 */

/** A new id of an event, without `evt_`. */
const EVENT_ID_BYTES = 16
export const newEventId = () => base64url.encode(crypto.getRandomValues(new Uint8Array(EVENT_ID_BYTES)))

/** The sequence of the customer's newest event; 0: there was none yet. */
export const newestSequence = (scope: Owner) => lastNumber(scope, 'event')

/** Of the event that is written next, in a statement that joins `newest`: its sequence without the 1, and its time. */
export const sequenceBefore = (scope: Owner) => sql`max(coalesce(newest.sequence, 0), ${idFloor(scope)})`
export const EVENT_TIME = sql`max(${DATABASE_NOW}, coalesce(newest.at, 0))`

interface NewEvent {
  type: EventType | Placeholder
  /** By default a new one. A statement that is prepared has a placeholder. */
  eventId?: string | Placeholder<string, string>
  /** NULL by default: the event is not about one reservation. */
  reservationId?: SQL
  /** The `data` of the event, as JSON. Bound numbers would become decimals in `json_object`: use columns. */
  data: SQL
  /** `FROM … WHERE …`: no event is written if it has no row. By default there is one. */
  from?: SQL
}

/** Whether the customer has an enabled webhook endpoint that does not fail: the run of each minute attempts those that fail. */
const hasEndpoints = ({ customer }: Owner) => sql`EXISTS (
  SELECT 1 FROM webhook_endpoint
  WHERE customer_id = ${customer} AND endpoint_status = 'enabled' AND failures < ${sql.raw(String(FAILING_AFTER))})`

/** Ends a statement that inserts events. They are sent after the response of the request. */
export const returningStartsWebhooks = (scope: Owner) => sql`RETURNING ${hasEndpoints(scope)} AS "startsWebhooks"`

export const insertEvent = (
  scope: Author,
  { type, eventId = newEventId(), reservationId = sql`NULL`, data, from = sql`` }: NewEvent,
): Statement =>
  build.run(sql`
    INSERT INTO event (customer_id, sequence, event_id, event_type, at, reservation_id, by, data, ${CARRIED_COLUMNS})
    SELECT ${scope.customer}, ${sequenceBefore(scope)} + 1, ${eventId}, ${is(type, Placeholder) ? type : sql.raw(`'${type}'`)}, ${EVENT_TIME},
      told.reservation_id, ${scope.by}, told.data, ${carriedTimes(scope)}
    FROM (SELECT ${reservationId} AS reservation_id, ${data} AS data ${from}) AS told ${newestEvent(scope.customer)}
    ${returningStartsWebhooks(scope)}`)

/** Inserts the event of a change of a reservation, which it shows as it is at this point of the batch. */
export function insertReservationEvent(written: WrittenReservation, event: ReservationEvent): Statement {
  const changed = 'changed' in event ? JSON.stringify(event.changed) : undefined
  return insertChange({ ...valuesOf(written), by: written.scope.by, type: event.type, eventId: newEventId(), changed })
}

interface ChangeValues extends WrittenValues, Pick<Scope, 'by'> {
  type: EventType
  eventId: string
  /** What was changed, as JSON. */
  changed: string | undefined
}

/** The hotels of the row `r` of `reservation`, sorted, as JSON. */
const hotelsOfReservation = sql`CASE
  WHEN EXISTS (SELECT 1 FROM reservation_hotel AS f WHERE f.customer_id = r.customer_id AND f.reservation_id = r.reservation_id)
  THEN (SELECT json_group_array(hotel_id) FROM (
    SELECT r.hotel_id AS hotel_id UNION SELECT f.hotel_id FROM reservation_hotel AS f
    WHERE f.customer_id = r.customer_id AND f.reservation_id = r.reservation_id ORDER BY 1) WHERE hotel_id IS NOT NULL)
  WHEN r.hotel_id IS NULL THEN '[]' ELSE json_array(r.hotel_id) END`

const insertChange = prepareStatement(({ type, eventId, changed, ...written }: Placeholders<ChangeValues>) =>
  insertEvent(written, {
    type,
    eventId,
    reservationId: sql`r.reservation_id`,
    // Release 1.0.0, which may serve beside this one, only empties the last name of a guest that it erases.
    data: sql`json_object(
      'reservationId', r.reservation_id, 'reservationNumber', CAST(r.reservation_number AS TEXT),
      'identity', iif(g.is_erased OR g.last_name = '', NULL, r.identity), 'status', ${sql.raw(`'${JSON.stringify(STATUS_NAMES)}'`)} ->> (r.status_id - 1),
      'hotelid', r.hotel_id, 'hotelids', json(${hotelsOfReservation}), 'arrivalDate', iif(r.has_dates, r.arrival_date || 'T00:00:00', NULL),
      'departureDate', iif(r.has_dates, r.departure_date || 'T00:00:00', NULL)${changed ? sql`, 'changed', json(${changed})` : sql``})`,
    from: sql`
      FROM reservation AS r CROSS JOIN guest AS g ON g.customer_id = r.customer_id AND g.guest_id = r.guest_id
      WHERE r.customer_id = ${written.customer} AND r.reservation_id = ${idOf(written)}`,
  }),
)
