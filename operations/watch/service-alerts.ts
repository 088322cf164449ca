import { type Alert, DAY, type Finding, HOUR, isOlder, timeOf } from './alert.ts'
import type { Facts, Source } from './facts.ts'
import type { Thresholds } from './thresholds.ts'

/* Alerts on the service as a whole, from its health and its status. */

const unread = ({ unread }: Facts, source: Source) =>
  unread.filter(each => each.source === source).map(({ problem }) => ({ text: problem }))

export const SERVICE_ALERTS = {
  reached: {
    level: 2,
    read: 'docs/running.md#the-service-does-not-respond',
    judge: facts => unread(facts, 'health').map(({ text }) => ({ text: `the service does not respond: ${text}` })),
  },
  judged: {
    level: 2,
    read: 'docs/watch.md#what-the-watch-cannot-judge',
    judge: facts => unread(facts, 'admin').map(({ text }) => ({ text: `not judged: ${text}` })),
  },
  metrics: {
    level: 1,
    read: 'docs/watch.md#what-the-watch-cannot-judge',
    judge: facts => unread(facts, 'metrics').map(({ text }) => ({ text: `the metrics are not judged: ${text}` })),
  },
  database: {
    level: 2,
    read: 'docs/running.md#a-database-fails',
    judge: facts => {
      const failing = (facts.status?.databases ?? []).filter(({ state }) => state !== 'ok')
      if (!failing.length) return unread(facts, 'healthdb')
      return failing.map(({ shard, state, fault, missingMigrations }) => ({
        text: `database ${shard} is ${state} (${missingMigrations.length ? `it lacks ${missingMigrations.join(', ')}` : fault})`,
      }))
    },
  },
  secret: {
    level: 2,
    read: 'docs/secrets.md#a-secret-that-is-not-that-of-the-data',
    judge: ({ status }) => (status?.secrets ?? []).map(({ name, problem }) => ({ text: `${name} ${problem}` })),
  },
  databaseSize: {
    level: 1,
    read: 'docs/growth.md#add-a-database',
    judge: ({ status }, { all }) =>
      (status?.databases ?? [])
        .filter(({ sizeBytes }) => (sizeBytes ?? 0) > all.databaseBytes)
        .map(({ shard, sizeBytes }) => ({
          text: `database ${shard} has ${sizeBytes} bytes; D1 refuses writes at 10 GB`,
        })),
  },
  webhooksLate: {
    level: 1,
    read: 'docs/running.md#webhooks-are-late',
    judge: ({ now, status }, { all }) =>
      (status?.databases ?? []).flatMap(({ shard, deliveries }) => {
        if (!deliveries) return []
        const since = timeOf(deliveries.oldestDueAt)
        const { failing, enabled } = deliveries
        const isLate = since !== undefined && isOlder(now, since, all.lateMinutes, HOUR / 60)
        const isMany = failing >= all.failingEndpoints && failing > (enabled * all.failingPercent) / 100
        return [
          ...(isLate ? [{ since, text: `webhooks of database ${shard} are sent late` }] : []),
          ...(isMany ? [{ text: `${failing} of ${enabled} webhook endpoints of database ${shard} fail` }] : []),
        ]
      }),
  },
  hourlyRun: {
    level: 1,
    read: 'docs/running.md#the-hourly-run',
    judge: ({ now, status, customers }, { all }) => {
      if (!status?.cleanUp || !customers.length) return []
      const { lastVisitAt, failed } = status.cleanUp
      const oldest = Math.min(...customers.map(({ createdAt }) => Date.parse(createdAt)))
      const since = timeOf(lastVisitAt) ?? oldest
      const isStopped = isOlder(now, since, all.hourlyRunHours, HOUR)
      if (isStopped) return [{ since, text: `the hourly run has ${lastVisitAt ? 'stopped' : 'never run'}` }]
      return failed && Number.isFinite(all.hourlyRunHours)
        ? [{ text: `the hourly run fails in ${failed} databases` }]
        : []
    },
  },
  backlog: {
    level: 1,
    read: 'docs/running.md#the-hourly-run',
    judge: ({ now, status }, { all }) =>
      (status?.databases ?? []).flatMap(({ shard, cleanUp }) => {
        if (cleanUp?.outcome !== 'backlog') return []
        const since = timeOf(cleanUp.doneAt)
        if (since === undefined || !isOlder(now, since, all.backlogHours, HOUR)) return []
        return [{ since, text: `the hourly run leaves old rows in database ${shard}` }]
      }),
  },
  move: {
    level: 1,
    read: 'docs/growth.md#move-a-customer',
    judge: ({ now, status }, { all }) =>
      (status?.moves ?? [])
        .map(({ clientId, otherShard, since }) => ({ customer: clientId, otherShard, since: Date.parse(since) }))
        .filter(({ since }) => isOlder(now, since, all.moveHours, HOUR))
        .map(({ customer, otherShard, since }) => ({
          customer,
          since,
          text: `the move does not end; its other database is ${otherShard}`,
        })),
  },
  endpoint: {
    level: 1,
    read: 'docs/running.md#an-endpoint-fails',
    judge: (facts, thresholds) => [...namedEndpoints(facts, thresholds), ...otherEndpoints(facts, thresholds)],
  },
  queue: {
    level: 1,
    read: 'docs/running.md#the-fetch-queue-grows',
    judge: ({ now, status }, thresholds) =>
      (status?.databases ?? [])
        .flatMap(({ queue }) => queue?.inUse ?? [])
        .map(({ clientId, hotelid, oldestAt, lastMarkedAt }) => ({
          customer: clientId,
          hotelid,
          // One message that is never marked is no fault while others are.
          since: Math.max(Date.parse(oldestAt), Date.parse(lastMarkedAt)),
        }))
        .filter(({ customer, since }) => isOlder(now, since, thresholds.of(customer).queueHours, HOUR))
        .map(({ customer, hotelid, since }) => ({
          customer,
          since,
          text: `nobody works through the fetch queue of hotel ${hotelid}`,
        })),
  },
} satisfies Record<string, Alert>

/** Endpoints that the status names: those that fail for long, and those that were disabled in the last days. */
function namedEndpoints({ now, status }: Facts, thresholds: Thresholds): Finding[] {
  const worst = status?.webhooks.worst ?? []
  return worst.flatMap(({ customerId: customer, endpointId, host, failures, since: begun, reason }) => {
    const since = Date.parse(begun)
    const { endpointHours, disabledDays } = thresholds.of(customer)
    const name = `webhook endpoint ${endpointId} (${host})`
    if (reason) {
      // An endpoint can stay disabled for years. After some days everyone knows.
      return isOlder(now, since, disabledDays, DAY) || !Number.isFinite(disabledDays)
        ? []
        : [{ customer, since, text: `${name} was disabled: ${reason}` }]
    }
    if (!isOlder(now, since, endpointHours, HOUR)) return []
    return [{ customer, since, text: `${name} fails: ${failures} failures in a row` }]
  })
}

/** The endpoints that the status names at most: `MAX_WORST` of worker/store/upkeep/status.ts. */
const MAX_WORST = 20

/** Endpoints that the status does not name, by customer. The list of customers counts them, and does not know since when they fail. */
function otherEndpoints({ status, customers }: Facts, thresholds: Thresholds): Finding[] {
  const worst = status?.webhooks.worst ?? []
  if (worst.length < MAX_WORST) return []
  return customers.flatMap(({ clientId: customer, webhooks }) => {
    const named = worst.filter(each => each.customerId === customer && !each.reason).length
    const count = webhooks.failing - named
    if (count <= 0 || !Number.isFinite(thresholds.of(customer).endpointHours)) return []
    return [{ customer, text: `more webhook endpoints fail than the status names: ${count} of this customer` }]
  })
}
