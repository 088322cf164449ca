import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, ResponseError } from '../../tooling/command/command-error.ts'
import { API } from '../deploy/cloudflare-api.ts'

/** The queries of docs/logs.md that are sent, by the number of their heading, with what they are for. */
export const QUERIES = {
  endpoints: 1,
  failures: 2,
  faults: 3,
  slowest: 5,
  clients: 6,
  anonymous: 7,
  messages: 8,
} as const

type Query = keyof typeof QUERIES
type Row = Record<string, string | number>
export type Metrics = Record<Query, Row[]>

const PAGE = join(import.meta.dirname, '../../docs/logs.md')
const DATASET = 'innlet_requests'
const TIMEOUT_MS = 30_000

/** The text of a query as the docs have it. */
export function queryOf(name: Query, page = readFileSync(PAGE, 'utf8')): string {
  const section = page.split(/^### /m).find(each => each.startsWith(`${QUERIES[name]}. `))
  const [, sql] = /^```sql not-run\n(.*?)^```/ms.exec(section ?? '') ?? []
  if (!sql) throw new CommandError(`docs/logs.md has no query ${QUERIES[name]}`)
  // The docs show the slowest endpoints of a day. An alert needs those of now.
  return name === 'slowest' ? sql.replace("INTERVAL '1' DAY", "INTERVAL '1' HOUR") : sql
}

export interface MetricsAccess {
  accountId: string
  token: string
  /** The dataset; another installation has its own. */
  dataset?: string | undefined
  base?: string | undefined
}

/** Sends the queries to Cloudflare's SQL API. Throws if one fails. */
export async function readMetrics(access: MetricsAccess): Promise<Metrics> {
  const names = Object.keys(QUERIES) as Query[]
  const results = await Promise.all(names.map(async name => [name, await rowsOf(queryOf(name), access)]))
  return Object.fromEntries(results)
}

async function rowsOf(sql: string, { accountId, token, dataset = DATASET, base = API }: MetricsAccess): Promise<Row[]> {
  const response = await fetch(`${base}/accounts/${accountId}/analytics_engine/sql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: sql.replace(`FROM ${DATASET}`, `FROM ${dataset}`),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const { ok, status } = response
  if (!ok) throw new ResponseError(status, `Cloudflare answered ${status} to a query of the metrics`)
  return ((await response.json()) as { data: Row[] }).data
}
