import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { STATUS } from '../../../schema/wire/reservation-status'
import { DATABASE_NOW } from '../../db/database'
import type { Statement } from '../../db/drizzle-adapter'
import type { Owner } from '../../db/scope'
import type { ReservationEvent } from '../../domain/booking/changes'
import type { BookingChange } from '../../domain/booking/state'
import { lastNumber } from '../counter/last-number'
import type { WrittenReservation } from '../counter/written'
import { insertReservationEvent } from '../event/insert-event'
import { insertMessages, insertModifiedMessages } from '../fetch-queue/insert-messages'

/*
 * Every change of a reservation is written by `changeReservation`: a booking that is made, changed, cancelled or paid, an
 * inquiry, a sale on the account, the erasure of a guest. What all changes owe is added here alone: the number and the time
 * of the change, the version (`changeColumns`), the messages of the fetch queue, and the event.
 */

/** What is changed, with what decides the version and the messages. */
export type ReservationChange =
  | { kind: 'created'; booking: BookingChange }
  /** By a request that changes something. */
  | { kind: 'modified'; booking: BookingChange; event: ReservationEvent }
  /** By a sale on its account or a return to it, and the payment if that is on the account too. */
  | { kind: 'charged'; isPaid: boolean }
  /** Personal data of its guest was removed. The erasure of the guest has its own event. */
  | { kind: 'erased' }

/** How a change decides the version of the reservation. */
type VersionRule =
  | { kind: 'created' | 'charged' | 'returned' | 'erased' }
  /**
   * By a change that was decided on this version. `confirms`: it confirms a booking whose hold must not be over.
   * `lastChangeHash`: of a request that names the reservation by identity and has no key.
   */
  | {
      kind: 'modified'
      version: number | Placeholder
      confirms?: true | Placeholder | undefined
      lastChangeHash: string | Placeholder | null
    }

/** The statements of a caller, by their place in the batch. */
interface ChangeStatements {
  /** Inserts or updates the row of `reservation`, with `changeColumns`. */
  row: Statement
  /** Run after the row, before the messages of stays that end: these messages show what is written here. */
  early?: readonly Statement[]
  /** Run before the messages of stays that remain or are new. */
  late?: readonly Statement[]
}

/**
 * The statements of a change, for one batch; that of the row is the first.
 *
 * @example
 * const written = { scope, reservationId: 7 }
 * const ofReservation = and(eq(reservation.customerId, scope.customer), eq(reservation.reservationId, 7))
 * await db.batch(
 *   changeReservation(
 *     written,
 *     { kind: 'charged', isPaid: false },
 *     {
 *       row: build
 *         .update(reservation)
 *         .set(changeColumns(scope, { kind: 'charged' }))
 *         .where(ofReservation),
 *     },
 *   ),
 * )
 */
export function changeReservation(
  written: WrittenReservation,
  change: ReservationChange,
  { row, early = [], late = [] }: ChangeStatements,
): [Statement, ...Statement[]] {
  const { ended, remaining } = messagesOf(written, change)
  const event = eventOf(change)
  return [row, ...early, ...ended, ...late, ...remaining, ...(event ? [insertReservationEvent(written, event)] : [])]
}

/** The number of the customer's last change. No number is used twice. */
export const lastChange = (owner: Owner) => lastNumber(owner, 'change')

/**
 * Columns that the statement on the row of `reservation` sets beside its own. `updatedAt` is never before that of the previous
 * change, even where the clock was set back.
 */
export const changeColumns = (owner: Owner, rule: VersionRule) => ({
  ...versionColumns(rule),
  changeSeq: sql<number>`${lastChange(owner)} + 1`,
  updatedAt: sql<number>`max(${DATABASE_NOW}, coalesce(
    (SELECT updated_at FROM reservation WHERE customer_id = ${owner.customer} ORDER BY change_seq DESC LIMIT 1), 0))`,
})

interface VersionColumns {
  version: number | SQL
  /** The hash that was stored is that of the change before: every change sets it. */
  lastChangeHash: SQL | null
}

const holdIsNotOver = sql` AND NOT EXISTS (
  SELECT 1 FROM hold WHERE hold.customer_id = reservation.customer_id AND hold.reservation_id = reservation.reservation_id
    AND hold.hold_until <= ${DATABASE_NOW})`

/** A version that becomes NULL is refused by `reservation.version`. */
function versionColumns(rule: VersionRule): VersionColumns {
  switch (rule.kind) {
    case 'created':
      return { version: 1, lastChangeHash: null }
    case 'modified':
      return {
        version: sql`CASE WHEN version = ${rule.version}${rule.confirms && holdIsNotOver} THEN version + 1 END`,
        lastChangeHash: sql`${rule.lastChangeHash}`,
      }
    case 'charged':
      // A sale depends on no other change, so that sales do not wait for each other. Where nobody stays, none is charged.
      return { version: sql`CASE WHEN status_id < ${STATUS.Cancelled} THEN version + 1 END`, lastChangeHash: null }
    case 'returned':
    case 'erased':
      return { version: sql`version + 1`, lastChangeHash: null }
  }
}

function eventOf(change: ReservationChange): ReservationEvent | undefined {
  switch (change.kind) {
    case 'created':
      return { type: 'reservation.created' }
    case 'modified':
      return change.event
    case 'charged':
      return { type: 'reservation.modified', changed: change.isPaid ? ['payments', 'account'] : ['account'] }
    case 'erased':
      return undefined
  }
}

function messagesOf(
  written: WrittenReservation,
  change: ReservationChange,
): { ended: Statement[]; remaining: Statement[] } {
  switch (change.kind) {
    case 'created':
    case 'modified':
      return {
        ended: insertMessages(written, change.booking.ended),
        remaining: insertMessages(written, change.booking.events),
      }
    case 'charged':
      return { ended: [], remaining: [insertModifiedMessages(written)] }
    case 'erased':
      return { ended: [], remaining: [] }
  }
}
