import { setTimeout } from 'node:timers/promises'
import type * as z from 'zod'
import { customerAt, DEMO_CUSTOMER } from '../../demo/hotel.ts'
import type { ApplicationList } from '../../schema/wire/admin'
import type { ApiKeyList, CustomerList } from '../../schema/wire/admin-lists'
import type { Status } from '../../schema/wire/admin-status'
import { CommandError, isPassing, reasonOf } from '../../tooling/command/command-error.ts'
import type { Service, ServiceResponse } from '../../tooling/command/service.ts'
import { nextCursor } from '../customer/list-pages.ts'
import type { Metrics } from './metrics.ts'

export type Customer = Pick<
  z.output<typeof CustomerList>['customers'][number],
  'clientId' | 'name' | 'state' | 'stateSince' | 'createdAt' | 'lastBookingAt' | 'lastRatesAt' | 'webhooks'
>

/** An application or an API key that is accepted. */
interface Credential {
  id: string
  customerId: number
  permissions: string[]
}

export type Source = 'health' | 'healthdb' | 'admin' | 'metrics'

/** What a run has read. The status has the databases of all pages. */
export interface Facts {
  now: number
  /** Sources that could not be read, with the problem. */
  unread: { source: Source; problem: string }[]
  status?: z.output<typeof Status> | undefined
  customers: Customer[]
  credentials: Credential[]
  /** Undefined: there is no access to them. */
  metrics?: Metrics | undefined
}

const ATTEMPTS = 3
const PAUSE_MS = 1000
/** Three attempts take less than the minute that Nagios gives to a command. */
const TIMEOUT_MS = 15_000

/** Reads three times at most, a second apart, because one failure is no fault. Returns undefined and notes the problem if it failed. */
async function read<T>(facts: Facts, source: Source, attempt: () => Promise<T>): Promise<T | undefined> {
  for (let n = 1; ; n++) {
    try {
      return await Promise.race([attempt(), rejectLate()])
    } catch (error) {
      if (n < ATTEMPTS && isPassing(error)) {
        await setTimeout(PAUSE_MS)
        continue
      }
      facts.unread.push({ source, problem: reasonOf(error) })
      return undefined
    }
  }
}

async function rejectLate(): Promise<never> {
  await setTimeout(TIMEOUT_MS, undefined, { ref: false })
  throw new Error(`no response in ${TIMEOUT_MS / 1000} seconds`)
}

/** All pages of a list below /admin, which have it in a field with this name. Undefined: one could not be read. */
async function readPages<T>(
  facts: Facts,
  service: Service,
  path: string,
  list: keyof T & string,
): Promise<T[] | undefined> {
  const pages: T[] = []
  const seen = new Set<string>()
  for (let cursor: string | undefined; ; ) {
    const query = cursor && `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
    const page = await read(facts, 'admin', () => service.admin('GET', `${path}${query ?? ''}`))
    const checked = page && (await read(facts, 'admin', async () => checkedPage(page, list, seen)))
    if (!page || !checked) return undefined
    pages.push(page.json)
    cursor = checked.next
    if (cursor === undefined) return pages
  }
}

/** The cursor of the next page. Throws if the page is none of the service. */
function checkedPage(page: ServiceResponse, list: string, seen: Set<string>): { next: string | undefined } {
  if (!Array.isArray(page.json?.[list])) throw new CommandError(`GET ${page.path} answered without ${list}`)
  refuseOtherDates(page)
  return { next: nextCursor(page, seen) }
}

/** Names of fields that are an instant. */
const INSTANT = /(?:At|[sS]ince)$/

/** Throws if an instant of a response is none: an age that cannot be computed would never be too old. */
function refuseOtherDates({ path, json }: ServiceResponse): void {
  JSON.stringify(json, (name, value) => {
    if (INSTANT.test(name) && value !== null && Number.isNaN(Date.parse(value)))
      throw new CommandError(`GET ${path} answered with ${name} ${JSON.stringify(value)}, which is no date`)
    return value
  })
}

async function healthOf(service: Service): Promise<{ date: number | undefined }> {
  const { json, headers } = await service.requestOk('GET', '/api/Fetch/health')
  if (!json?.content?.status) throw new CommandError(`another server responds at ${service.origin}`)
  const date = headers.get('date')
  if (date !== null && Number.isNaN(Date.parse(date)))
    throw new CommandError(`the Date of a response is ${date}, which is no date`)
  return { date: date === null ? undefined : Date.parse(date) }
}

/** All pages of the status. Undefined: one could not be read, or it is of an earlier release, as after a rollback. */
async function readStatus(facts: Facts, service: Service): Promise<z.output<typeof Status>[] | undefined> {
  const pages = await readPages<z.output<typeof Status>>(facts, service, '/status?pageSize=50', 'databases')
  const earlier = pages?.find(({ webhooks }) => !webhooks)
  if (!earlier) return pages
  const problem = `the service is of release ${earlier.version}, which lacks what the watch reads`
  facts.unread.push({ source: 'admin', problem })
  return undefined
}

/** Reads what is judged. `readMetrics` is undefined without access to the metrics. */
export async function readFacts(service: Service, readMetrics?: () => Promise<Metrics>): Promise<Facts> {
  const facts: Facts = { now: Date.now(), unread: [], customers: [], credentials: [] }
  const health = await read(facts, 'health', () => healthOf(service))
  if (!health) return facts
  // All times are of the service, and the clock of this machine may be wrong. `npm start` sends no date.
  facts.now = health.date ?? facts.now
  const [, status, metrics] = await Promise.all([
    read(facts, 'healthdb', () => service.requestOk('GET', '/api/Fetch/healthdb')),
    readStatus(facts, service),
    readMetrics && read(facts, 'metrics', readMetrics),
  ])
  // Without the status the token is refused, or nothing below /admin responds: one line about it is enough.
  const [customers = [], applications = [], apiKeys = []] = status
    ? await Promise.all([
        readPages<z.output<typeof CustomerList>>(facts, service, '/customers', 'customers'),
        readPages<z.output<typeof ApplicationList>>(facts, service, '/applications', 'applications'),
        readPages<z.output<typeof ApiKeyList>>(facts, service, '/api-keys', 'apiKeys'),
      ])
    : []
  facts.status = status && joined(status)
  facts.customers = customers.flatMap(page => page.customers)
  facts.credentials = [
    ...applications
      .flatMap(page => page.applications)
      .filter(({ status, expiresAt }) => status === 'active' && !(expiresAt && Date.parse(expiresAt) <= facts.now))
      .map(({ clientId, customerId, permissions }) => ({ id: clientId, customerId, permissions })),
    ...apiKeys.flatMap(page => page.apiKeys).filter(({ status }) => status === 'active'),
  ]
  facts.metrics = metrics
  return withoutDemo(facts)
}

/** Each page of the status has its own databases, and their endpoints and lost rows. */
function joined([first, ...others]: z.output<typeof Status>[]) {
  if (!first) return undefined
  const all = [first, ...others]
  return {
    ...first,
    secrets: all.flatMap(({ secrets }, page) => (page ? secrets.filter(({ lost }) => lost > 0) : secrets)),
    databases: all.flatMap(({ databases }) => databases),
    webhooks: { worst: all.flatMap(({ webhooks }) => webhooks.worst) },
  }
}

const isDemo = ({ clientId, name }: Customer) => clientId === DEMO_CUSTOMER && name === customerAt('').name

/** Without the demo hotel, for which nobody books. Where it is the only customer, nobody waits for a run of the service either. */
function withoutDemo(facts: Facts): Facts {
  const { status } = facts
  const demo = facts.customers.find(isDemo)?.clientId
  const customers = facts.customers.filter(each => each.clientId !== demo)
  if (!status) return { ...facts, customers }
  const databases = status.databases.map(({ queue, ...database }) => ({
    ...database,
    queue: queue && { ...queue, inUse: queue.inUse.filter(({ clientId }) => clientId !== demo) },
    ...(!customers.length && { deliveries: null, cleanUp: null }),
  }))
  const worst = status.webhooks.worst.filter(({ customerId }) => customerId !== demo)
  const cleanUp = customers.length ? status.cleanUp : null
  return { ...facts, customers, status: { ...status, databases, cleanUp, webhooks: { worst } } }
}
