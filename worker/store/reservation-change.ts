import { and, eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { reservation } from '../../schema/tables/reservation'
import type { Scope } from '../auth/scope'
import { STATUS } from '../domain/lifecycle'
import { build } from './database'

/** Where a change stands among the customer's changes. Its instant never runs against that order. */
export const changeMark = ({ customer }: Scope, now: number) => ({
  changeSeq: sql`(SELECT coalesce(max(change_seq), 0) + 1 FROM reservation WHERE customer_id = ${customer})`,
  updatedAt: sql`max(${now}, coalesce(
    (SELECT updated_at FROM reservation WHERE customer_id = ${customer} ORDER BY change_seq DESC LIMIT 1), 0))`,
})

/**
 * Marks a reservation as changed by what is put on its account. Whatever else changes meanwhile does not matter, so that
 * writers do not wait for each other; but one that has become final is refused by `reservation.version`.
 */
export const markCharged = (scope: Scope, reservationId: number, now: number): BatchItem<'sqlite'> =>
  build
    .update(reservation)
    .set({
      version: sql`CASE WHEN status_id < ${STATUS.CheckedOut} THEN version + 1 END`,
      lastChangeHash: null,
      ...changeMark(scope, now),
    })
    .where(and(eq(reservation.customerId, scope.customer), eq(reservation.reservationId, reservationId)))
