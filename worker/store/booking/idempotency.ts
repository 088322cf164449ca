import { and, eq, not, type SQL, sql } from 'drizzle-orm'
import { idempotency } from '../../../schema/tables/idempotency'
import { reservation } from '../../../schema/tables/reservation'
import { DAY_MS } from '../../../schema/wire/dates'
import { DATABASE_NOW } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'

/** What was made under a key before. */
export interface IdempotentReplay {
  bodyHash: string
  reservationId: number
  reservationNumber: number
  /** What was answered, where there was content. */
  answer: unknown
}

/** Begins the key of a change that has none of its caller's. Callers cannot send it: control characters are refused. */
export const CHANGE_KEY_PREFIX = '\u001f'

export const isChangeKey = (key: string | undefined): boolean => key?.startsWith(CHANGE_KEY_PREFIX) ?? false

/**
 * When the record of a change key is too old to be a repetition. A caller that retries does so within a day; one that sets a
 * value back and forth by identity alone means it anew on the next day.
 */
export const isExpiredKey = sql`(substr(${idempotency.identity}, 1, 1) = char(31) AND ${idempotency.createdAt} <= ${DATABASE_NOW} - ${DAY_MS})`

/** What was made under a key, which may be an expression. */
export const selectReplay = ({ customer }: Scope, key: string | SQL | undefined) =>
  build
    .select({
      bodyHash: idempotency.bodyHash,
      reservationId: sql<number>`${idempotency.reservationId}`.as('reservationId'),
      reservationNumber: reservation.reservationNumber,
      answer: idempotency.answer,
    })
    .from(idempotency)
    .innerJoin(
      reservation,
      and(eq(reservation.customerId, customer), eq(reservation.reservationId, idempotency.reservationId)),
    )
    .where(and(eq(idempotency.customerId, customer), eq(idempotency.identity, key ?? ''), not(isExpiredKey)))

/** The reservation that bears the key as its own identity: it outlives what is remembered of the key. */
export const selectByIdentity = ({ customer }: Scope, key: string | undefined) =>
  build
    .select({ reservationId: reservation.reservationId })
    .from(reservation)
    .where(and(eq(reservation.customerId, customer), eq(reservation.identity, key ?? '')))
