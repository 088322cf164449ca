import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { activity } from '../../../schema/tables/activity'
import { customer as customerTable } from '../../../schema/tables/control'
import { employee, location, property, ratePlan, resource, room, roomType } from '../../../schema/tables/hotel'
import { inventoryItem, inventoryLocation, stock } from '../../../schema/tables/inventory'
import type { SetupDocument } from '../../../schema/wire/setup-document'
import type { Database } from '../../db/database'
import type { Scope } from '../../db/scope'
import { jsonRows } from '../../db/select-json'
import { type Columns, type RowOf, type Rows, selectRows } from '../../db/select-rows'
import { fromThousandths } from '../../domain/inventory/inventory'
import { fromMinor } from '../../domain/money'
import { ID_FIELDS } from '../../domain/setup/rules'

/** A kind of record of the setup. */
export type SetupKind = keyof SetupDocument

/** A record of the setup with its kind and its id. */
export interface SetupEntry {
  kind: SetupKind
  id: string | number
  record: SetupDocument[SetupKind][number]
}

/** How a kind of record is read. */
interface KindReader {
  kind: SetupKind
  /** The statement for the first rows of a customer after an id. */
  select: (customer: number, after: string | number | undefined, rows: number) => Rows<Record<string, unknown>>
  entry: (row: Record<string, unknown>, currency: string) => SetupEntry
}

const stockColumns = { inventoryLocationId: stock.inventoryLocationId, quantity: stock.quantity }

const itemColumns = {
  inventoryId: inventoryItem.inventoryId,
  itemNumber: inventoryItem.itemNumber,
  description: inventoryItem.description,
  size: inventoryItem.size,
  color: inventoryItem.color,
  productType: inventoryItem.productType,
  productImageType: inventoryItem.productImageType,
  productImageURL: inventoryItem.productImageUrl,
  cost: inventoryItem.cost,
  price: inventoryItem.price,
  stock: jsonRows(
    stockColumns,
    line => sql`
    SELECT json_group_array(${line} ORDER BY stock.inventory_location_id) FROM stock
    WHERE stock.customer_id = inventory_item.customer_id AND stock.inventory_id = inventory_item.inventory_id`,
  ),
}

/** A reader of a kind whose records are the selected columns. A column that is NULL is absent. */
function reader<const Kind extends SetupKind, Selected extends Columns>(
  kind: Kind,
  table: SQLiteTable & { customerId: SQLiteColumn },
  columns: Selected & Record<(typeof ID_FIELDS)[Kind], SQLiteColumn>,
  recordOf: (row: RowOf<Selected>, currency: string) => unknown = row => row,
): KindReader {
  const idField = ID_FIELDS[kind]
  const id: SQLiteColumn = columns[idField]
  // Ids are texts or numbers from 1.
  const first = id.dataType === 'string' ? '' : 0
  return {
    kind,
    select: (customer, after = first, rows) =>
      selectRows(
        columns,
        selected => sql`
          SELECT ${selected} FROM ${table} WHERE ${and(eq(table.customerId, customer), gt(id, after))}
          ORDER BY ${asc(id)} LIMIT ${rows}`,
      ) as Rows<Record<string, unknown>>,
    entry: (row, currency) => ({
      kind,
      id: row[idField] as string | number,
      record: withoutNulls(recordOf(row as RowOf<Selected>, currency) as object) as SetupEntry['record'],
    }),
  }
}

const withoutNulls = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))

/** The kinds in the order of the document: each after those that its records refer to. */
const READERS: readonly KindReader[] = [
  reader('properties', property, {
    hotelid: property.hotelId,
    name: property.propertyName,
    timeZone: property.propertyTimeZone,
    fetchHotelKey: property.fetchHotelKey,
    checkInTime: property.checkInTime,
    checkOutTime: property.checkOutTime,
    address: property.address,
    position: property.position,
    phone: property.phone,
    whatsapp: property.whatsapp,
    email: property.email,
    website: property.website,
    directions: property.directions,
    houseInfo: property.houseInfo,
    logoUrl: property.logoUrl,
    imagePath: property.imagePath,
    wifi: property.wifi,
    look: property.look,
  }),
  reader('locations', location, { locationId: location.locationId, name: location.locationName }),
  reader('roomTypes', roomType, {
    roomTypeId: roomType.roomTypeId,
    hotelid: roomType.hotelId,
    name: roomType.roomTypeName,
    description: roomType.roomTypeDescription,
    maxOccupancy: roomType.maxOccupancy,
  }),
  reader('rooms', room, {
    roomId: room.roomId,
    roomTypeId: room.roomTypeId,
    locationId: room.locationId,
    roomName: room.roomName,
    roomNo: room.roomNo,
    floorNo: room.floorNo,
  }),
  reader('ratePlans', ratePlan, { rateId: ratePlan.rateId, hotelid: ratePlan.hotelId, name: ratePlan.rateName }),
  reader('activities', activity, {
    activityId: activity.activityId,
    name: activity.activityName,
    scheduleType: activity.scheduleType,
    capacity: activity.capacity,
  }),
  reader('employees', employee, {
    employeeId: employee.employeeId,
    firstName: employee.employeeFirstName,
    lastName: employee.employeeLastName,
  }),
  reader('resources', resource, {
    resourceId: resource.resourceId,
    name: resource.resourceName,
    resourceTypeId: resource.resourceTypeId,
  }),
  reader('inventoryLocations', inventoryLocation, {
    inventoryLocationId: inventoryLocation.inventoryLocationId,
    name: inventoryLocation.inventoryLocationName,
    description: inventoryLocation.inventoryLocationDescription,
    isActive: inventoryLocation.isActive,
  }),
  reader('inventoryItems', inventoryItem, itemColumns, (row, currency) => ({
    ...row,
    cost: fromMinor(row.cost, currency),
    price: fromMinor(row.price, currency),
    stock: row.stock.map(({ inventoryLocationId, quantity }) => ({
      inventoryLocationId,
      quantityInHand: fromThousandths(quantity),
    })),
  })),
]

/** The kinds of records, in the order of the document. */
export const SETUP_KINDS: readonly SetupKind[] = READERS.map(({ kind }) => kind)

/**
 * At most `rows` records of the setup after a record, in the order of the document. Each kind from that of the record on is
 * read, because nobody knows how many records a kind has. Undefined: there is no such customer.
 */
export async function readSetup(
  db: Database,
  { customer }: Scope,
  { after, rows }: { after: { kind: SetupKind; id: string | number } | undefined; rows: number },
): Promise<SetupEntry[] | undefined> {
  const readers = READERS.slice(after ? SETUP_KINDS.indexOf(after.kind) : 0)
  const [customers, ...found] = await db.batch([
    selectRows(
      { currency: customerTable.currency },
      selected => sql`SELECT ${selected} FROM customer WHERE customer_id = ${customer}`,
    ),
    ...readers.map(({ kind, select }) => select(customer, kind === after?.kind ? after.id : undefined, rows)),
  ])
  const [known] = customers
  if (!known) return undefined
  return readers
    .flatMap(({ entry }, i) => (found[i] as Record<string, unknown>[]).map(row => entry(row, known.currency)))
    .slice(0, rows)
}

/** What integrators do not refer to by its id, or list with its stock. */
const NOT_OF_HOTEL = ['resources', 'inventoryItems'] as const satisfies readonly SetupKind[]

const NO_LIMIT = -1

/** The customer with all its records of the other kinds, in one round trip. */
export async function readHotel(db: Database, { customer }: Scope) {
  const readers = READERS.filter(({ kind }) => !NOT_OF_HOTEL.some(each => each === kind))
  const [customers, ...found] = await db.batch([
    selectRows(
      {
        customerName: customerTable.customerName,
        currency: customerTable.currency,
        timeZone: customerTable.timeZone,
      },
      selected => sql`SELECT ${selected} FROM customer WHERE customer_id = ${customer}`,
    ),
    ...readers.map(({ select }) => select(customer, undefined, NO_LIMIT)),
  ])
  const [known] = customers
  if (!known) throw new Error('the customer of a credential has no row')
  const records = Object.fromEntries(
    readers.map(({ kind, entry }, i) => [
      kind,
      (found[i] as Record<string, unknown>[]).map(row => entry(row, known.currency).record),
    ]),
  )
  return { ...known, ...(records as unknown as Omit<SetupDocument, (typeof NOT_OF_HOTEL)[number]>) }
}
