import { describe, expect, it } from 'vitest'
import type { Customer, Facts } from '../../operations/watch/facts.ts'
import { judge } from '../../operations/watch/report.ts'
import { thresholdsOf } from '../../operations/watch/thresholds.ts'

/*
 * Simulated time: the facts of each hour of a week, judged as the watch does. Customer 2 is a hotel like the demo one. Customer 3 closes
 * in this week, 4 is closed, and 5 opens in it.
 */

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A Monday. */
const MONDAY = Date.parse('2026-10-26T00:00:00Z')
const iso = (time: number) => new Date(time).toISOString()
const hourOf = (now: number) => new Date(now).getUTCHours()
const isWeekend = (now: number) => [0, 6].includes(new Date(now).getUTCDay())

/** The last hour until `now` in which something happens. */
function lastHour(now: number, happens: (time: number) => boolean): number {
  let time = now - (now % HOUR)
  while (!happens(time)) time -= HOUR
  return time
}

const customer = (clientId: number, lastBookingAt: number, lastRatesAt: number): Customer => ({
  clientId,
  name: `Hotel ${clientId}`,
  state: 'serving',
  stateSince: '2026-01-01T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastBookingAt: iso(lastBookingAt),
  lastRatesAt: iso(lastRatesAt),
  webhooks: { enabled: 1, failing: 0, disabled: 0 },
})

const SEASONS = {
  customers: {
    3: { closed: [{ from: '2026-10-29', until: '2027-03-15' }] },
    4: { closed: [{ from: '2026-09-01', until: '2027-03-15' }] },
    5: { closed: [{ from: '2026-06-01', until: '2026-10-29' }] },
  },
}

/** What a run at `now` reads of hotels that are well. */
function factsAt(now: number): Facts {
  // Guests book on weekdays in the daytime, and the channel manager sends each morning.
  const booked = lastHour(now, time => !isWeekend(time) && hourOf(time) >= 9 && hourOf(time) <= 21)
  const rates = lastHour(now, time => hourOf(time) === 6)
  // The reception's program works through the queue in the daytime. A message of the evening waits for the morning.
  const marked = lastHour(now, time => hourOf(time) >= 7 && hourOf(time) <= 21)
  const visit = now - (now % HOUR) - 43 * 60_000
  const isNight = hourOf(now) < 6
  return {
    now,
    unread: [],
    customers: [
      customer(2, booked, rates),
      customer(3, Math.min(booked, MONDAY - 11 * DAY), Math.min(rates, MONDAY + 2 * DAY)),
      customer(4, MONDAY - 70 * DAY, MONDAY - 60 * DAY),
      customer(5, MONDAY - 150 * DAY, MONDAY - 150 * DAY),
    ],
    credentials: [2, 3, 4, 5].map(customerId => ({
      id: `app_${customerId}`,
      customerId,
      permissions: ['rates:write'],
    })),
    status: {
      version: '1.2.0',
      migration: '',
      secrets: [],
      customers: 4,
      moves: [],
      cleanUp: { lastVisitAt: iso(visit), done: 1, begun: 0, backlog: 0, failed: 0, never: 0 },
      webhooks: {
        // Its receiver restarts at three, and misses three attempts in half an hour.
        worst:
          hourOf(now) === 3
            ? [
                {
                  customerId: 2,
                  endpointId: 1,
                  host: 'a.example',
                  failures: 3,
                  since: iso(now - HOUR / 2),
                  reason: null,
                },
              ]
            : [],
      },
      databases: [
        {
          shard: 0,
          state: 'ok',
          fault: null,
          sizeBytes: 1e9,
          customers: 4,
          tenancies: null,
          migration: '',
          missingMigrations: [],
          unknownMigrations: [],
          queue: {
            pending: 1,
            isComplete: true,
            hotels: [],
            inUse: [{ clientId: 2, hotelid: 'A', oldestAt: iso(Math.max(booked, marked)), lastMarkedAt: iso(marked) }],
          },
          deliveries: { enabled: 4, disabled: 0, failing: 0, oldestDueAt: iso(now - 60_000) },
          cleanUp: {
            begunAt: iso(visit),
            endedAt: iso(visit),
            outcome: 'backlog',
            deletedRows: 1,
            doneAt: iso(visit - 2 * HOUR),
          },
        },
      ],
    },
    metrics: {
      endpoints: [
        { endpoint: '/oauth/token', requests: isNight ? 3 : '4000', refused_or_failed: 2, failed: isNight ? 1 : 15 },
      ],
      failures: [{ shard: '0', customer: '2', code: 'DATABASE_UNAVAILABLE', failed: 1 }],
      faults: [
        {
          shard: '0',
          endpoint: '/a',
          overloaded: 2,
          full_or_quota: 0,
          too_heavy: 0,
          reset_or_network: 1,
          export_or_other: 0,
        },
      ],
      // At night a few requests are all there are.
      slowest: [{ endpoint: '/a', requests: isNight ? 4 : '3000', p95_ms: isNight ? 3000 : 90, mean_d1_ms: 20 }],
      clients: [
        { customer: '2', client: 'app_2', code: 'ROOM_UNAVAILABLE', requests: isNight ? 3 : '90' },
        { customer: '2', client: 'app_2', code: 'OK', requests: isNight ? 1 : '900' },
      ],
      anonymous: [{ endpoint: '/itinerary/{token}', client: '', code: 'REFUSED', status: 404, requests: 12 }],
      messages: [
        { customer: '2', client: 'app_2', code: 'UNKNOWN_REFERENCE', messages: 1 },
        { customer: '2', client: 'app_2', code: 'OK', messages: 2 },
      ],
    },
  }
}

const THRESHOLDS = thresholdsOf(SEASONS)

describe('a week of simulated time', () => {
  it('with nights, a weekend, and hotels that close, are closed and open, rings nothing [RUN-55]', () => {
    for (let hour = 0; hour < 7 * 24; hour++) {
      const now = MONDAY + hour * HOUR + 1000
      expect(judge(factsAt(now), THRESHOLDS), iso(now)).toMatchObject({ exit: 0, faults: [], notJudged: [] })
    }
  })

  it.for<[fault: string, alert: string, afterHours: number, change: (facts: Facts, sinceMonday: string) => void]>([
    [
      'bookings stop',
      'bookings',
      14 * 24,
      ({ customers: [a] }, at) => Object.assign(a as Customer, { lastBookingAt: at }),
    ],
    ['rates stop', 'rates', 7 * 24, ({ customers: [a] }, at) => Object.assign(a as Customer, { lastRatesAt: at })],
    ...(['readOnly', 'importing', 'deleting'] as const).map(
      (state): [string, string, number, (facts: Facts, at: string) => void] => [
        `a customer stays ${state}`,
        'state',
        1,
        ({ customers: [a] }, at) => Object.assign(a as Customer, { state, stateSince: at }),
      ],
    ),
    [
      'the queue stops',
      'queue',
      12,
      ({ status }, at) => {
        const [used] = status?.databases[0]?.queue?.inUse ?? []
        Object.assign(used as object, { oldestAt: at, lastMarkedAt: at })
      },
    ],
    [
      'the hourly run stops',
      'hourlyRun',
      3,
      ({ status }, at) => Object.assign(status?.cleanUp as object, { lastVisitAt: at }),
    ],
    [
      'a move stays',
      'move',
      2,
      ({ status }, at) => status?.moves?.push({ clientId: 2, shard: 0, otherShard: 1, since: at }),
    ],
    [
      'an endpoint fails',
      'endpoint',
      1,
      ({ status }, at) =>
        status?.webhooks.worst.splice(0, 1, {
          customerId: 2,
          endpointId: 1,
          host: 'a.example',
          failures: 9,
          since: at,
          reason: null,
        }),
    ],
  ])('%s on Monday at 0:00: `%s` rings after %i hours, and not before', ([, alert, afterHours, change]) => {
    const rung: number[] = []
    for (let hour = 0; hour <= afterHours + 2; hour++) {
      const facts = factsAt(MONDAY + hour * HOUR + 1000)
      change(facts, iso(MONDAY))
      if (judge(facts, THRESHOLDS).faults.some(each => each.alert === alert && each.since === iso(MONDAY)))
        rung.push(hour)
    }
    expect(rung).toEqual([afterHours, afterHours + 1, afterHours + 2])
  })

  it('a hotel that opened and gets no bookings rings when the days since then are over', () => {
    const rings = (days: number) =>
      judge(factsAt(Date.parse('2026-10-29T01:00:00Z') + days * DAY), THRESHOLDS).faults.some(
        ({ alert, customer }) => alert === 'bookings' && customer === 5,
      )
    expect([rings(13), rings(14)]).toEqual([false, true])
  })

  it('a credential is needed for rates to ring: a hotel without a channel manager has none to miss', () => {
    const facts = factsAt(MONDAY + 30 * DAY)
    facts.customers = [customer(2, facts.now, MONDAY)]
    expect(judge(facts, THRESHOLDS).faults.map(({ alert }) => alert)).toEqual(['rates'])
    facts.credentials = []
    expect(judge(facts, THRESHOLDS).exit).toBe(0)
  })
})

it('a database that lacks a migration is named with it [RUN-54]', () => {
  const facts = factsAt(MONDAY)
  Object.assign(facts.status?.databases[0] as object, { state: 'outdated', missingMigrations: ['0042_more'] })
  expect(judge(facts, THRESHOLDS).faults).toMatchObject([
    { alert: 'database', level: 2, text: 'database 0 is outdated (it lacks 0042_more)' },
  ])
})

it('a customer whose endpoint fails is named, although 20 others fail for longer [RUN-54]', () => {
  const facts = factsAt(MONDAY)
  const { worst } = facts.status?.webhooks ?? {}
  const failing = { customerId: 3, host: 'pms.test', failures: 9, since: iso(MONDAY - 1.5 * HOUR), reason: null }
  for (let endpointId = 1; endpointId <= 20; endpointId++) worst?.push({ ...failing, endpointId })
  for (const each of facts.customers) each.webhooks.failing = { 2: 1, 3: 20 }[each.clientId] ?? 0
  const faults = judge(facts, THRESHOLDS).faults.filter(({ alert }) => alert === 'endpoint')
  expect(faults.map(({ customer }) => customer)).toEqual([...Array(20).fill(3), 2])
  expect(faults.at(-1)?.text).toBe('more webhook endpoints fail than the status names: 1 of this customer')
})

it('each alert of the metrics rings, and a customer is found by the application of a client without one [RUN-54]', () => {
  const facts = factsAt(MONDAY)
  facts.metrics = {
    endpoints: [{ endpoint: '/a', requests: '100', refused_or_failed: 50, failed: '40' }],
    failures: [{ shard: '0', customer: '3', code: 'INTERNAL_ERROR', failed: '40' }],
    faults: [
      { shard: '', endpoint: '/a', overloaded: 6, full_or_quota: 1 },
      { shard: '', endpoint: '/b', overloaded: 4, full_or_quota: 0 },
    ],
    slowest: [{ endpoint: '/a', requests: 100, p95_ms: 1001, mean_d1_ms: 900 }],
    clients: [{ customer: '', client: 'app_2', code: 'INVALID_TOKEN', requests: 20 }],
    anonymous: [
      { endpoint: '/oauth/token', client: 'app_3', code: 'INVALID_CLIENT_CREDENTIALS', status: 401, requests: 20 },
      { endpoint: '/admin/status', client: '', code: 'AUTHENTICATION_REQUIRED', status: 401, requests: 10 },
      {
        endpoint: '/api/public/PartnerItinerary/details/{token}',
        client: '',
        code: 'NOT_FOUND',
        status: 404,
        requests: 1000,
      },
    ],
    messages: [{ customer: '4', client: '', code: 'RATE_LIMITED', messages: 3 }],
  }
  const { faults } = judge(facts, THRESHOLDS)
  expect(faults.map(({ alert, customer = 0, level }) => `${alert} ${customer} ${level}`)).toEqual([
    'failedRequests 3 2',
    'bug 3 2',
    'full 0 2',
    'overloaded 0 1',
    'slow 0 1',
    'client 2 1',
    'messages 4 1',
    'tokens 3 1',
    'adminGuesses 0 1',
    'linkGuesses 0 1',
  ])
})
