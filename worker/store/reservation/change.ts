import { and, eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { reservation } from '../../../schema/tables/reservation'
import { DATABASE_NOW } from '../../db/clock'
import { build } from '../../db/database'
import type { Scope } from '../../db/scope'
import { STATUS } from '../../domain/reservation/status'

/** The number of the customer's last change: it never comes again. */
export const lastChange = ({ customer }: Scope) =>
  sql`(SELECT coalesce(max(change_seq), 0) FROM reservation WHERE customer_id = ${customer})`

/** Where a change stands among the customer's changes. Its instant never runs against that order. */
export const changeMark = (scope: Scope) => ({
  changeSeq: sql`${lastChange(scope)} + 1`,
  updatedAt: sql`max(${DATABASE_NOW}, coalesce(
    (SELECT updated_at FROM reservation WHERE customer_id = ${scope.customer} ORDER BY change_seq DESC LIMIT 1), 0))`,
})

/**
 * Marks a reservation as changed by what is put on its account. Whatever else changes meanwhile does not matter, so that
 * writers do not wait for each other; but one that has become final is refused by `reservation.version`.
 */
export const markReservationCharged = (scope: Scope, reservationId: number): BatchItem<'sqlite'> =>
  build
    .update(reservation)
    .set({
      version: sql`CASE WHEN status_id < ${STATUS.CheckedOut} THEN version + 1 END`,
      lastChangeHash: null,
      ...changeMark(scope),
    })
    .where(and(eq(reservation.customerId, scope.customer), eq(reservation.reservationId, reservationId)))
