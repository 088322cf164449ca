import { env } from 'cloudflare:workers'
import { rows } from './house'

/** Everything in the database, by table. */
export type Snapshot = Readonly<Record<string, readonly Record<string, unknown>[]>>

const tables = async () =>
  (
    await rows(`SELECT name FROM sqlite_master
      WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations'`)
  ).map(({ name }) => String(name))

/** The whole database; `where` narrows it to some rows of each table that has the column. */
export async function snapshot(): Promise<Snapshot> {
  const names = await tables()
  const read = await env.DB.batch<Record<string, unknown>>(names.map(name => env.DB.prepare(`SELECT * FROM ${name}`)))
  return Object.fromEntries(names.map((name, i) => [name, read[i]?.results ?? []]))
}

/** The rows of one customer. */
export const ofCustomer = (kept: Snapshot, customer: number): Snapshot =>
  Object.fromEntries(
    Object.entries(kept).map(([table, all]) => [table, all.filter(row => row.customer_id === customer)]),
  )

/** Puts the database back to what it was, and empties KV. */
export async function restore(kept: Snapshot): Promise<void> {
  const insert = (table: string, all: Snapshot[string]) => {
    const columns = Object.keys(all[0] ?? {})
    const values = columns.map(column => `value ->> '$.${column}'`)
    return env.DB.prepare(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM json_each(?)`).bind(
      JSON.stringify(all),
    )
  }
  const filled = Object.entries(kept).filter(([, all]) => all.length > 0)
  await env.DB.batch([
    env.DB.prepare('PRAGMA defer_foreign_keys = on'),
    ...Object.keys(kept).map(table => env.DB.prepare(`DELETE FROM ${table}`)),
    ...filled.map(([table, all]) => insert(table, all)),
  ])
  const { keys } = await env.LINKS.list()
  await Promise.all(keys.map(({ name }) => env.LINKS.delete(name)))
}

/** A text without what no two runs have in common: instants, tokens, random ids and what is made of them. */
export const plain = (text: string) =>
  text
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
    .replace(/(app|key|cs|ik)_[\w-]{16,}/g, '<id>')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uuid>')
    .replace(/(\\*")(?:[\w-]{43}|[\w-]{22})\1/g, '$1<random>$1')
    .replace(/\b1[78]\d{11}\b|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
    .replace(/"audit_id":\d+/g, '"audit_id":0')

/** A snapshot as two runs that did the same have it in common. */
export const comparable = (kept: Snapshot): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(kept).map(([table, all]) => [table, all.map(row => plain(JSON.stringify(row))).sort()]),
  )
