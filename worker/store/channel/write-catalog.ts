import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import { jsonChunks } from '../../db/insert-rows'
import type { Scope } from '../../db/scope'
import type { ChangedEntry } from '../../domain/channel/catalog-draft'
import type { ChannelChange } from '../../domain/channel/message'
import type { HotelScopedId } from '../../domain/channel/referenced-ids'
import { detachReassignedRooms, detachRemovedRooms, type RoomTypeOfChannelRoom } from './allotment'
import { insertRatesEvents } from './rates-event'
import { sentCalendar, writeCalendar } from './write-days'

/*
 * Writes a channel manager's message in one batch, all or nothing. A constraint refuses it if the records that it was validated
 * against have changed: a room or plan was deleted (`document` of its table), the currency changed (`customer_id` of plan_month),
 * or a room type or rate plan moved to another hotel (`customer_id` of the table of what is tied to it).
 * A row that is stored already as it is sent is not written.
 */

/** Constraints that refuse a message because the records that it was validated against have changed. */
export const STALE_CHANNEL_CONSTRAINTS = [
  'channel_room.document',
  'channel_rate_plan.document',
  'channel_room.customer_id',
  'channel_rate_plan.customer_id',
  'plan_month.customer_id',
  'FOREIGN KEY',
]

/** A table of channel rooms or plans: its key besides customer and hotel, and the id of the hotel's own record. */
interface CatalogTable {
  table: SQL
  id: SQL
  link: SQL
  linkedTable: SQL
  /** Columns of control ids, and the field of a `ChangedEntry` that each stores. */
  ids: { column: string; field: keyof ChangedEntry }[]
}

const ROOMS: CatalogTable = {
  table: sql`channel_room`,
  id: sql`channel_room_id`,
  link: sql`room_type_id`,
  linkedTable: sql`room_type`,
  ids: [
    { column: 'control_ids', field: 'ids' },
    { column: 'availability_ids', field: 'availabilityIds' },
  ],
}
const PLANS: CatalogTable = {
  table: sql`channel_rate_plan`,
  id: sql`channel_rate_plan_id`,
  link: sql`rate_id`,
  linkedTable: sql`rate_plan`,
  ids: [{ column: 'control_ids', field: 'ids' }],
}

/** Writes a message. */
export async function writeChannel(db: Database, scope: Scope, change: ChannelChange): Promise<void> {
  const sent = sentCalendar(change)
  const [first, ...rest] = [
    ...requirePresent(scope, ROOMS, change.required.rooms),
    ...requirePresent(scope, PLANS, change.required.plans),
    ...insertRatesEvents(scope, change, sent),
    ...insertHotels(scope, change.newHotels),
    ...detachRemovedRooms(scope, [
      ...change.removed.hotels.map(hotelId => [hotelId] as const),
      ...change.removed.rooms,
    ]),
    ...deleteHotels(scope, change.removed.hotels),
    ...deleteRooms(scope, change.removed.rooms),
    ...deletePlans(scope, change.removed.plans),
    ...upsertDescriptions(scope, change.hotels),
    ...detachReassignedRooms(scope, linkedRooms(change.rooms)),
    ...upsertEntries(scope, ROOMS, change.rooms),
    ...upsertEntries(scope, PLANS, change.plans),
    ...writeCalendar(scope, sent),
  ] satisfies Statement[]
  if (first) await db.batch([first, ...rest])
}

/** Refused if a room or plan was deleted: its description would be NULL. */
const requirePresent = (
  { customer }: Scope,
  { table, id }: CatalogTable,
  required: readonly HotelScopedId[],
): Statement[] =>
  jsonChunks(required).map(json =>
    build.run(sql`
      INSERT INTO ${table} (customer_id, hotel_id, ${id}, document)
      SELECT ${customer}, required_entry.value ->> 0, required_entry.value ->> 1, NULL FROM json_each(${json}) AS required_entry
      WHERE NOT EXISTS (
        SELECT 1 FROM ${table}
        WHERE customer_id = ${customer} AND hotel_id = required_entry.value ->> 0 AND ${id} = required_entry.value ->> 1)`),
  )

const insertHotels = ({ customer }: Scope, hotels: ChannelChange['newHotels']): Statement[] =>
  jsonChunks(hotels).map(json =>
    build.run(sql`
      INSERT INTO property (customer_id, hotel_id, property_name, property_time_zone)
      SELECT ${customer}, value ->> 0, value ->> 1, (SELECT time_zone FROM customer WHERE customer_id = ${customer})
      FROM json_each(${json}) WHERE true ON CONFLICT DO NOTHING`),
  )

const deleteHotels = ({ customer }: Scope, hotels: readonly string[]): Statement[] =>
  jsonChunks(hotels).flatMap(json =>
    ['plan_month', 'room_day', 'channel_room', 'channel_rate_plan', 'channel_property'].map(table =>
      build.run(sql`
        DELETE FROM ${sql.raw(table)}
        WHERE customer_id = ${customer} AND hotel_id IN (SELECT value FROM json_each(${json}))`),
    ),
  )

const deleteRooms = ({ customer }: Scope, rooms: readonly HotelScopedId[]): Statement[] =>
  jsonChunks(rooms).flatMap(json =>
    ['plan_month', 'room_day', 'channel_room'].map(table =>
      build.run(sql`
        DELETE FROM ${sql.raw(table)}
        WHERE customer_id = ${customer} AND (hotel_id, channel_room_id) IN (
          SELECT value ->> 0, value ->> 1 FROM json_each(${json}))`),
    ),
  )

/** What is stored of a plan is found room by room, because its key has the room before the plan. */
const deletePlans = ({ customer }: Scope, plans: readonly HotelScopedId[]): Statement[] =>
  jsonChunks(plans).flatMap(json => [
    build.run(sql`
      DELETE FROM plan_month
      WHERE customer_id = ${customer} AND (hotel_id, channel_room_id, channel_rate_plan_id) IN (
        SELECT c.hotel_id, c.channel_room_id, plan.value ->> 1 FROM json_each(${json}) AS plan
        CROSS JOIN channel_room AS c ON c.customer_id = ${customer} AND c.hotel_id = plan.value ->> 0)`),
    build.run(sql`
      DELETE FROM channel_rate_plan
      WHERE customer_id = ${customer} AND (hotel_id, channel_rate_plan_id) IN (
        SELECT value ->> 0, value ->> 1 FROM json_each(${json}))`),
  ])

/** A description that does not replace the stored one is merged into it, field by field. */
const MERGED_DOCUMENT = sql`CASE WHEN sent.value ->> 'replaces' THEN sent.value -> 'description'
  ELSE json_patch(coalesce(stored.document, '{}'), sent.value -> 'description') END`

/** Control ids that are not sent keep their stored values. */
const mergedIds = (column: string, field: keyof ChangedEntry) =>
  sql.raw(
    `iif(sent.value ->> '${field}' IS NULL, stored.${column}, json_patch(coalesce(stored.${column}, '{}'), sent.value -> '${field}'))`,
  )

const upsertDescriptions = ({ customer }: Scope, hotels: ChannelChange['hotels']): Statement[] =>
  jsonChunks(hotels).map(json =>
    build.run(sql`
      INSERT INTO channel_property (customer_id, hotel_id, document, control_ids)
      SELECT ${customer}, sent.value ->> 'hotelId', ${MERGED_DOCUMENT}, ${mergedIds('control_ids', 'ids')}
      FROM json_each(${json}) AS sent
      LEFT JOIN channel_property AS stored ON stored.customer_id = ${customer} AND stored.hotel_id = sent.value ->> 'hotelId'
      WHERE true
      ON CONFLICT DO UPDATE SET document = excluded.document, control_ids = excluded.control_ids
      WHERE (document, control_ids) IS NOT (excluded.document, excluded.control_ids)`),
  )

const linkedRooms = (rooms: readonly ChangedEntry[]) =>
  rooms.flatMap(({ hotelId, id, linkedId }): RoomTypeOfChannelRoom[] =>
    linkedId === undefined ? [] : [[hotelId, id, linkedId]],
  )

/** Refused by `customer_id` if the room type or rate plan of an entry is not one of the hotel. */
const upsertEntries = (
  { customer }: Scope,
  { table, id, link, linkedTable, ids }: CatalogTable,
  entries: readonly ChangedEntry[],
): Statement[] => {
  const columns = ids.map(({ column }) => column)
  const idColumns = sql.raw(columns.join(', '))
  const excludedIds = sql.raw(columns.map(column => `excluded.${column}`).join(', '))
  return jsonChunks(entries).map(json =>
    build.run(sql`
      INSERT INTO ${table} (customer_id, hotel_id, ${id}, ${link}, is_active, document, ${idColumns})
      SELECT
        CASE WHEN sent.value ->> 'linkedId' IS NULL OR EXISTS (
          SELECT 1 FROM ${linkedTable} AS owner
          WHERE owner.customer_id = ${customer} AND owner.${link} = sent.value ->> 'linkedId'
            AND owner.hotel_id = sent.value ->> 'hotelId'
        ) THEN ${customer} END,
        sent.value ->> 'hotelId', sent.value ->> 'id', coalesce(sent.value ->> 'linkedId', stored.${link}),
        coalesce(sent.value ->> 'isActive', stored.is_active, 1), ${MERGED_DOCUMENT},
        ${sql.join(
          ids.map(({ column, field }) => mergedIds(column, field)),
          sql`, `,
        )}
      FROM json_each(${json}) AS sent
      LEFT JOIN ${table} AS stored ON stored.customer_id = ${customer}
        AND stored.hotel_id = sent.value ->> 'hotelId' AND stored.${id} = sent.value ->> 'id'
      WHERE true
      ON CONFLICT DO UPDATE SET ${link} = excluded.${link}, is_active = excluded.is_active, document = excluded.document,
        ${sql.raw(columns.map(column => `${column} = excluded.${column}`).join(', '))}
      WHERE (${link}, is_active, document, ${idColumns})
        IS NOT (excluded.${link}, excluded.is_active, excluded.document, ${excludedIds})`),
  )
}
