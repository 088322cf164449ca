import { webhookKeys } from '../auth/keys'
import type { Database } from '../db/database'
import { assembleEvent } from '../domain/event/event'
import { type AttemptResult, MAX_OPEN_ATTEMPTS, outcomeOf } from '../domain/webhook/schedule'
import { type WebhookTargets, webhookUrlProblem } from '../domain/webhook/url'
import { USER_AGENT } from '../domain/webhook/user-agent'
import type { Settings } from '../settings'
import type { LeasedDelivery, StoredTarget } from '../store/webhook/columns'
import { type FinishedAttempt, type Lease, takeStep } from '../store/webhook/deliver'
import { disableForMissingKey, releaseLease, type WebhookEndpointRef } from '../store/webhook/endpoint-state'
import { attempt } from './attempt'
import { logConditionChange, logDisabled } from './condition-log'
import { type SigningSecret, signingSecret } from './endpoint-secret'
import { webhookTargets } from './receiver-key'
import { signedHeaders } from './signature'

/*
 * The dispatcher of one endpoint. It runs in an invocation of its own, so that a slow receiver delays no other.
 */

/** No attempt begins later in an invocation. It ends 30 seconds after its response, and an attempt takes up to 16. */
const LAST_BEGIN_MS = 12_000

/** What a dispatcher needs. */
export interface DispatchContext {
  db: Database
  settings: Settings
  /** The steps that the invocation may still take. Without any, no attempt begins. */
  budget: { steps: number }
  /** Called when the endpoint is not enabled any more: others may receive the event of that, or wait for a lease that has ended. */
  onDisabled: () => Promise<void>
}

/**
 * Sends what waits for an endpoint, until nothing can be sent or the invocation may begin no attempt. Returns whether something
 * is left that another dispatcher can send now.
 */
export async function dispatch(context: DispatchContext, endpoint: WebhookEndpointRef): Promise<boolean> {
  // Without keys nothing can be signed. The events wait.
  if (!webhookKeys(context.settings)) return false
  const end = Date.now() + LAST_BEGIN_MS
  const lanes: Promise<void>[] = []
  let open = 0
  let isUnfinished = false

  /** One attempt after the other. A lane starts another one where more attempts may be open. */
  const runLane = async () => {
    open++
    try {
      let finished: FinishedAttempt | undefined
      let mayReplay = true
      for (;;) {
        const now = Date.now()
        const mayLease = now < end && context.budget.steps-- > 0
        const step = await takeStep(context.db, endpoint, { now, finished, mayLease, mayReplay })
        const { target, leased, hasMore } = step
        if (finished && step.change) logConditionChange(endpoint, finished, step.change)
        isUnfinished = hasMore
        mayReplay = step.mayReplay
        if (!target) {
          if (finished) await releaseLease(context.db, endpoint, finished.leaseId, now)
          await context.onDisabled()
        }
        if (!target || !(leased || (hasMore && mayLease))) return
        if (hasMore && leased && open < MAX_OPEN_ATTEMPTS) lanes.push(runLane())
        finished = leased && (await send(context, endpoint, target, leased))
      }
    } finally {
      open--
    }
  }

  lanes.push(runLane())
  for (const lane of lanes) await lane
  return isUnfinished
}

/** Attempts a delivery. Undefined: its key is missing, and the endpoint has been disabled. */
async function send(
  { db, settings }: DispatchContext,
  endpoint: WebhookEndpointRef,
  target: StoredTarget,
  leased: Lease,
): Promise<FinishedAttempt | undefined> {
  const secrets = await secretsOf(settings, endpoint, target, Date.now())
  if (!secrets) {
    const isDisabled = await disableForMissingKey(db, endpoint, Date.now())
    if (isDisabled) logDisabled(endpoint, target.url, 'key_missing')
    return undefined
  }
  const { leaseId, sequence, attemptCount } = leased
  const result = await post(target, {
    eventId: `evt_${leased.eventId}`,
    body: bodyOf(endpoint, leased),
    secrets,
    targets: webhookTargets(settings),
  })
  return {
    leaseId,
    sequence,
    result,
    outcome: outcomeOf(result, attemptCount, Math.random()),
    url: target.url,
    failingSince: target.failingSince,
  }
}

/** The secrets that sign now, the newest first; undefined: the key of the newest is not configured. */
export async function secretsOf(
  settings: Settings,
  { scope: { customer }, endpointId }: WebhookEndpointRef,
  target: StoredTarget,
  now: number,
): Promise<SigningSecret[] | undefined> {
  const ring = await webhookKeys(settings)
  const { signature, secretVersion, secretKid, previousVersion, previousKid, previousUntil } = target
  const versions = [{ version: secretVersion, kid: secretKid }]
  if (previousVersion !== null && previousKid !== null && (previousUntil ?? 0) > now) {
    versions.push({ version: previousVersion, kid: previousKid })
  }
  const name = { customer, endpointId }
  const [newest, previous] = await Promise.all(
    versions.map(version => ring && signingSecret(ring, signature, name, version)),
  )
  if (!newest) return undefined
  return previous ? [newest, previous] : [newest]
}

interface WebhookMessage {
  eventId: string
  body: string
  secrets: readonly SigningSecret[]
  /** The addresses that the settings accept. */
  targets: WebhookTargets
}

/** Sends a body to an endpoint. An address that was accepted under other settings is refused. */
export async function post(
  { url }: Pick<StoredTarget, 'url'>,
  { eventId, body, secrets, targets }: WebhookMessage,
): Promise<AttemptResult> {
  const now = Date.now()
  const problem = webhookUrlProblem(url, targets)
  if (problem) return { at: now, durationMs: 0, httpStatus: null, error: `url: ${problem}`, response: '' }
  const signed = await signedHeaders(eventId, now, body, secrets)
  return attempt(url, { 'content-type': 'application/json', 'user-agent': USER_AGENT, ...signed }, body)
}

const bodyOf = ({ scope: { customer } }: WebhookEndpointRef, delivery: LeasedDelivery): string =>
  JSON.stringify({ ...assembleEvent(delivery, customer), previousSequence: delivery.previousSequence })
