/**
 * The rows that work only with the secret that they were made with. Its fingerprint is in `made_with`; empty: a release before
 * 1.1.0 made the row, and nothing is known. `inUse` tells the rows that still count.
 */
const MADE_WITH = [
  {
    secret: 'SECRET_PEPPER',
    table: 'application',
    inUse: "application_status <> 'revoked'",
    one: 'application',
    many: 'applications',
  },
  { secret: 'SECRET_PEPPER', table: 'api_key', inUse: 'revoked_at IS NULL', one: 'API key', many: 'API keys' },
  {
    secret: 'LINK_KEYS',
    table: 'itinerary_link',
    inUse: 'expires_at > unixepoch() * 1000',
    one: 'link',
    many: 'links',
  },
  {
    secret: 'WEBHOOK_KEYS',
    table: 'webhook_endpoint',
    inUse: "endpoint_status <> 'deleted'",
    one: 'webhook endpoint',
    many: 'webhook endpoints',
  },
] as const

type Secret = (typeof MADE_WITH)[number]['secret']

/** The secrets that stored rows depend on. */
export const DATA_SECRETS: readonly Secret[] = [...new Set(MADE_WITH.map(({ secret }) => secret))]

type Table = (typeof MADE_WITH)[number]['table']

/** The fingerprints of the configured secrets; of a set of keys, those of all keys. A secret that cannot be used has none. */
export type Fingerprints = Partial<Record<Secret, readonly string[]>>

/** By table, the rows of a database that no longer work. */
export type LostRows = Record<Table, number>

/** Rows of a table that are read: each database counts so far. */
const MAX_ROWS = 10_000

/** Reads the lost rows of a database. Fingerprints are hexadecimal, so that they can be part of the statement. */
export const lostRowsQuery = (fingerprints: Fingerprints) =>
  `SELECT ${MADE_WITH.map(({ secret, table, inUse }) => `${lostIn(table, inUse, fingerprints[secret])} AS ${table}`).join(', ')}`

const lostIn = (table: string, inUse: string, known: readonly string[] | undefined) =>
  known
    ? `(SELECT count(*) FROM (SELECT made_with FROM ${table} WHERE ${inUse} LIMIT ${MAX_ROWS}) WHERE made_with NOT IN (${['', ...known].map(each => `'${each}'`).join(', ')}))`
    : '0'

/** The secrets with which rows no longer work, and how many these are in all databases. One that cannot be read has no counts. */
export function lostSecrets(
  databases: readonly Readonly<Record<string, unknown>>[],
): { name: Secret; problem: string; lost: number }[] {
  return DATA_SECRETS.flatMap(name => {
    const found = MADE_WITH.filter(({ secret }) => secret === name).map(({ table, one, many }) => {
      const count = databases.reduce((sum, rows) => sum + Number(rows[table] ?? 0), 0)
      return { count, text: `${count} ${count === 1 ? one : many}` }
    })
    const lost = found.reduce((sum, { count }) => sum + count, 0)
    const list = found.flatMap(({ count, text }) => (count ? [text] : [])).join(' and ')
    return lost ? [{ name, lost, problem: `is valid, but not the one of ${list}, which no longer work` }] : []
  })
}
