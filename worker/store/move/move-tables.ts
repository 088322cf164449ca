import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { memoize } from '../../../schema/memoize'
import { activity, activitySlot } from '../../../schema/tables/activity'
import { activityBooking, activityRate } from '../../../schema/tables/activity-booking'
import { channelProperty, channelRatePlan, channelRoom, planMonth, roomDay } from '../../../schema/tables/channel'
import { customer } from '../../../schema/tables/control'
import { correspondence } from '../../../schema/tables/correspondence'
import { event } from '../../../schema/tables/event'
import { fetchMessage } from '../../../schema/tables/fetch-queue'
import { guest } from '../../../schema/tables/guest'
import { employee, location, property, ratePlan, resource, room, roomType } from '../../../schema/tables/hotel'
import { idempotency } from '../../../schema/tables/idempotency'
import { inventoryItem, inventoryLocation, sale, saleItem, salePayment, stock } from '../../../schema/tables/inventory'
import { itineraryLink } from '../../../schema/tables/itinerary-link'
import { payment } from '../../../schema/tables/payment'
import { hold, reservation, reservationHotel } from '../../../schema/tables/reservation'
import { closure, roomNight, roomRate, roomStay } from '../../../schema/tables/stay'
import { webhookDelivery, webhookEndpoint, webhookIdentity } from '../../../schema/tables/webhook'

/** The tables with data of customers, in the order of the copy: each after the tables that its rows refer to. */
const TABLES: readonly SQLiteTable[] = [
  customer,
  property,
  location,
  roomType,
  room,
  ratePlan,
  employee,
  resource,
  activity,
  activitySlot,
  channelProperty,
  channelRoom,
  channelRatePlan,
  roomDay,
  planMonth,
  guest,
  reservation,
  reservationHotel,
  hold,
  roomStay,
  closure,
  roomNight,
  roomRate,
  activityBooking,
  activityRate,
  payment,
  correspondence,
  idempotency,
  itineraryLink,
  fetchMessage,
  inventoryLocation,
  inventoryItem,
  stock,
  sale,
  saleItem,
  salePayment,
  event,
  webhookEndpoint,
  webhookDelivery,
  webhookIdentity,
]

/** A table of a move. */
export interface MovedTable {
  name: string
  /** The columns of the database: see `tablesIn`. */
  columns: string[]
  /** The columns of the primary key after `customer_id`; empty: one row for each customer. */
  key: string[]
}

/** The tables of a move in the schema of this release. */
export const movedTables = memoize((): readonly Omit<MovedTable, 'columns'>[] =>
  TABLES.map(table => {
    const { name, primaryKeys } = getTableConfig(table)
    return {
      name,
      key: primaryKeys
        .flatMap(({ columns }) => columns.map(column => column.name))
        .filter(each => each !== 'customer_id'),
    }
  }),
)
