import { CommandError } from '../../tooling/command/command-error.ts'
import { type Alert, DAY, type Finding, HOUR } from './alert.ts'
import type { Facts } from './facts.ts'
import type { Metrics } from './metrics.ts'

/* Alerts that only the metrics know. Each counts the time of its query, which ends now. */

const MINUTES_5 = HOUR / 12

type Row = Metrics['endpoints'][number]
/** Cloudflare writes large counts as text. What is no number would be less than every threshold. */
function numberOf(row: Row, column: string): number {
  const value = Number(row[column])
  if (Number.isNaN(value)) throw new CommandError(`a query of the metrics answered with ${column} ${row[column]}`)
  return value
}
const sum = (rows: Row[], column: string) => rows.reduce((total, row) => total + numberOf(row, column), 0)
const most = (rows: Row[], column: string) => rows.toSorted((a, b) => numberOf(b, column) - numberOf(a, column))[0]
const groups = (rows: Row[], key: (row: Row) => unknown) => [...Map.groupBy(rows, key)]
const listOf = (rows: Row[], column: string) => rows.map(row => `${row.code} ${Number(row[column])}`).join(', ')

/** The customer of a row. Without a valid credential the customer is that of the application which has the client id. */
const customerOf = ({ customer, client }: Row, { credentials }: Facts): number | undefined =>
  Number(customer) || credentials.find(({ id }) => id === client)?.customerId

type Judge = (facts: Facts, metrics: Metrics, thresholds: Parameters<Alert['judge']>[1]) => Finding[]

const alert = (level: Alert['level'], read: string, window: number, judge: Judge): Alert => ({
  level,
  read,
  metrics: true,
  judge: (facts, thresholds) =>
    facts.metrics ? judge(facts, facts.metrics, thresholds).map(each => ({ since: facts.now - window, ...each })) : [],
})

export const METRICS_ALERTS = {
  failedRequests: alert(
    2,
    'docs/logs.md#2-failed-requests-by-customer-and-database',
    MINUTES_5,
    (facts, { endpoints, failures }, { all }) => {
      const [failed, requests] = [sum(endpoints, 'failed'), sum(endpoints, 'requests')]
      if (failed < all.failedRequests || failed <= (requests * all.failedPercent) / 100) return []
      const worst = most(endpoints, 'failed')
      return groups(failures, row => customerOf(row, facts)).map(([customer, rows]) => ({
        customer: customer as number | undefined,
        text: `requests fail: ${listOf(rows, 'failed')}; of all ${requests} ${failed} fail, most at ${worst?.endpoint}`,
      }))
    },
  ),
  bug: alert(2, 'docs/logs.md#exceptions', MINUTES_5, (facts, { failures }, { all }) =>
    failures
      .filter(({ code, failed }) => code === 'INTERNAL_ERROR' && Number(failed) >= all.bugs)
      .map(row => ({ customer: customerOf(row, facts), text: `a bug refuses requests: ${row.failed} INTERNAL_ERROR` })),
  ),
  overloaded: alert(1, 'docs/running.md#faults-of-d1', MINUTES_5, (_, { faults }, { all }) =>
    groups(faults, ({ shard }) => shard)
      .filter(([, rows]) => sum(rows, 'overloaded') >= all.overloadedFaults)
      .map(([shard, rows]) => ({
        text: `D1 of database ${shard || 0} is overloaded: ${sum(rows, 'overloaded')} faults`,
      })),
  ),
  full: alert(2, 'docs/running.md#faults-of-d1', MINUTES_5, (_, { faults }, { all }) =>
    groups(faults, ({ shard }) => shard)
      .filter(([, rows]) => sum(rows, 'full_or_quota') >= all.fullFaults)
      .map(([shard, rows]) => ({
        text: `D1 of database ${shard || 0} is full, or over its daily limit: ${sum(rows, 'full_or_quota')} faults`,
      })),
  ),
  slow: alert(1, 'docs/logs.md#5-slowest-endpoints-of-a-day', HOUR, (_, { slowest }, { all }) =>
    slowest
      .filter(({ p95_ms, requests }) => Number(p95_ms) > all.slowMs && Number(requests) >= all.slowRequests)
      .map(({ endpoint, p95_ms }) => ({ text: `${endpoint} is slow: 95 % of its requests take up to ${p95_ms} ms` })),
  ),
  client: alert(1, 'docs/running.md#a-client-is-refused', HOUR, (facts, { clients }, thresholds) =>
    groups(
      clients.filter(({ client }) => client && !String(client).startsWith('admin')),
      ({ client }) => client,
    ).flatMap(([client, rows]) => {
      const customer = rows.map(row => customerOf(row, facts)).find(Boolean)
      const refused = rows.filter(({ code }) => code !== 'OK')
      const [count, all] = [sum(refused, 'requests'), sum(rows, 'requests')]
      const { refusedRequests, refusedPercent } = thresholds.of(customer)
      if (count < refusedRequests || count <= (all * refusedPercent) / 100) return []
      return [{ customer, text: `${client} is refused: ${count} of ${all} requests (${listOf(refused, 'requests')})` }]
    }),
  ),
  messages: alert(1, 'docs/running.md#a-channel-manager-has-stopped', DAY, (facts, { messages }, thresholds) =>
    groups(messages, row => customerOf(row, facts)).flatMap(([id, rows]) => {
      const customer = id as number | undefined
      const refused = rows.filter(({ code }) => code !== 'OK')
      const [count, all] = [sum(refused, 'messages'), sum(rows, 'messages')]
      const { refusedMessages, refusedMessagesPercent } = thresholds.of(customer)
      if (customer === undefined || count < refusedMessages || count <= (all * refusedMessagesPercent) / 100) return []
      return [
        {
          customer,
          text: `messages of the channel manager are refused: ${count} of ${all} (${listOf(refused, 'messages')})`,
        },
      ]
    }),
  ),
  tokens: alert(1, 'docs/running.md#a-client-cannot-authenticate', MINUTES_5, (facts, { anonymous }, { all }) =>
    groups(
      anonymous.filter(({ endpoint }) => endpoint === '/oauth/token'),
      ({ client }) => client || 'a client with a malformed client id',
    )
      .filter(([, rows]) => sum(rows, 'requests') >= all.tokenRefusals)
      .map(([client, rows]) => ({
        customer: customerOf(rows[0] as Row, facts),
        text: `${client} gets no token (${listOf(rows, 'requests')})`,
      })),
  ),
  adminGuesses: alert(1, 'docs/secrets.md#admin_token', MINUTES_5, (_, { anonymous }, { all }) => {
    const refused = anonymous.filter(
      ({ endpoint, status }) => String(endpoint).startsWith('/admin/') && Number(status) === 401,
    )
    const count = sum(refused, 'requests')
    return count < all.adminGuesses ? [] : [{ text: `somebody guesses the ADMIN_TOKEN: ${count} refusals` }]
  }),
  linkGuesses: alert(1, 'docs/logs.md#refused-links', MINUTES_5, (_, { anonymous }, { all }) => {
    const count = sum(
      anonymous.filter(({ endpoint }) => String(endpoint).endsWith('/{token}')),
      'requests',
    )
    return count < all.linkGuesses ? [] : [{ text: `somebody guesses links: ${count} refusals` }]
  }),
} satisfies Record<string, Alert>
