import { and, asc, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { customer as customerTable } from '../../../schema/tables/control'
import { stock } from '../../../schema/tables/inventory'
import type { SetupDocument } from '../../../schema/wire/setup-document'
import type { Database } from '../../db/database'
import type { Scope } from '../../db/scope'
import { jsonRows } from '../../db/select-json'
import { type Columns, type Rows, selectRows } from '../../db/select-rows'
import { fromThousandths } from '../../domain/inventory/inventory'
import { fromMinor } from '../../domain/money'
import { SETUP_KINDS, type SetupKind, setupKinds } from '../../domain/setup/kinds'

/** A record of the setup with its kind and its id. */
export interface SetupEntry {
  kind: SetupKind
  id: string | number
  record: SetupDocument[SetupKind][number]
}

type Row = Readonly<Record<string, unknown>>

const stocks = jsonRows(
  { inventoryLocationId: stock.inventoryLocationId, quantityInHand: stock.quantityInHand },
  line => sql`
    SELECT json_group_array(${line} ORDER BY stock.inventory_location_id) FROM stock
    WHERE stock.customer_id = inventory_item.customer_id AND stock.inventory_id = inventory_item.inventory_id`,
)

/** The columns of each kind: the fields of its records. */
const COLUMNS = new Map(
  setupKinds.map((kind): [SetupKind, Columns] => {
    const { customerId: _, ...columns } = getTableColumns(SETUP_KINDS[kind].table)
    return [kind, kind === 'inventoryItems' ? { ...columns, stock: stocks } : columns]
  }),
)

/** The first records of a kind after an id. */
function selectRecords(
  kind: SetupKind,
  { customer }: Scope,
  { after, rows }: { after?: string | number; rows: number },
): Rows<Row> {
  const { table, id: idField } = SETUP_KINDS[kind]
  const columns = COLUMNS.get(kind) as Columns
  const id = columns[idField] as SQLiteColumn
  // Ids are texts or numbers from 1.
  const first = id.dataType === 'string' ? '' : 0
  return selectRows(
    columns,
    selected => sql`
      SELECT ${selected} FROM ${table} WHERE ${and(eq(table.customerId, customer), gt(id, after ?? first))}
      ORDER BY ${asc(id)} LIMIT ${rows}`,
  )
}

/** A column that is NULL is absent. */
function recordOf(kind: SetupKind, row: Row, currency: string): SetupEntry['record'] {
  const fields = kind === 'inventoryItems' ? itemOf(row as StoredItem, currency) : row
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as SetupEntry['record']
}

type StoredItem = SetupDocument['inventoryItems'][number]

/** Amounts are stored in minor units, quantities in thousandths of a unit. */
const itemOf = (item: StoredItem, currency: string) => ({
  ...item,
  cost: fromMinor(item.cost, currency),
  price: fromMinor(item.price, currency),
  stock: item.stock.map(line => ({ ...line, quantityInHand: fromThousandths(line.quantityInHand) })),
})

/**
 * At most `rows` records of the setup after a record, in the order of the document. Each kind from that of the record on is
 * read, because nobody knows how many records a kind has. Undefined: there is no such customer.
 */
export async function readSetup(
  db: Database,
  scope: Scope,
  { after, rows }: { after: { kind: SetupKind; id: string | number } | undefined; rows: number },
): Promise<SetupEntry[] | undefined> {
  const kinds = setupKinds.slice(after ? setupKinds.indexOf(after.kind) : 0)
  const [customers, ...found] = await db.batch([
    selectRows(
      { currency: customerTable.currency },
      selected => sql`SELECT ${selected} FROM customer WHERE customer_id = ${scope.customer}`,
    ),
    ...kinds.map(kind => selectRecords(kind, scope, { after: kind === after?.kind ? after.id : undefined, rows })),
  ])
  const [known] = customers
  if (!known) return undefined
  return kinds
    .flatMap((kind, i) =>
      (found[i] as Row[]).map(row => ({
        kind,
        id: row[SETUP_KINDS[kind].id] as SetupEntry['id'],
        record: recordOf(kind, row, known.currency),
      })),
    )
    .slice(0, rows)
}

/** What integrators do not refer to by its id, or list with its stock. */
const NOT_OF_HOTEL = ['resources', 'inventoryItems'] as const satisfies readonly SetupKind[]

const NO_LIMIT = -1

/** The customer with all its records of the other kinds, in one round trip. */
export async function readHotel(db: Database, scope: Scope) {
  const kinds = setupKinds.filter(kind => !NOT_OF_HOTEL.some(each => each === kind))
  const [customers, ...found] = await db.batch([
    selectRows(
      {
        customerName: customerTable.customerName,
        currency: customerTable.currency,
        timeZone: customerTable.timeZone,
      },
      selected => sql`SELECT ${selected} FROM customer WHERE customer_id = ${scope.customer}`,
    ),
    ...kinds.map(kind => selectRecords(kind, scope, { rows: NO_LIMIT })),
  ])
  const [known] = customers
  if (!known) throw new Error('the customer of a credential has no row')
  const records = Object.fromEntries(
    kinds.map((kind, i) => [kind, (found[i] as Row[]).map(row => recordOf(kind, row, known.currency))]),
  )
  return { ...known, ...(records as unknown as Omit<SetupDocument, (typeof NOT_OF_HOTEL)[number]>) }
}
