import { exports, WorkerEntrypoint } from 'cloudflare:workers'
import { newCost } from './db/cost'
import { type Scope, scopeOf } from './db/scope'
import { Shards } from './db/shards'
import { type MinuteRun, minuteRun } from './domain/webhook/minute-run'
import { cancelEndedHolds } from './ended-holds'
import { logException } from './http/log'
import { type Env, settingsOf } from './settings'
import { type DueWebhookEndpoint, readDue, readDueOfCustomer } from './store/webhook/due'
import { searchForFailing } from './store/webhook/search-log'
import { dispatch } from './webhooks/dispatch'

/*
 * Webhooks are sent by dispatchers. Each is an invocation of its own: what a slow receiver takes is taken from no other endpoint.
 * A change starts the dispatchers of its customer right after its commit. The run of each minute starts those that are due, and
 * others after them while something is left to send.
 */

/** The name of the run in the log. */
const RUN = 'webhooks'

/** Endpoints of a database that one run serves. */
const MAX_DUE = 300
/** A dispatcher that served an endpoint for longer serves no other one. */
const SLOW_MS = 2_000
/** No endpoint is begun later in an invocation. */
const LAST_BEGIN_MS = 10_000
/** Steps of an invocation. Each is a request to D1 and one to a receiver, of 1,000 that it may make. */
const MAX_STEPS = 450
/** Endpoints that fail whose logs one run searches. */
const MAX_SEARCHES = 300
/** No dispatcher is started later in a run. The next run begins after a minute. */
const LAST_START_MS = 48_000
/**
 * Between endpoints that failed. Each begins with a batch, and so do its next steps, as all of them wait equally long for a
 * receiver that hangs. Without the pause, the requests of others to the database would wait for all of these batches.
 */
const PAUSE_MS = 100

type Group = MinuteRun['groups'][number]

/** The endpoints that a dispatcher serves, one after the other. */
interface DispatchJob {
  endpoints: (DueWebhookEndpoint & { shard: number })[]
}

/** Only this Worker can call it: a top-level export has no address. */
export class WebhookDispatcher extends WorkerEntrypoint<Env> {
  /** Returns at once. The endpoints are served after the response. */
  async start(job: DispatchJob): Promise<void> {
    this.ctx.waitUntil(serveEndpoints(this.env, job))
  }

  /** Returns the endpoints that still have something to send, for the next dispatcher. */
  async serve(job: DispatchJob): Promise<DispatchJob['endpoints']> {
    return serveEndpoints(this.env, job)
  }

  /** The run of a minute in some databases. Returns when the dispatchers that it starts have ended. */
  async runDatabases(group: Group, maxDispatchers: number): Promise<void> {
    await runGroup(this.env, group, maxDispatchers)
  }
}

/** The exports of this Worker, each call of which is an invocation of its own. */
const dispatchers = () => (exports as unknown as { WebhookDispatcher: Service<WebhookDispatcher> }).WebhookDispatcher

/** Serves endpoints one after the other. Returns those that still have something to send. */
async function serveEndpoints(env: Env, { endpoints }: DispatchJob): Promise<DispatchJob['endpoints']> {
  const settings = settingsOf(env)
  const shards = new Shards(settings, newCost())
  const budget = { steps: MAX_STEPS }
  const began = Date.now()
  const unfinished: DispatchJob['endpoints'] = []
  for (const [i, endpoint] of endpoints.entries()) {
    const { customerId, endpointId, shard } = endpoint
    const start = Date.now()
    if (start - began > LAST_BEGIN_MS || budget.steps <= 0) return [...endpoints.slice(i), ...unfinished]
    const scope = scopeOf(customerId, shard, null)
    try {
      // If the run of a minute has no invocation left for it, the next run sends the event.
      const onDisabled = () => startDispatchers(env, scope)
      const hasMore = await dispatch({ db: shards.of(scope), settings, budget, onDisabled }, { scope, endpointId })
      if (hasMore) unfinished.push(endpoint)
    } catch (error) {
      // The lease ends, and the next run goes on.
      logException(RUN, error, { customer: customerId, endpoint: endpointId })
    }
    if (Date.now() - start > SLOW_MS) return [...endpoints.slice(i + 1), ...unfinished]
  }
  return unfinished
}

/** Starts the dispatchers of a customer after a change. A failure is repaired by the next run. */
export async function startDispatchers(
  env: Env,
  { customer, shard }: Pick<Scope, 'customer' | 'shard'>,
): Promise<void> {
  try {
    const settings = settingsOf(env)
    if (!settings.webhookKeys) return
    const scope = scopeOf(customer, shard, null)
    const db = new Shards(settings, newCost()).of(scope)
    // One after the other, so that an endpoint that responds does not wait for those that may not.
    for (const { customerId, endpointId, failures } of await readDueOfCustomer(db, scope, Date.now())) {
      await dispatchers().start({ endpoints: [{ customerId, endpointId, failures, shard }] })
    }
  } catch (error) {
    logException(RUN, error)
  }
}

/** The run of each minute. Each group of databases is asked by an invocation of its own. */
export async function runMinute(env: Env, scheduledTime: number): Promise<void> {
  const { groups, maxDispatchers } = minuteRun(settingsOf(env).databases.length, scheduledTime)
  const [own, ...others] = groups as [Group, ...Group[]]
  await Promise.all([
    runGroup(env, own, maxDispatchers),
    ...others.map(group => logged(dispatchers().runDatabases(group, maxDispatchers))),
  ])
}

/** Holds that have ended come first, so that their events are sent in the same run. */
async function runGroup(env: Env, group: Group, maxDispatchers: number): Promise<void> {
  await logged(cancelEndedHolds(env, group))
  if (settingsOf(env).webhookKeys) await serveDue(env, group, maxDispatchers)
}

async function serveDue(env: Env, { first, count }: Group, maxDispatchers: number): Promise<void> {
  const end = Date.now() + LAST_START_MS
  const shards = new Shards(settingsOf(env), newCost())
  const due: DispatchJob['endpoints'] = []
  const failing: DispatchJob['endpoints'] = []
  for (let shard = first; shard < first + count; shard++) {
    try {
      const found = await readDue(shards.at(shard), Date.now(), MAX_DUE)
      for (const { isFailing, ...endpoint } of found) (isFailing ? failing : due).push({ ...endpoint, shard })
    } catch (error) {
      logException(RUN, error, { database: shard })
    }
  }
  // Endpoints that respond come first in each lane.
  due.sort((one, other) => one.failures - other.failures)
  const responding = due.filter(({ failures }) => failures === 0).length
  let calls = 0
  /** One dispatcher after the other, until nothing is left to send. */
  const runLane = async (lane: number) => {
    if (lane > responding) await scheduler.wait((lane - responding) * PAUSE_MS)
    let endpoints = due.filter((_, i) => i % maxDispatchers === lane)
    while (endpoints.length && calls < maxDispatchers && Date.now() < end) {
      calls++
      endpoints = await dispatchers().serve({ endpoints })
    }
  }
  /** One endpoint after the other: a search inserts hundreds of deliveries, and the requests to the database wait for it. */
  const search = async () => {
    for (const [i, { customerId, endpointId, shard }] of failing.slice(0, MAX_SEARCHES).entries()) {
      if (i) await scheduler.wait(PAUSE_MS)
      if (Date.now() > end) return
      const scope = scopeOf(customerId, shard, null)
      await logged(searchForFailing(shards.of(scope), { scope, endpointId }, Date.now()))
    }
  }
  const lanes = Array.from({ length: Math.min(maxDispatchers, due.length) }, (_, lane) => logged(runLane(lane)))
  await Promise.all([...lanes, search()])
}

/** A part of a run. If it fails, the others go on: an invocation that fails would end the calls that it waits for. */
const logged = (part: Promise<void>) => part.catch(error => logException(RUN, error))
