import { identifyBooking } from './api/booking/booking-identity'
import { newCost } from './db/cost'
import { ConstraintViolation } from './db/errors'
import { scopeOf } from './db/scope'
import { Shards } from './db/shards'
import { decideCancel } from './domain/booking/decide'
import type { MinuteRun } from './domain/webhook/minute-run'
import { Refusal } from './errors'
import { logException, logRun } from './http/log'
import { type Env, settingsOf } from './settings'
import { readBooking } from './store/booking/read-booking'
import { deleteLeftHold, STALE_BOOKING_CONSTRAINTS, updateReservation } from './store/booking/write-booking'
import { type EndedHold, readEndedHolds } from './store/upkeep/ended-holds'

/** The name of the run in the log. */
const RUN = 'holds'

/** Bookings that one run cancels in a database. */
const MAX_OF_DATABASE = 50
/** Bookings that one invocation cancels. Each takes two requests to D1, of 1,000 that it may make. */
const MAX_CANCELLED = 300
/** Milliseconds after which no booking is begun, so that webhooks do not wait longer for the run. */
const MAX_MS = 20_000

/**
 * Cancels the bookings of some databases whose hold has ended, the longest ago first. A booking that cannot be cancelled stays for
 * the next run, and the others are cancelled.
 */
export async function cancelEndedHolds(env: Env, { first, count }: MinuteRun['groups'][number]): Promise<void> {
  const cost = newCost()
  const shards = new Shards(settingsOf(env), cost)
  const end = Date.now() + MAX_MS
  const ended: (EndedHold & { shard: number })[] = []
  for (let shard = first; shard < first + count; shard++) {
    try {
      const found = await readEndedHolds(shards.at(shard), MAX_OF_DATABASE)
      ended.push(...found.map(each => ({ ...each, shard })))
    } catch (error) {
      logException(RUN, error, { database: shard })
    }
  }
  if (!ended.length) return
  ended.sort((one, other) => one.holdUntil - other.holdUntil)
  const done = { cancelled: 0, left: 0, failed: 0 }
  for (const each of ended.slice(0, MAX_CANCELLED)) {
    if (Date.now() > end) break
    try {
      done[await endHold(shards, each)]++
    } catch (error) {
      done.failed++
      const isStale = error instanceof ConstraintViolation && STALE_BOOKING_CONSTRAINTS.includes(error.constraint)
      if (!isStale) logException(RUN, error, { customer: each.customerId, database: each.shard })
    }
  }
  logRun(RUN, done, cost)
}

/**
 * Cancels a booking as `cancel` of PostBooking does. Another change at the same time refuses it: that change may have confirmed
 * the booking, or the next run cancels it. `left`: it was no longer Tentative.
 */
async function endHold(
  shards: Shards,
  { customerId, reservationId, shard }: EndedHold & { shard: number },
): Promise<'cancelled' | 'left'> {
  const scope = scopeOf(customerId, shard, null)
  const db = shards.of(scope)
  const request = { action: 'cancel' as const, bookingID: reservationId }
  const identity = identifyBooking(request, new Headers(), '')
  if (identity instanceof Refusal) throw new Error(identity.message)
  const { references, current } = await readBooking(db, scope, identity)
  if (!current?.isHoldOver) {
    await deleteLeftHold(db, scope, reservationId)
    return 'left'
  }
  const change = decideCancel(request, references, current)
  if (change instanceof Refusal) throw new Error(change.message)
  await updateReservation(db, scope, change, { current, entry: identity })
  return 'cancelled'
}
