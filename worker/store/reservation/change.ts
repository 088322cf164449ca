import { type SQL, sql } from 'drizzle-orm'
import { STATUS } from '../../../schema/wire/reservation-status'
import { DATABASE_NOW } from '../../db/database'
import type { Statement } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import type { ReservationEvent } from '../../domain/booking/changes'
import type { BookingPlan } from '../../domain/booking/state'
import { insertReservationEvent } from '../event/insert-event'
import { insertMessages, insertModifiedMessages } from '../fetch-queue/insert-messages'

/*
 * Every change of a reservation is written by `changeReservation`: a booking that is made, changed, cancelled or paid, an
 * inquiry, a sale on the account, the erasure of a guest. What all changes owe is added here alone: the number and the time
 * of the change, the version, the messages of the fetch queue, and the event.
 */

/** What is changed, with what decides the version and the messages. */
export type ReservationChange =
  | { kind: 'created'; plan: BookingPlan }
  /**
   * By a plan that was decided on this version. `lastChangeHash`: of a request that named the reservation by identity alone.
   * Without an event, the plan writes what is stored already.
   */
  | {
      kind: 'modified'
      plan: BookingPlan
      version: number
      lastChangeHash: string | null
      event: ReservationEvent | undefined
    }
  /** By a sale on its account, and its payment if that is on the account too. */
  | { kind: 'charged'; isPaid: boolean }
  /** Personal data of its guest was removed. The erasure of the guest has its own event. */
  | { kind: 'erased' }

/** Columns that the statement on the row of `reservation` sets beside its own. */
interface ChangeColumns {
  version: number | SQL
  lastChangeHash?: string | null
  changeSeq: SQL<number>
  updatedAt: SQL<number>
}

/** The statements of a caller, by their place in the batch. */
interface ChangeStatements {
  /** Inserts or updates the row of `reservation`. */
  row: (columns: ChangeColumns) => Statement
  /** Run after the row, before the messages of stays that end: these messages show what is written here. */
  early?: readonly Statement[]
  /** Run before the messages of stays that remain or are new. */
  late?: readonly Statement[]
}

/** The statements of a change, for one batch; that of the row is the first. */
export function changeReservation(
  scope: Scope,
  reservationId: SQL<number>,
  change: ReservationChange,
  { row, early = [], late = [] }: ChangeStatements,
): [Statement, ...Statement[]] {
  const { ended, remaining } = messagesOf(scope, reservationId, change)
  const event = eventOf(change)
  return [
    row(columnsOf(scope, change)),
    ...early,
    ...ended,
    ...late,
    ...remaining,
    ...(event ? [insertReservationEvent(scope, reservationId, event)] : []),
  ]
}

/** The number of the customer's last change. No number is used twice. */
export const lastChange = ({ customer }: Scope) =>
  sql<number>`(SELECT coalesce(max(change_seq), 0) FROM reservation WHERE customer_id = ${customer})`

/** `updatedAt` is never before that of the previous change, even where the clock was set back. */
const columnsOf = (scope: Scope, change: ReservationChange): ChangeColumns => ({
  ...versionColumns(change),
  changeSeq: sql`${lastChange(scope)} + 1`,
  updatedAt: sql`max(${DATABASE_NOW}, coalesce(
    (SELECT updated_at FROM reservation WHERE customer_id = ${scope.customer} ORDER BY change_seq DESC LIMIT 1), 0))`,
})

/** A version that becomes NULL is refused by `reservation.version`. */
function versionColumns(change: ReservationChange): Pick<ChangeColumns, 'version' | 'lastChangeHash'> {
  switch (change.kind) {
    case 'created':
      return { version: 1 }
    case 'modified':
      return {
        version: sql`CASE WHEN version = ${change.version} THEN version + 1 END`,
        lastChangeHash: change.lastChangeHash,
      }
    case 'charged':
      // A sale depends on no other change, so that sales do not wait for each other. A final reservation takes none.
      return { version: sql`CASE WHEN status_id < ${STATUS.CheckedOut} THEN version + 1 END`, lastChangeHash: null }
    case 'erased':
      return { version: sql`version + 1` }
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
  scope: Scope,
  reservationId: SQL<number>,
  change: ReservationChange,
): { ended: Statement[]; remaining: Statement[] } {
  switch (change.kind) {
    case 'created':
    case 'modified':
      return {
        ended: insertMessages(scope, reservationId, change.plan.ended),
        remaining: insertMessages(scope, reservationId, change.plan.events),
      }
    case 'charged':
      return { ended: [], remaining: [insertModifiedMessages(scope, reservationId)] }
    case 'erased':
      return { ended: [], remaining: [] }
  }
}
