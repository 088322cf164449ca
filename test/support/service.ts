import { applyD1Migrations, reset } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, vi } from 'vitest'
import { seaHotel } from '../fixtures/sea-hotel'

/** The origin of the service in tests. */
export const SERVICE_URL = 'https://innlet.test'

/** Sends one HTTP request, in the real runtime. A body that is not a string is sent as JSON. */
export async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  isEmpty = false
  return readResponse(await exports.default.fetch(newRequest(method, path, body, headers)))
}

/** The request that `send` sends, for tests that pass it to the Worker themselves. */
export const newRequest = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  new Request<unknown, IncomingRequestCfProperties>(`${SERVICE_URL}${path}`, {
    method,
    redirect: 'manual',
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers: {
      'cf-connecting-ip': address,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  })

/** Reads a response to its end. */
export async function readResponse(response: Response) {
  const text = await response.text()
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  // biome-ignore lint/suspicious/noExplicitAny: responses have many shapes
  const json: any = isJson && text ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, json }
}

/** A response, read to its end. */
export type Answer = Awaited<ReturnType<typeof readResponse>>

/** Sends a request of the administrator. */
export const admin = (method: string, path: string, body?: unknown) =>
  send(method, `/admin${path}`, body, { authorization: `Bearer ${env.ADMIN_TOKEN}` })

export const ALL_PERMISSIONS = ['reservations:write', 'rates:write', 'inventory:write', 'events:write']

/** Creates a customer with the sea hotel, and an integrator with an access token. */
export async function openHotel(customer = 1, permissions = ALL_PERMISSIONS) {
  const name = `${customer} ${permissions.join()}`
  const canCopy = isEmpty && !vi.isFakeTimers()
  const copy = setupCopies.get(name)
  if (canCopy && copy) {
    isEmpty = false
    await Promise.all(databases.map((database, i) => insertTables(database, copy.tables[i] as TableRows[])))
    return { customer, ...toIntegrator(copy.credentials) }
  }
  const { currency, timeZone, logoUrl, imagePath, setup } = seaHotel
  await expectStatus(
    200,
    admin('PUT', `/customers/${customer}`, { name: seaHotel.name, currency, timeZone, logoUrl, imagePath }),
  )
  await expectStatus(200, admin('PUT', `/customers/${customer}/setup`, setup))
  const opened = await integrator(customer, permissions)
  if (canCopy) setupCopies.set(name, { tables: await Promise.all(databases.map(readTables)), credentials: opened })
  return { customer, ...opened }
}

/** The rows of a table, with their columns. */
interface TableRows {
  table: string
  rows: readonly Record<string, unknown>[]
}

/** The rows that `openHotel` wrote into empty databases, by its arguments. Inserting them again takes a fifth of the time. */
const setupCopies = new Map<string, { tables: TableRows[][]; credentials: Credentials }>()

/** The address of the client. */
let address = ''

/** Gives the hotels that are opened from now on new credentials, and requests another address: each has rate limits of its own. */
export function beginFile(): void {
  setupCopies.clear()
  address = `10.${crypto.getRandomValues(new Uint8Array(3)).join('.')}`
}

/** Whether nothing was sent or written since `resetService`. */
let isEmpty = false

/** Reads all tables of a database. */
export const readTables = async (database: D1Database): Promise<TableRows[]> => {
  const read = await rowsByTable(await tablesOf(database), database)
  return Object.entries(read).map(([table, rows]) => ({ table, rows }))
}

/**
 * Inserts the rows of tables, after deleting those that are there with `replace`. Each table follows those that it refers to:
 * after `PRAGMA defer_foreign_keys` SQLite would compile every statement again.
 */
export async function insertTables(database: D1Database, tables: readonly TableRows[], replace = false): Promise<void> {
  await database.batch([
    ...(replace ? tables.toReversed().map(({ table }) => database.prepare(`DELETE FROM ${table}`)) : []),
    ...tables.flatMap(({ table, rows }) => {
      const columns = Object.keys(rows[0] ?? {})
      if (!columns.length) return []
      const values = columns.map(column => `value ->> '${column}'`)
      const sql = `INSERT INTO ${table} (${columns}) SELECT ${values} FROM json_each(?)`
      return [database.prepare(sql).bind(JSON.stringify(rows))]
    }),
  ])
}

interface Credentials {
  clientId: string
  clientSecret: string
  token: string
}

/** Creates an application of a customer, and a function that sends requests with its token. */
export async function integrator(customer: number, permissions = ALL_PERMISSIONS) {
  const created = await expectStatus(
    201,
    admin('POST', '/applications', { name: 'tests', customerId: customer, product: 'innlet', permissions }),
  )
  const { clientId, clientSecret } = created.json
  await markUsed('application')
  const granted = await expectStatus(200, requestToken({ client_id: clientId, client_secret: clientSecret }))
  return toIntegrator({ clientId, clientSecret, token: granted.json.access_token })
}

/** Stores that all credentials of a kind were used today: else the first use of each is stored after its response. */
export const markUsed = (table: 'application' | 'api_key') =>
  rows(`UPDATE ${table} SET last_used_at = ${Date.now()} WHERE last_used_at IS NULL`)

const toIntegrator = (credentials: Credentials) => ({
  ...credentials,
  call: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(method, `/api${path}`, body, { authorization: `Bearer ${credentials.token}`, ...headers }),
})

/** A customer with the sea hotel, and an integrator of it. */
export type Hotel = Awaited<ReturnType<typeof openHotel>>
/** Sends a request of an integrator. The path begins after `/api`. */
export type Call = Hotel['call']

/** A token request as JSON, for the audience of this API by default. */
export const requestToken = (fields: Record<string, unknown>) =>
  send('POST', '/oauth/token', { grant_type: 'client_credentials', audience: 'innlet-api', ...fields })

/** The number of responses of each status. */
export const statusesOf = (answers: readonly { status: number }[]): Record<number, number> =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]))

/** Expects a status; otherwise throws with the response. */
export async function expectStatus(status: number, answer: Promise<Answer>) {
  const got = await answer
  if (got.status !== status) throw new Error(`expected ${status}, got ${got.status}: ${got.text}`)
  return got
}

/** Expects a response with one error, of this code and, where it is given, this description. */
export async function expectRefusal(
  answer: Pick<Answer, 'status' | 'json'> | Promise<Answer>,
  status: number,
  code: string,
  description?: string | RegExp,
) {
  const response = await answer
  const text = description instanceof RegExp ? expect.stringMatching(description) : (description ?? expect.any(String))
  const errors = [{ code, description: text }]
  expect({ status: response.status, errors: response.json?.errors }).toMatchObject({ status, errors })
}

/**
 * The databases by number: one, or the control database and that of the customers of the tests. The latter is always bound as
 * `DB`.
 */
export const databases = env.CONTROL ? [env.CONTROL, env.DB] : [env.DB]
const [control] = databases as [D1Database]

/** The claim of the customer's database in tokens; absent with one database. */
export const SHARD = databases.length > 1 ? { shard: 1 } : {}

/** Reads rows from a database directly. */
export async function rowsIn(database: D1Database, sql: string, ...values: unknown[]) {
  isEmpty = false
  const { results } = await database
    .prepare(sql)
    .bind(...values)
    .all<Record<string, unknown>>()
  return results
}

/** Reads rows from the database that holds the table; rows of `audit` from all databases. */
export async function rows(sql: string, ...values: unknown[]) {
  if (/\baudit\b/.test(sql)) {
    const all = await Promise.all(databases.map(each => rowsIn(each, sql, ...values)))
    return all.flat().sort((one, other) => Number(one.at ?? 0) - Number(other.at ?? 0))
  }
  return rowsIn(
    /\b(application|api_key|interface_audience|customer_directory|clean_up_visit|person|person_role|passkey|session|invitation|used_challenge)\b/.test(
      sql,
    )
      ? control
      : env.DB,
    sql,
    ...values,
  )
}

/** Reads tables in one batch. */
export async function rowsByTable(
  tables: readonly string[],
  database: D1Database = env.DB,
): Promise<Record<string, Record<string, unknown>[]>> {
  const read = await database.batch<Record<string, unknown>>(
    tables.map(table => database.prepare(`SELECT * FROM ${table}`)),
  )
  return Object.fromEntries(tables.map((table, i) => [table, read[i]?.results ?? []]))
}

/** Creates the tables in every database. */
export const makeTables = () => Promise.all(databases.map(each => applyD1Migrations(each, env.MIGRATIONS)))

/**
 * Removes everything from D1 and KV. The runtime deletes only databases that are in memory, and drops those that were unused for
 * ten seconds; a read loads them again.
 */
async function emptyStorage(): Promise<void> {
  await Promise.all([...databases.map(each => each.prepare('SELECT 1').run()), env.LINKS.get('-')])
  await reset()
}

/** Whether a row `s` of `sqlite_schema` is a table of the service. */
export const OWN_TABLE = `s.type = 'table' AND s.name NOT LIKE 'sqlite_%' AND s.name NOT LIKE '_cf_%' AND s.name <> 'd1_migrations'`

const TABLES = `WITH RECURSIVE
  own AS (SELECT s.name FROM sqlite_schema AS s WHERE ${OWN_TABLE}),
  reference AS (SELECT DISTINCT name AS child, "table" AS parent FROM own, pragma_foreign_key_list(own.name)),
  placed AS (
    SELECT name, 0 AS place FROM own UNION
    SELECT child, place + 1 FROM placed JOIN reference ON parent = name AND child <> parent)
  SELECT name FROM placed GROUP BY name ORDER BY max(place), name`

/** The names of the service's tables in a database, each after those that it refers to. */
export const tablesOf = async (database: D1Database) => (await rowsIn(database, TABLES)).map(({ name }) => String(name))

/** The schema of a database as one text: tables, statistics and applied migrations. */
const SCHEMA = `SELECT json_array(
  (SELECT json_group_array(name || ' ' || sql) FROM (SELECT name, sql FROM sqlite_master ORDER BY name)),
  (SELECT json_group_array(json_array(tbl, idx, stat)) FROM (SELECT * FROM sqlite_stat1 ORDER BY tbl, idx)),
  (SELECT json_group_array(name) FROM (SELECT name FROM d1_migrations ORDER BY id))) AS "schema"`
const schemaOf = async (database: D1Database) => String((await rowsIn(database, SCHEMA))[0]?.schema)

/** A database after the migrations: its schema, and a statement that tells which tables have rows. */
interface MigratedDatabase {
  schema: string
  filledTables: string
}

const migratedDatabase = async (database: D1Database): Promise<MigratedDatabase> => {
  const tables = [...(await tablesOf(database)), 'sqlite_sequence']
  const filledTables = `SELECT ${tables.map(name => `EXISTS (SELECT 1 FROM ${name}) AS ${name}`)}`
  return { schema: await schemaOf(database), filledTables }
}

/** The databases after the migrations. */
let migrated: MigratedDatabase[] | undefined

/** Deletes all rows of a database. False if its schema is not that after the migrations. */
async function deleteRows(database: D1Database, { schema, filledTables }: MigratedDatabase): Promise<boolean> {
  const statements = [SCHEMA, filledTables].map(sql => database.prepare(sql))
  // The statements fail without the tables.
  const [found, filled] = await database.batch<Record<string, unknown>>(statements).catch(() => [])
  if (found?.results[0]?.schema !== schema) return false
  const names = Object.entries(filled?.results[0] ?? {}).flatMap(([name, isFilled]) => (isFilled ? [name] : []))
  if (!names.length) return true
  await database.batch(names.toReversed().map(name => database.prepare(`DELETE FROM ${name}`)))
  return true
}

/** Deletes all keys of KV. */
export async function emptyKv(): Promise<void> {
  const { keys } = await env.LINKS.list()
  await Promise.all(keys.map(({ name }) => env.LINKS.delete(name)))
}

/** An empty service with its tables. Deleting the rows takes a tenth of the time of creating the tables. */
export async function resetService(): Promise<void> {
  const [areEmpty] = await Promise.all([deleteAllRows(), emptyKv()])
  if (!areEmpty) {
    await emptyStorage()
    await makeTables()
    migrated = await Promise.all(databases.map(migratedDatabase))
  }
  isEmpty = true
}

/** Deletes all rows of all databases. False if a database is not as after the migrations. */
async function deleteAllRows(): Promise<boolean> {
  if (!migrated) return false
  const known = migrated
  const done = await Promise.all(databases.map((database, i) => deleteRows(database, known[i] as MigratedDatabase)))
  return done.every(Boolean)
}

/** An empty service with its tables before each test of the file. */
export const resetBeforeEach = () => beforeEach(resetService)

/** An empty service with the sea hotel before each test of the file. The fields are those of the test that runs. */
export const hotelBeforeEach = (customer = 1): Hotel => hotelBefore(beforeEach, customer)

/** The same once for all tests of the file: they change nothing that another one reads. */
export const hotelBeforeAll = (customer = 1): Hotel => hotelBefore(beforeAll, customer)

function hotelBefore(before: typeof beforeAll | typeof beforeEach, customer: number): Hotel {
  let opened: Hotel
  const call: Call = (...request) => opened.call(...request)
  const hotel = { call } as Hotel
  before(async () => {
    await resetService()
    opened = await openHotel(customer)
    Object.assign(hotel, opened, { call })
  })
  return hotel
}
