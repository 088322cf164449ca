import { DAY_MS } from '../../../schema/wire/dates'

/*
 * When a webhook is attempted again, as a pure function of its attempts. Times are milliseconds.
 */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Delays between attempts: those that Standard Webhooks recommends. They add up to 75 hours. */
const DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
/** Delays differ by up to so much, so that attempts that failed together do not come back together. */
const JITTER = 0.1

/** The maximum delay that a receiver can request by `Retry-After`. */
const MAX_RETRY_AFTER = DAY_MS

/** Attempts that may be open at one endpoint. */
export const MAX_OPEN_ATTEMPTS = 5
/** Attempts that are kept with a delivery: the last ones. Replays add to those of before. */
export const MAX_KEPT_ATTEMPTS = 20
/** An endpoint without a success for so long after a failure is disabled. */
export const EXHAUSTED_AFTER = 72 * HOUR
/** No other attempt of a delivery begins within this time. It is longer than an attempt. */
export const LEASE_MS = 30 * SECOND

/** A finished attempt. */
export interface AttemptResult {
  at: number
  durationMs: number
  /** Null: there was no response. */
  httpStatus: number | null
  /** Why there was no success; null: there was. */
  error: string | null
  /** The first characters of the body. */
  response: string
  /** Milliseconds of `Retry-After`. */
  retryAfter?: number | undefined
}

/** What follows from an attempt. */
export type AttemptOutcome =
  | { status: 'delivered' }
  | {
      status: 'pending' | 'failed'
      /** Of the next attempt of this delivery. It has no meaning where the last attempt failed. */
      nextAttemptAt: number
      /** No attempt at the endpoint before it; 0: there is no such time. */
      notBefore: number
      /** The receiver requests nothing any more. */
      isGone: boolean
    }

export const isSuccess = ({ httpStatus }: Pick<AttemptResult, 'httpStatus'>) =>
  httpStatus !== null && httpStatus >= 200 && httpStatus <= 299

/** `attempts` were made before this one. `random` is from 0 to 1. */
export function outcomeOf(result: AttemptResult, attempts: number, random: number): AttemptOutcome {
  if (isSuccess(result)) return { status: 'delivered' }
  const end = result.at + result.durationMs
  const delay = DELAYS[attempts]
  const { httpStatus, retryAfter = 0 } = result
  const requested = httpStatus === 429 || httpStatus === 503 ? Math.min(retryAfter, MAX_RETRY_AFTER) : 0
  return {
    status: delay === undefined ? 'failed' : 'pending',
    nextAttemptAt: end + Math.round((delay ?? 0) * (1 + JITTER * (2 * random - 1))),
    notBefore: requested ? end + requested : 0,
    isGone: httpStatus === 410,
  }
}

/** The milliseconds of a `Retry-After`: seconds, or a date of HTTP. */
export function retryAfterOf(header: string | null, now: number): number | undefined {
  if (!header) return undefined
  if (/^\d{1,10}$/.test(header)) return Number(header) * SECOND
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
