import { databases, emptyKv, insertTables, readTables } from './service'

/** All rows, by table. */
export type Snapshot = Readonly<Record<string, readonly Record<string, unknown>[]>>

/** With several databases, the name of a table has the number of its database. */
const qualifiedName = (shard: number, table: string) => (databases.length > 1 ? `${shard}.${table}` : table)

/** Reads all databases. */
export async function snapshot(): Promise<Snapshot> {
  const all = await Promise.all(
    databases.map(async (database, shard) =>
      (await readTables(database)).map(({ table, rows }) => [qualifiedName(shard, table), rows] as const),
    ),
  )
  return Object.fromEntries(all.flat())
}

/** The rows of one customer. */
export const rowsOfCustomer = (snapshot: Snapshot, customer: number): Snapshot =>
  Object.fromEntries(
    Object.entries(snapshot).map(([table, all]) => [table, all.filter(row => row.customer_id === customer)]),
  )

/** Restores the databases to a snapshot, and empties KV. */
export async function restoreSnapshot(snapshot: Snapshot): Promise<void> {
  const tablesIn = (shard: number) =>
    Object.entries(snapshot).flatMap(([name, rows]) => {
      const [, number, table = ''] = /^(?:(\d+)\.)?(\w+)$/.exec(name) ?? []
      return Number(number ?? 0) === shard ? [{ table, rows }] : []
    })
  await Promise.all(databases.map((database, shard) => insertTables(database, tablesIn(shard), true)))
  await emptyKv()
}

/** Replaces what differs between two runs: instants, tokens, random ids and values derived from them. */
export const withoutRandomValues = (text: string) =>
  text
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
    .replace(/(app|key|cs|ik)_[\w-]{16,}/g, '<id>')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uuid>')
    .replace(/\b[\da-f]{64}\b/g, '<checksum>')
    .replace(/(\\*")(?:[\w-]{43}|[\w-]{22})\1/g, '$1<random>$1')
    .replace(/\b1[78]\d{11}\b|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
    .replace(/"audit_id":\d+/g, '"audit_id":0')

/** A snapshot without the values that differ between two runs. */
export const comparable = (snapshot: Snapshot): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(snapshot).map(([table, all]) => [
      table,
      all.map(row => withoutRandomValues(JSON.stringify(row))).sort(),
    ]),
  )
