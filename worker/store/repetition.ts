import { and, eq, not, sql } from 'drizzle-orm'
import { idempotency, reservation } from '../../schema/tables/reservation'
import type { Scope } from '../auth/scope'
import { CLOCK } from './clock'
import { build } from './database'

/** What was made under a key before. */
export interface Repetition {
  bodyHash: string
  reservationId: number
  reservationNumber: number
  /** What was answered, where there was content. */
  answer: unknown
}

/** When the records of a key are too old to be repetitions. */
export const isOver = (keyLasts: number) => sql`${idempotency.createdAt} <= ${CLOCK} - ${keyLasts}`

/** What was made under a key; in the last `keyLasts` milliseconds, where that is given. */
export const selectRepetition = ({ customer }: Scope, key: string | undefined, keyLasts?: number) =>
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
    .where(
      and(
        eq(idempotency.customerId, customer),
        eq(idempotency.identity, key ?? ''),
        keyLasts === undefined ? undefined : not(isOver(keyLasts)),
      ),
    )

/** The reservation that bears the key as its own identity: it outlives what is remembered of the key. */
export const selectTwin = ({ customer }: Scope, key: string | undefined) =>
  build
    .select({ reservationId: reservation.reservationId })
    .from(reservation)
    .where(and(eq(reservation.customerId, customer), eq(reservation.identity, key ?? '')))
