import type * as z from 'zod'
import { version } from '../../package.json'
import { type Fingerprints, type LostRows, lostSecrets } from '../../schema/made-with'
import { STATUS_PAGE, Status, StatusQuery } from '../../schema/wire/admin-status'
import { fingerprintsOf } from '../auth/fingerprints'
import { secretProblems } from '../auth/secret-problems'
import { DatabaseUnavailable } from '../db/errors'
import { Refusal, refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { logException } from '../http/log'
import { LIST_HEADERS, pageOf, showPage } from '../http/paging'
import type { RequestContext } from '../request-context'
import { KNOWN_MIGRATIONS } from '../store/upkeep/known-migrations'
import {
  type DirectoryStatus,
  MAX_WORST,
  readDatabaseStatus,
  readDirectoryStatus,
  readMigrations,
} from '../store/upkeep/status'
import { utc } from './application-record'
import { STATUS_EXAMPLE } from './status-example'

export const getStatus = endpoint(
  {
    method: 'GET',
    path: '/admin/status',
    operationId: 'getStatus',
    summary: 'Returns the status of the installation: secrets, customers, moves, hourly run, databases.',
    description:
      `The databases come in pages of ${STATUS_PAGE.usual} by number; \`pageSize\` can be up to ${STATUS_PAGE.largest}. ` +
      'With `shard`: only that database. If `X-Has-More` is true, send `X-Next-Cursor` as `cursor` for the next page. The ' +
      'other fields are on every page. The response is 200 also if databases fail: `state` and `fault` say which and why.',
    auth: 'admin',
    example: { response: STATUS_EXAMPLE },
    query: StatusQuery,
    zeroParameters: ['shard'],
    response: Status,
    responseHeaders: LIST_HEADERS,
    errors: ['INVALID_FIELD'],
  },
  async call => {
    const { shard, pageSize = STATUS_PAGE.usual, cursor } = call.query
    const { count } = call.shards
    if (shard !== undefined && shard >= count) {
      return refuse('INVALID_FIELD', `shard: expected the number of a database, from 0 to ${count - 1}`)
    }
    const list = `status ${shard ?? 'all'}`
    const page = await pageOf(call, list, { pageSize, cursor })
    if (page instanceof Refusal) return page

    const first = shard ?? Number(page.after?.[0] ?? -1) + 1
    const end = shard === undefined ? Math.min(first + page.size, count) : first + 1
    const numbers = Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i)
    const fingerprints = await fingerprintsOf(call.settings)
    const [unusable, directory, ...found] = await Promise.all([
      secretProblems(call.settings),
      readDirectoryStatus(call.db, count).catch(error => failed(call, 0, error)),
      ...numbers.map(number => databaseStatus(call, number, fingerprints)),
    ])
    const databases = found.map(({ lost: _lost, worst: _worst, ...database }) => database)
    const named = new Set(unusable.map(({ name }) => name))
    const lost = lostSecrets(found.map(({ lost }) => lost)).filter(({ name }) => !named.has(name))

    const known = 'fault' in directory ? undefined : directory
    const rows = databases.map(database => ({ ...database, ...ofDirectory(known, database.shard) }))
    const hasMore = shard === undefined && end < count
    const { shown, headers } = await showPage(call, list, page, {
      read: { rows, hasMore },
      position: row => [row.shard],
    })
    return success(
      {
        version,
        migration: KNOWN_MIGRATIONS.at(-1) as string,
        secrets: [...unusable.map(problem => ({ ...problem, lost: 0 })), ...lost],
        customers: known ? known.counts.reduce((sum, { customers }) => sum + customers, 0) : null,
        moves: known?.moves.map(move) ?? null,
        cleanUp: known ? cleanUpSummary(known, count) : null,
        webhooks: { worst: worstOf(found.flatMap(({ worst }) => worst)) },
        databases: [...shown],
      },
      { headers },
    )
  },
)

type DatabaseRecord = z.input<typeof Status>['databases'][number]
type Found = Awaited<ReturnType<typeof readDatabaseStatus>>
type WorstEndpoints = Found['worst']
type UsedQueue = Found['queue']['inUse'][number]
type OwnStatus = Omit<DatabaseRecord, 'customers' | 'cleanUp'> & { lost: Partial<LostRows>; worst: WorstEndpoints }

/** Of an address only the host is shown: the path and the query may have a secret of the receiver. */
const worstOf = (endpoints: WorstEndpoints) =>
  endpoints
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_WORST)
    .map(({ rank: _, url, since, ...endpoint }) => ({
      ...endpoint,
      host: URL.parse(url)?.host ?? '',
      since: instant(since),
    }))

/** Logs why a database cannot be read, and returns the kind of the fault. */
function failed({ requestId }: RequestContext, database: number, error: unknown): { fault: string } {
  logException(requestId, error, { database })
  return { fault: (error instanceof DatabaseUnavailable && error.d1Fault) || 'exception' }
}

/** What a database says of itself. One that lacks a migration may refuse the statements of this release. */
async function databaseStatus(call: RequestContext, shard: number, fingerprints: Fingerprints): Promise<OwnStatus> {
  const db = call.shards.at(shard)
  const found = await readDatabaseStatus(db, fingerprints).catch(error => failed(call, shard, error))
  if (!('fault' in found)) {
    const migrations = migrationsOf(found.applied)
    return {
      shard,
      state: migrations.missingMigrations.length ? 'outdated' : 'ok',
      fault: null,
      sizeBytes: found.sizeBytes ?? null,
      lost: found.lost,
      worst: found.worst,
      tenancies: tenancyCounts(found.tenancies),
      ...migrations,
      queue: {
        ...found.queue,
        hotels: found.queue.hotels.map(hotelQueue),
        inUse: found.queue.inUse.map(usedQueue),
      },
      deliveries: { ...found.deliveries, oldestDueAt: utc(found.deliveries.oldestDueAt) },
    }
  }
  const migrations = migrationsOf(await readMigrations(db).catch(() => undefined))
  const isOutdated = migrations.missingMigrations.length > 0
  return {
    shard,
    state: isOutdated ? 'outdated' : 'unavailable',
    fault: found.fault,
    sizeBytes: null,
    lost: {},
    worst: [],
    tenancies: null,
    ...migrations,
    queue: null,
    deliveries: null,
  }
}

/** `applied` is undefined where it cannot be read. */
const migrationsOf = (applied: readonly string[] | undefined) => ({
  migration: applied?.at(-1) ?? null,
  missingMigrations: applied ? KNOWN_MIGRATIONS.filter(name => !applied.includes(name)) : [],
  unknownMigrations: applied?.filter(name => !KNOWN_MIGRATIONS.includes(name)) ?? [],
})

const tenancyCounts = (counts: Found['tenancies']) => ({
  ...{ serving: 0, leaving: 0, arriving: 0, gone: 0 },
  ...Object.fromEntries(counts.map(({ state, customers }) => [state, customers])),
})

const hotelQueue = (row: { customerId: number; hotelId: string; pending: number; oldestAt: number }) => ({
  clientId: row.customerId,
  hotelid: row.hotelId,
  pending: row.pending,
  oldestAt: instant(row.oldestAt),
})

const usedQueue = ({ customerId, hotelId, oldestAt, lastMarkedAt }: UsedQueue) => ({
  clientId: customerId,
  hotelid: hotelId,
  oldestAt: instant(oldestAt),
  lastMarkedAt: instant(lastMarkedAt),
})

const instant = (at: number) => new Date(at).toISOString()

/** What the first database knows of a database. */
function ofDirectory(known: DirectoryStatus | undefined, shard: number): Pick<DatabaseRecord, 'customers' | 'cleanUp'> {
  if (!known) return { customers: null, cleanUp: null }
  const visit = known.visits.find(each => each.shard === shard)
  return {
    customers: known.counts.find(each => each.shard === shard)?.customers ?? 0,
    cleanUp: visit
      ? {
          begunAt: instant(visit.begunAt),
          endedAt: utc(visit.endedAt),
          outcome: visit.outcome,
          deletedRows: visit.deletedRows,
          doneAt: utc(visit.doneAt),
        }
      : null,
  }
}

const move = ({ customerId, shard, otherShard, updatedAt }: DirectoryStatus['moves'][number]) => ({
  clientId: customerId,
  shard,
  otherShard: otherShard as number,
  since: instant(updatedAt),
})

function cleanUpSummary({ visits }: DirectoryStatus, databases: number) {
  const withOutcome = (outcome: string) => visits.filter(visit => visit.outcome === outcome).length
  return {
    lastVisitAt: visits.length ? instant(Math.max(...visits.map(({ begunAt }) => begunAt))) : null,
    done: withOutcome('done'),
    begun: withOutcome('begun'),
    backlog: withOutcome('backlog'),
    failed: withOutcome('failed'),
    never: databases - visits.length,
  }
}
