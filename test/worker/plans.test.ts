import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCleanUp } from '../../worker/clean-up'
import { newCost } from '../../worker/db/cost'
import { scopeOf } from '../../worker/db/scope'
import { Shards } from '../../worker/db/shards'
import { eachRetention } from '../../worker/retention'
import { settingsOf } from '../../worker/settings'
import { takeStep } from '../../worker/store/webhook/deliver'
import { startReplay } from '../../worker/store/webhook/deliveries'
import { insertWebhookEndpoint } from '../../worker/store/webhook/endpoints'
import { runMinute } from '../../worker/webhook-dispatcher'
import { dispatch } from '../../worker/webhooks/dispatch'
import { removeChannel, type SendCounted, sendEveryRequest } from '../bench/growth/counted-requests.ts'
import { listsOf, pageOf } from '../bench/growth/lists.ts'
import { createOriginals, createToken } from '../bench/growth/source-bookings.ts'
import { unlimitedRateLimit, withBindings } from '../support/bindings'
import { operations } from '../support/operations'
import { recordingDatabase, scannedTables } from '../support/query-plan'
import { expectStatus, makeTables } from '../support/service'

/*
 * Every statement that the service sends, recorded while every operation runs in its main variants, and its query plan. The
 * migrations contain the statistics of a large customer, so the plans are those of a large database.
 */

/** Statements by the operation that sent them. */
const seen = new Map<string, Set<string>>()
/** Plans by their statement. */
const plans = new Map<string, string[]>()

beforeAll(async () => {
  await makeTables()
  const ask = await watched()
  for (const drive of [lists, sendEveryRequest, removeChannel, times]) await drive(ask)
  const { bindings, statements } = recordingDatabase()
  const retention = eachRetention(() => '30')
  await runCleanUp(createScheduledController({ scheduledTime: Date.now() }), { ...env, ...bindings, ...retention })
  seen.set('the hourly run', new Set(statements))
  seen.set('the dispatchers', await statementsOfDispatchers())
  for (const statement of new Set([...seen.values()].flatMap(each => [...each]))) {
    const unbound = statement.replace(/\?\d*/g, 'NULL')
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${unbound}`).all<{ detail: string }>()
    plans.set(
      statement,
      results.map(({ detail }) => detail),
    )
  }
}, 120_000)

/** Statements of the run of each minute, and of a dispatcher at an endpoint with an event and a replay. */
async function statementsOfDispatchers(): Promise<Set<string>> {
  const { bindings, statements } = recordingDatabase()
  const recorded = { ...env, ...bindings }
  await runMinute(recorded, Date.now())
  const scope = scopeOf(1, 0, null)
  const db = new Shards(settingsOf(recorded), newCost()).of(scope)
  const fields = { url: 'https://hooks.example.com/innlet', description: '', types: [], signature: 'v1' as const }
  const key = { kid: 'removed', madeWith: '', bodyHash: '', identity: undefined }
  const made = await insertWebhookEndpoint(db, scope, { ...fields, ...key, afterSequence: 0 })
  const place = { scope, endpointId: made?.endpointId ?? 0 }
  await startReplay(db, place, { endpointId: place.endpointId }, Date.now())
  await dispatch({ db, settings: settingsOf(recorded), budget: { steps: 10 }, onDisabled: async () => {} }, place)
  const outcome = { status: 'pending' as const, nextAttemptAt: 0, notBefore: 0, isGone: false }
  const result = { at: 0, durationMs: 0, httpStatus: 500, error: '', response: '' }
  const finished = { leaseId: 'lease', sequence: 1, result, outcome, url: '', failingSince: 0 }
  await takeStep(db, place, { now: Date.now(), finished, mayLease: false, mayReplay: true })
  return new Set(statements)
}

/**
 * Creates the data of the counts test, one reservation of each kind. Returns a function that sends requests and records their
 * statements.
 */
async function watched(): Promise<SendCounted> {
  const { bindings, statements } = recordingDatabase()
  const there = withBindings({
    ...bindings,
    API_PER_CREDENTIAL: unlimitedRateLimit,
    WEBHOOK_TEST_PER_CUSTOMER: unlimitedRateLimit,
    ITINERARY_PER_ADDRESS: unlimitedRateLimit,
    HEALTH_PER_ADDRESS: unlimitedRateLimit,
  })
  const admin = { authorization: `Bearer ${env.ADMIN_TOKEN}` }
  const caller = {
    admin: (method: string, path: string, body?: unknown) =>
      expectStatus(path === '/applications' ? 201 : 200, there(method, `/admin${path}`, body, admin)),
    requestOk: (method: string, path: string, body?: unknown, bearer?: string) =>
      expectStatus(200, there(method, path, body, bearer ? { authorization: `Bearer ${bearer}` } : {})),
  }
  await createOriginals(caller)
  const bearer = await createToken(caller)
  return async (operation, way, { params = {}, query, body, as = 'bearer', apiKey = '' } = {}, status = 200) => {
    const [method = '', pattern = ''] = operation.split(' ')
    const address = pattern.replace(/\{(\w+)\}/g, (_, name) => String(params[name]))
    const credentials = {
      bearer: { authorization: `Bearer ${bearer}` },
      admin,
      key: { 'x-api-key': apiKey },
      nobody: {},
    }
    statements.clear()
    const path = query ? `${address}?${new URLSearchParams(query)}` : address
    const answered = await there(method, path, body, credentials[as] as Record<string, string>)
    expect(answered.status, `${operation} ${way} ${answered.text}`).toEqual(status)
    seen.set(operation, new Set([...(seen.get(operation) ?? []), ...statements]))
    return answered.json
  }
}

async function lists(ask: SendCounted): Promise<void> {
  for (const list of listsOf('2026-01-01T00:00:00Z')) {
    const { path, body } = pageOf(list, {})
    await ask(list.operation, list.by, { body, query: Object.fromEntries(new URLSearchParams(path.split('?')[1])) })
  }
}

/** Requests that search the log for an instant: a few rows more in a longer log, so that they have no fixed counts. */
async function times(ask: SendCounted): Promise<void> {
  const query = { since: '2026-01-01T00:00:00Z' }
  await ask('GET /api/Event/GetEvents', 'since', { query })
  // The endpoint has been deleted, and the statements are the same.
  const part = { ...query, endpointId: '1', until: '2099-01-01T00:00:00Z' }
  await ask('GET /api/Webhook/GetDeliveries', 'since, until', { query: part }, 404)
}

/** Reasons for which a statement may sort: it sorts few rows, whose number does not grow with the reservations. */
const SORTS: [of: RegExp, why: string][] = [
  [
    /CROSS JOIN reservation AS r ON r\.customer_id = \? AND r\.reservation_id = \(listed\.list ->> listed\.step\)/,
    'the first entries of each status or hotel, and the rooms of each row',
  ],
  [/FROM hotel_queue CROSS JOIN fetch_message ON/, 'the first messages of each hotel'],
  [/FROM room_type WHERE customer_id = \? AND room_type_id IN \(/, 'the types that one message names'],
  [/AS "inHand"/, 'the lines of one sale'],
  [/^ *INSERT INTO fetch_message/, 'the rooms of one reservation'],
  [/^ *(INSERT INTO|UPDATE) room_night/, 'the nights of one reservation'],
  [/^ *(INSERT INTO|UPDATE) activity_slot/, 'the activities of one reservation'],
  [/^ *UPDATE room_day/, 'the nights of one reservation'],
  [/json_each\(\?\) AS stay|wanted\.activity_id AS "activityId"/, 'what stands in the way of one booking'],
  [/AS stay_hotel\b/, 'the rooms of one reservation'],
  [/item\.item_number = \?/, 'the locations of one item'],
  [/^ *SELECT .* FROM webhook_endpoint AS e WHERE e\.endpoint_status/, 'the endpoints of a database that are due'],
  [/^ *INSERT INTO webhook_endpoint/, 'the attempts that are open at deleted endpoints'],
  [/AS before_previous FROM/, 'the deliveries of one page'],
  [/FROM sqlite_schema/, 'the tables of a database'],
  [/ORDER BY \+/, 'the rows of one guest'],
  [/json_object\('customerId'/, 'the roles of one person'],
  [/FROM session WHERE session\.person_id = \?/, 'the sessions of one person'],
  [/^ *INSERT INTO event .* json_each/, 'the hotels that one message names'],
  [/FROM stock WHERE/, 'the stock of one item'],
  [/AS held LEFT JOIN room_stay/, 'the stays and closures of one room on at most 92 nights'],
  [/AS candidate\b/, 'the free rooms of one type'],
  [/AS listed\b/, 'the room types of one page'],
  [
    /FROM (customer_directory|tenancy) (GROUP BY|WHERE other_shard IS NOT NULL)/,
    'all customers: the operator asks for sums of them',
  ],
  [/AS "allPending"/, 'at most 10,001 messages'],
  [/AS "lastMarkedAt"/, 'one row for each hotel that uses the fetch queue'],
  [/AS "rank" FROM webhook_endpoint/, 'the endpoints that fail or were disabled'],
]

/** Why a statement may read a whole table. The first limits the rows that it reads. */
const SCANS: [of: RegExp, why: string][] = [
  [
    /FROM (audit|api_key) WHERE .* ORDER BY .* LIMIT/,
    'a page of the list of the administrator, in the order of its key',
  ],
  [
    /FROM (customer_directory|tenancy) (GROUP BY|WHERE other_shard IS NOT NULL)/,
    'all customers: the operator asks for sums of them',
  ],
  [/FROM (d1_migrations|sqlite_schema)/, 'the migrations and the tables of a database: a few rows'],
  [/FROM clean_up_visit/, 'one row for each database'],
  [
    /^ ?(DELETE FROM (event|webhook_delivery|fetch_message|idempotency)|UPDATE webhook_(delivery|endpoint) SET (attempts|cleared_sequence)) .*\sFROM tenancy\b/,
    'the hourly run goes through the customers of a database',
  ],
  [
    /^ ?SELECT [^(]+ \(e\.failures >= \? AND coalesce\(e\.due_at, 0\) > \?\) AS "isFailing" FROM webhook_endpoint AS e WHERE e\.endpoint_status = 'enabled'/,
    'the run of each minute goes through the webhook endpoints of a database',
  ],
  [
    /AS "allPending" .*\sFROM tenancy\b|\sFROM tenancy\b.* AS "lastMarkedAt"/,
    'all customers: the operator asks for sums of them',
  ],
  [/\(SELECT made_with FROM \w+ WHERE [^()]+(\(\) \* 1000 )?LIMIT 10000\)/, 'at most 10,000 rows of each table'],
  [/FROM webhook_endpoint$/, 'all endpoints: the operator asks for sums of them'],
  [/AS "rank" FROM webhook_endpoint/, 'all endpoints: the operator asks for the worst of them'],
]

/** Why a statement may go through rows of which only the customer, or only a part of the order, is given. */
const PASSES: [detail: RegExp, why: string][] = [
  [
    /^SEARCH (customer|customer_directory|tenancy)( EXISTS)? USING PRIMARY KEY/,
    'the customer itself, and where it lives',
  ],
  [/^SEARCH property USING/, 'a customer has few hotels'],
  [/^SEARCH (own|other) USING COVERING INDEX person_role_of_customer \(customer_id=\?\)$/, 'there are few owners'],
  [/^SEARCH person USING INTEGER PRIMARY KEY \(rowid>\?\)$/, 'a page, in the order of its list'],
  [/^SEARCH (session|invitation|used_challenge) USING .* \((ends_at|expires_at)<\?\)$/, 'what the hourly run deletes'],
  [
    /^SEARCH c USING (PRIMARY KEY|INDEX channel_room_of_type) \(customer_id=\?\)$/,
    'the channel rooms of a customer: offers are asked for all of them',
  ],
  [/(reservation_id|change_seq|inventory_location_id|sequence)>\?\)$/, 'a page, in the order of its list'],
  [
    /PRIMARY KEY \(customer_id=\? AND (location|room_type|room|rate|activity|employee|resource|inventory)_id>\?\)$/,
    'a page of the setup, in the order of the ids',
  ],
  [
    /^SEARCH guest USING PRIMARY KEY \(customer_id=\? AND guest_id>\?( AND guest_id<\?)?\)$/,
    'at most 20,000 guests for a page of a search',
  ],
  [/api_key_of_customer/, 'a page of the API keys of a customer, in the order of their ids'],
  [/\(\w+,\w+\)>\(\?,\?\)( AND \w+<\?)?\)$/, 'a page, in the order of its list'],
  [/\(customer_id=\? AND change_seq<\?\)$/, 'the last change up to a number: one row'],
  [
    /^SEARCH old USING PRIMARY KEY \(customer_id=\?\)$/,
    'the idempotency records of a customer, which the clean-up reads once a day: an index of their age would cost each booking a row',
  ],
  [
    /^SEARCH fetch_message .*\(customer_id=\? AND hotel_key>\?\)$/,
    'the next hotel that has messages: min() reads one row',
  ],
  [/^SEARCH itinerary_link USING INDEX itinerary_link_by_expiry \(expires_at>\?\)$/, 'at most 10,000 valid links'],
  [/^SEARCH newest USING/, 'the newest message: max() reads one row'],
  [/\((expires_at|created_at|customer_id=\? AND sequence)<\?\)$/, 'what is too old, as much as one step takes'],
  [
    /^SEARCH carried USING PRIMARY KEY \(customer_id=\?\)$/,
    'the newest event with the times: only release 1.1.0 wrote others',
  ],
  [/^SEARCH known USING PRIMARY KEY \(customer_id=\? AND sequence>\?\)$/, 'the events since that one'],
  [/^SEARCH kept USING/, 'the events that are too old, up to the first that is kept'],
  [/^SEARCH (e|webhook_endpoint) USING PRIMARY KEY/, 'a customer has at most 20 endpoints'],
  [
    /^SEARCH (log|event) USING PRIMARY KEY \(customer_id=\? AND sequence>\? AND sequence<\?\)$/,
    'the part that an endpoint searches or replays, or has not searched yet',
  ],
  [/^SEARCH clean_up_visit .*\(shard<\?\)$/, 'one row for each database'],
  [/^SEARCH audit .*\(at[<>]\?\)$/, 'what is too old, as much as one step takes, or the entry next to an instant'],
  [
    /^SEARCH audit USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)$/,
    'at most 10,000 entries for a page of the audit',
  ],
  [/^SEARCH hold USING COVERING INDEX hold_by_end \(hold_until<\?\)$/, 'the holds that have ended'],
]

/** Tables of which a statement reads one row alone: `max()` and `min()` read one, and so do a `LIMIT 1` and an `EXISTS` for any row. */
const oneRowOf = (statement: string) =>
  [
    /(?:max|min)\(\w+\)[^a-z]{0,12}FROM (\w+) WHERE/g,
    /FROM (\w+) WHERE customer_id = \? ORDER BY \w+ DESC LIMIT 1/g,
    /EXISTS \(SELECT 1 FROM (\w+) WHERE customer_id = "customer"\."customer_id"\)/g,
  ]
    .flatMap(asked => [...statement.matchAll(asked)])
    .map(([, table]) => table)

/** SQLite would look for all that refers to a record whose id changed; an upsert changes none. */
const mightChangeIds = (statement: string) => /^ ?insert into "?(customer|rate_plan|activity)"? /i.test(statement)

/** SQLite plans a search for rows that refer to the new one. It runs while a reference is violated, so never. */
const looksForChildren = (statement: string, detail: string) =>
  /^ ?insert into "reservation" /i.test(statement) &&
  /^SEARCH (room_night|idempotency) USING PRIMARY KEY \(customer_id=\?\)$/.test(detail)

/** What of a plan reads rows that an index should have passed over. */
function passing(statement: string, plan: readonly string[]): string[] {
  if (mightChangeIds(statement) || COUNTS_ALL.test(statement)) return []
  const oneRow = oneRowOf(statement)
  return plan.filter(detail => {
    const columns = /^SEARCH [^(]*\((.*)\)$/.exec(detail)?.[1]?.replace(/\((\w+),\w+\)>\(\?,\?\)/, '$1>?')
    if (columns === undefined || !/^(customer_id=\?)?( AND )?(\w+[<>]\?( AND \w+[<>]\?)?)?$/.test(columns)) return false
    if (looksForChildren(statement, detail)) return false
    if (PASSES.some(([of]) => of.test(detail))) return false
    const place = oneRow.indexOf(detail.split(' ')[1] as string)
    if (place >= 0) oneRow.splice(place, 1)
    return place < 0
  })
}

/** An export says how many rows a customer has in each table. */
const COUNTS_ALL = /^ *SELECT \(+SELECT count\(\*\) FROM/

/** The statement on one line, with `?` for a parameter that has a number. */
const oneLine = (statement: string) => statement.replace(/\s+/g, ' ').replace(/\?\d+/g, '?')

describe('every statement of the service', () => {
  it('was seen, from every operation', async () => {
    // It shows what `healthdb`, which comes before it, has found in the last five seconds.
    const others = (await operations()).filter(({ name }) => name !== 'GET /status')
    const unseen = others.filter(({ name, sample }) => !seen.get(name)?.size !== !!sample.withoutDatabase)
    expect(unseen.map(({ name }) => name)).toEqual([])
    expect(plans.size).toBeGreaterThan(150)
  })

  it('finds its rows by an index, and makes none on the spot [LIST-9]', async () => {
    const scans: [string, string[]][] = []
    for (const statement of plans.keys()) {
      const tables = await scannedTables(statement)
      const mayScan = SCANS.some(([of]) => of.test(oneLine(statement)))
      if (tables.length && !mayScan) scans.push([oneLine(statement), tables])
    }
    expect(scans).toEqual([])
  })

  it('reads no more of a customer’s rows than it needs', () => {
    const found = [...plans].map(([statement, plan]) => [oneLine(statement), passing(oneLine(statement), plan)])
    expect(found.filter(([, details]) => details?.length)).toEqual([])
  })

  it('finds what waits for a webhook endpoint by the index of unfinished deliveries', () => {
    const waiting = [...plans].filter(([statement]) => /delivery_status = 'pending'/.test(statement))
    expect(waiting.length).toBeGreaterThan(5)
    const read = waiting.flatMap(([, plan]) =>
      plan.filter(detail =>
        /^SEARCH (webhook_delivery|open|d|oldest|earlier) USING PRIMARY KEY \(customer_id=\? AND endpoint_id=\?\)/.test(
          detail,
        ),
      ),
    )
    expect(read).toEqual([])
  })

  it('sorts nothing that grows', () => {
    const sorts = [...plans].filter(([, plan]) => plan.some(detail => detail.startsWith('USE TEMP B-TREE')))
    const unknown = sorts.map(([statement]) => oneLine(statement)).filter(each => !SORTS.some(([of]) => of.test(each)))
    expect(unknown).toEqual([])
  })
})
