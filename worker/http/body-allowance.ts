import type { Limits } from '../../schema/wire/limits'
import { type Refusal, refuse } from '../errors'
import { acquireLargeBodySlot, LARGE_BODY } from './large-body'

/** How much memory of the isolate a body may take, and by when it must arrive. */
export interface BodyAllowance {
  /** The maximum size of the body, also where its endpoint has a larger limit. */
  readonly maxBytes: number
  /** Waits until the body may take so many bytes in all, or refuses it. */
  grow(bytes: number): Promise<Refusal<'OVERLOADED'> | undefined>
  /** The instant, in milliseconds, by which the body must be there; undefined: there is no deadline. */
  readonly deadline: number | undefined
  /** The refusal of a body that is not there by then. */
  lateRefusal(): Refusal<'OVERLOADED'>
  release(): void
}

const tooSlow = (seconds: number) => refuse('OVERLOADED', `body: expected to arrive within ${seconds} seconds`)

/** The allowance of an authenticated caller: an isolate holds few large bodies at a time. */
export function authenticatedAllowance({ LARGE_BODY_SECONDS: seconds }: Limits): BodyAllowance {
  let releaseSlot: (() => void) | undefined
  let deadline: number | undefined
  return {
    maxBytes: Number.POSITIVE_INFINITY,
    async grow(bytes) {
      if (bytes <= LARGE_BODY || releaseSlot) return undefined
      releaseSlot = await acquireLargeBodySlot()
      deadline = Date.now() + seconds * 1_000
      return undefined
    },
    get deadline() {
      return deadline
    },
    lateRefusal: () => tooSlow(seconds),
    release: () => releaseSlot?.(),
  }
}

/** Bodies of callers that are not authenticated yet, the oldest first, and the bytes that they take in all. */
const anonymous = new Set<{ release: () => void; deadline: number }>()
let anonymousBytes = 0

/** Milliseconds after its deadline when a body is released. The runtime may stop a request whose caller has left, without its `finally`. */
const RELEASE_AFTER = 10_000

/**
 * The allowance of a body that is read before its caller is authenticated. All such bodies share a few bytes of the isolate, and each
 * has a few seconds, so that slow senders do not keep others from being served. `free`: a body of up to so many bytes takes
 * nothing of the shared bytes.
 */
export function anonymousAllowance(limits: Limits, free = 0): BodyAllowance {
  const { ANONYMOUS_BODY_BYTES: maxBytes, ANONYMOUS_BODY_SECONDS: seconds } = limits
  const deadline = Date.now() + seconds * 1_000
  let bytes = 0
  const one = {
    deadline,
    release() {
      if (anonymous.delete(one)) anonymousBytes -= bytes
    },
  }
  return {
    maxBytes,
    async grow(wanted) {
      if (wanted <= free) return undefined
      for (const other of anonymous) {
        if (Date.now() < other.deadline + RELEASE_AFTER) break
        other.release()
      }
      if (anonymousBytes - bytes + wanted > maxBytes) {
        return refuse('OVERLOADED', 'body: too many bodies without a credential in a header are on their way')
      }
      anonymous.add(one)
      anonymousBytes += wanted - bytes
      bytes = wanted
      return undefined
    },
    deadline,
    lateRefusal: () => tooSlow(seconds),
    release: one.release,
  }
}
