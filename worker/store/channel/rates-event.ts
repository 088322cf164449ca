import { type SQL, sql } from 'drizzle-orm'
import { build, type Statement } from '../../db/drizzle-adapter'
import { jsonChunks } from '../../db/insert-rows'
import type { Scope } from '../../db/scope'
import type { CalendarChanges } from '../../domain/channel/calendar-changes'
import type { ChannelChange } from '../../domain/channel/message'
import { ratesEvents } from '../../domain/channel/rates-events'
import { EVENT_TIME, newEventId, newestSequence, returningStartsWebhooks, sequenceBefore } from '../event/insert-event'
import { CARRIED_COLUMNS, carriedTimes, newestEvent } from '../event/last-changes'
import { hotelsOfChangedMonths } from './plan-months'
import { hotelsOfChangedDays, hotelsOfClearedDays } from './room-days'
import type { SentCalendar } from './write-days'

/*
 * The event of a message about rates and availability: one for each hotel of which at least one day changes. The statements run
 * before the days are written, and compare them with the stored ones. They stop when every hotel has its event, so that they
 * read few rows unless all days are as they were.
 */

/** Maximum of terms in a compound SELECT of D1. Compounds may contain each other. */
const MAX_TERMS = 5
/** Compounds in one statement. Each term binds up to 4 values, and D1 accepts 100 in a statement. */
const MAX_COMPOUNDS = 4

export function insertRatesEvents(scope: Scope, change: ChannelChange, sent: SentCalendar): Statement[] {
  const events = ratesEvents(change)
  const hotels = jsonChunks(events.map(({ hotelid, data }) => [hotelid, newEventId(), data]))
  const parts = [
    ...removedDays(scope, change.removed),
    ...sent.days.map(days => hotelsOfChangedDays(scope, days)),
    ...hotelsOfClearedDays(scope, change.days.rooms.cleared),
    ...hotelsOfChangedMonths(scope, sent.months),
    ...clearedPlans(scope, change.days.otherPlansCleared),
  ]
  return union(union(parts, MAX_TERMS), MAX_COMPOUNDS).flatMap((changed, i) =>
    hotels.map(json => insertFor(scope, json, changed, { count: events.length, isFirst: i === 0 })),
  )
}

/** The selects of `hotel_id` as compounds of at most `size` terms. */
const union = (selects: readonly SQL[], size: number): SQL[] =>
  selects.flatMap((_, i) => {
    if (i % size) return []
    const terms = selects.slice(i, i + size).map(select => sql`SELECT hotel_id FROM (${select})`)
    return [sql.join(terms, sql` UNION ALL `)]
  })

/** Inserts the events of the hotels that have a changed day, and no event from an earlier statement. */
function insertFor(
  scope: Scope,
  hotels: string,
  changed: SQL,
  { count, isFirst }: { count: number; isFirst: boolean },
): Statement {
  const isChanged = sql`hotel.value ->> 0 IN (SELECT DISTINCT hotel_id FROM (${changed}) LIMIT ${count})`
  const isTold = sql`hotel.value ->> 1 IN (
    SELECT event_id FROM event WHERE customer_id = ${scope.customer} AND sequence > ${newestSequence(scope)} - ${count})`
  return build.run(sql`
    INSERT INTO event (customer_id, sequence, event_id, event_type, at, reservation_id, by, data, ${CARRIED_COLUMNS})
    SELECT ${scope.customer}, ${sequenceBefore(scope)} + row_number() OVER (ORDER BY hotel.key), hotel.value ->> 1, 'rates.updated',
      ${EVENT_TIME}, NULL, ${scope.by}, hotel.value -> 2, ${carriedTimes(scope)}
    FROM (SELECT 1) ${newestEvent(scope.customer)} CROSS JOIN json_each(${hotels}) AS hotel WHERE ${isFirst ? isChanged : sql`iif(${isTold}, 0, ${isChanged})`}
    ${returningStartsWebhooks(scope)}`)
}

/** The hotels of rooms with plans that are cleared because the message does not have them. */
const clearedPlans = ({ customer }: Scope, rooms: CalendarChanges['otherPlansCleared']): SQL[] =>
  jsonChunks(rooms).map(
    json => sql`
      SELECT p.hotel_id FROM json_each(${json}) AS sent
      CROSS JOIN channel_rate_plan AS p ON p.customer_id = ${customer} AND p.hotel_id = sent.value ->> 'hotelId'
      CROSS JOIN plan_month AS m ON m.customer_id = p.customer_id AND m.hotel_id = p.hotel_id
        AND m.channel_room_id = sent.value ->> 'roomId' AND m.channel_rate_plan_id = p.channel_rate_plan_id
      WHERE p.channel_rate_plan_id NOT IN (SELECT value FROM json_each(sent.value -> 'planIds'))`,
  )

/** The hotels of stored days that go with a hotel, a room or a plan. */
const removedDays = ({ customer }: Scope, { hotels, rooms, plans }: ChannelChange['removed']): SQL[] => [
  ...[sql`room_day`, sql`plan_month`].flatMap(table => [
    ...jsonChunks(hotels).map(
      json => sql`
        SELECT gone.value AS hotel_id FROM json_each(${json}) AS gone
        WHERE EXISTS (SELECT 1 FROM ${table} AS d WHERE d.customer_id = ${customer} AND d.hotel_id = gone.value)`,
    ),
    ...jsonChunks(rooms).map(
      json => sql`
        SELECT gone.value ->> 0 AS hotel_id FROM json_each(${json}) AS gone
        WHERE EXISTS (SELECT 1 FROM ${table} AS d
          WHERE d.customer_id = ${customer} AND d.hotel_id = gone.value ->> 0 AND d.channel_room_id = gone.value ->> 1)`,
    ),
  ]),
  ...jsonChunks(plans).map(
    json => sql`
      SELECT c.hotel_id FROM json_each(${json}) AS gone
      CROSS JOIN channel_room AS c ON c.customer_id = ${customer} AND c.hotel_id = gone.value ->> 0
      CROSS JOIN plan_month AS m ON m.customer_id = c.customer_id AND m.hotel_id = c.hotel_id
        AND m.channel_room_id = c.channel_room_id AND m.channel_rate_plan_id = gone.value ->> 1`,
  ),
]
