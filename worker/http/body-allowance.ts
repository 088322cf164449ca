import type { Limits } from '../../schema/wire/limits'
import { type Refusal, refuse } from '../errors'
import { acquireLargeBodySlot, LARGE_BODY } from './large-body'

/** What a body may hold of its isolate, and for how long it may take to arrive. */
export interface BodyAllowance {
  /** Bytes that the body may have at most, whatever its endpoint takes. */
  readonly maxBytes: number
  /** Waits until the body may hold so many bytes in all; a refusal where it may not. */
  grow(bytes: number): Promise<Refusal<'OVERLOADED'> | undefined>
  /** Milliseconds since 1970 at which the body must be there; undefined: it may take its time. */
  readonly deadline: number | undefined
  /** What is said of a body that is not there by then. */
  lateRefusal(): Refusal<'OVERLOADED'>
  release(): void
}

const tooSlow = (seconds: number) => refuse('OVERLOADED', `body: expected to arrive within ${seconds} seconds`)

/** Room for the body of a caller whose credential is good: few of the large ones at a time. */
export function authenticatedAllowance({ LARGE_BODY_SECONDS: seconds }: Limits): BodyAllowance {
  let giveBack: (() => void) | undefined
  let deadline: number | undefined
  return {
    maxBytes: Number.POSITIVE_INFINITY,
    async grow(bytes) {
      if (bytes <= LARGE_BODY || giveBack) return undefined
      giveBack = await acquireLargeBodySlot()
      deadline = Date.now() + seconds * 1_000
      return undefined
    },
    get deadline() {
      return deadline
    },
    lateRefusal: () => tooSlow(seconds),
    release: () => giveBack?.(),
  }
}

/** Bodies of callers that have proven nothing yet, the oldest first, and the bytes that they hold in all. */
const anonymous = new Set<{ release: () => void; deadline: number }>()
let anonymousBytes = 0

/** Milliseconds after its deadline at which a body is gone for certain: a request whose caller left is not run to its end. */
const CUT_OFF = 10_000

/**
 * Room for a body that is read before anything is known of its caller: all of them share a few bytes of the isolate, and each has
 * a few seconds, so that whoever sends slowly keeps nobody else from being served. `free`: bytes up to which a body takes nothing
 * of what is shared.
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
        if (Date.now() < other.deadline + CUT_OFF) break
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
