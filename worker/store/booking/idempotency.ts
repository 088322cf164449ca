import { and, eq, not, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { idempotency } from '../../../schema/tables/idempotency'
import { reservation } from '../../../schema/tables/reservation'
import { DAY_MS } from '../../../schema/wire/dates'
import { DATABASE_NOW } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import type { RowOf } from '../../db/select-rows'

const replayColumns = {
  bodyHash: idempotency.bodyHash,
  reservationId: idempotency.reservationId,
  reservationNumber: reservation.reservationNumber,
  /** The content of the response, if it had any. */
  answer: idempotency.answer,
}

/** The result of an earlier request with the same key. */
export type IdempotentReplay = RowOf<typeof replayColumns>

/** Prefix of the keys that the Worker makes for changes without a key. Clients cannot send it: control characters are refused. */
export const CHANGE_KEY_PREFIX = '\u001f'

export const isChangeKey = (key: string | undefined): boolean => key?.startsWith(CHANGE_KEY_PREFIX) ?? false

/**
 * Whether the record of such a key is older than a day. A client retries within a day; an equal change by identity alone on
 * the next day is a new change.
 */
export const isExpiredKey = sql`(substr(${idempotency.identity}, 1, 1) = char(31) AND ${idempotency.createdAt} <= ${DATABASE_NOW} - ${DAY_MS})`

/** Selects the result of an earlier request with a key, which is an expression. */
export const replayOf = (customer: Placeholder, key: Placeholder | SQL) =>
  build
    .select(replayColumns)
    .from(idempotency)
    .innerJoin(
      reservation,
      and(eq(reservation.customerId, customer), eq(reservation.reservationId, idempotency.reservationId)),
    )
    .where(and(eq(idempotency.customerId, customer), eq(idempotency.identity, key), not(isExpiredKey)))

type KeyOfCustomer = Placeholders<{ customer: number; key: string }>

const selectReplayOf = prepareStatement(({ customer, key }: KeyOfCustomer) => replayOf(customer, key))

/** Selects the result of an earlier request with a key. */
export const selectReplay = ({ customer }: Scope, key: string | undefined) =>
  selectReplayOf({ customer, key: key ?? '' })

const selectWithIdentity = prepareStatement(({ customer, key }: KeyOfCustomer) =>
  build
    .select({ reservationId: reservation.reservationId })
    .from(reservation)
    .where(and(eq(reservation.customerId, customer), eq(reservation.identity, key))),
)

/** Selects the reservation whose identity is the key. It exists longer than the record of the key. */
export const selectByIdentity = ({ customer }: Scope, key: string | undefined) =>
  selectWithIdentity({ customer, key: key ?? '' })
