import { sql } from 'drizzle-orm'
import { stock } from '../../../schema/tables/inventory'
import type { Setup } from '../../../schema/wire/setup'
import { build, type Statement } from '../../db/drizzle-adapter'
import { jsonChunks } from '../../db/insert-rows'
import type { Scope } from '../../db/scope'
import { type UpsertedRow, upsertRows } from '../../db/upsert-rows'
import { toThousandths } from '../../domain/inventory/inventory'
import { toMinor } from '../../domain/money'
import { SETUP_KINDS, type SetupKind, setupKinds } from '../../domain/setup/kinds'
import { detachMovedRooms } from '../channel/allotment'

/** Settings of the customer. Amounts become minor units of the currency; a property without a time zone gets the customer's. */
export interface SetupDefaults {
  currency: string
  timeZone: string
}

type Rows = { [Kind in SetupKind]: readonly UpsertedRow<(typeof SETUP_KINDS)[Kind]['table']>[] }

/** The statements that write the records of a document. */
export function writeRecords(scope: Scope, setup: Setup, { currency, timeZone }: SetupDefaults): Statement[] {
  const minorUnits = (amount: number) => toMinor(amount, currency) as number
  const rows: Rows = {
    ...setup,
    properties: setup.properties.map(each => ({ ...each, timeZone: each.timeZone ?? timeZone })),
    inventoryItems: setup.inventoryItems.map(({ stock: _, cost, price, ...each }) => ({
      ...each,
      cost: minorUnits(cost),
      price: minorUnits(price),
    })),
  }
  const stocks = setup.inventoryItems.flatMap(({ inventoryId, stock }) =>
    stock.map(({ inventoryLocationId, quantityInHand }) => ({
      inventoryId,
      inventoryLocationId,
      quantityInHand: toThousandths(quantityInHand) as number,
    })),
  )
  return [
    ...detachMovedRooms(
      scope,
      setup.rooms.map(({ roomId, roomTypeId }) => [roomId, roomTypeId] as const),
    ),
    ...setupKinds.flatMap(kind => upsertRows(SETUP_KINDS[kind].table, scope.customer, rows[kind])),
    ...updateSlotCapacity(scope, setup),
    ...upsertRows(stock, scope.customer, stocks),
  ]
}

/** Slots get the new capacity of their activity, but never less than is booked. */
const updateSlotCapacity = ({ customer }: Scope, { activities }: Setup): Statement[] =>
  jsonChunks(activities.map(({ activityId }) => activityId)).map(json =>
    build.run(sql`
    UPDATE activity_slot SET slot_capacity = max(booked, activity.capacity)
    FROM activity
    WHERE activity_slot.customer_id = ${customer}
      AND activity_slot.activity_id IN (SELECT value FROM json_each(${json}))
      AND activity.customer_id = activity_slot.customer_id AND activity.activity_id = activity_slot.activity_id
      AND slot_capacity IS NOT max(booked, activity.capacity)`),
  )
