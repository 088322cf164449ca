import { and, eq, sql } from 'drizzle-orm'
import { idempotency, reservation } from '../../schema/tables/reservation'
import type { Scope } from '../auth/scope'
import { build } from './database'

/** What was made under a key before. */
export interface Repetition {
  bodyHash: string
  reservationId: number
  reservationNumber: number
  /** What was answered, where there was content. */
  answer: unknown
}

export const selectRepetition = ({ customer }: Scope, key: string | undefined) =>
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
    .where(and(eq(idempotency.customerId, customer), eq(idempotency.identity, key ?? '')))

/** The reservation that bears the key as its own identity: it outlives what is remembered of the key. */
export const selectTwin = ({ customer }: Scope, key: string | undefined) =>
  build
    .select({ reservationId: reservation.reservationId })
    .from(reservation)
    .where(and(eq(reservation.customerId, customer), eq(reservation.identity, key ?? '')))
