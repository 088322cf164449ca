import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { idempotency } from '../../../schema/tables/idempotency'
import { reservation } from '../../../schema/tables/reservation'
import type { Owner } from '../../db/scope'
import { jsonRows } from '../../db/select-json'
import type { RowOf } from '../../db/select-rows'

const firstUseColumns = {
  bodyHash: idempotency.bodyHash,
  reservationId: idempotency.reservationId,
  reservationNumber: reservation.reservationNumber,
  /** The content of the response, if it had any, or the version after a change. */
  answer: idempotency.answer,
}

/** The result of an earlier request with the same key. */
type FirstUse = RowOf<typeof firstUseColumns>

/** What is known of an idempotency key: columns of a statement that reads more. The key is a value or an expression. */
export const keyColumns = ({ customer }: Owner, key: string | Placeholder | SQL) => ({
  /** The result of the request that had the key, as a list; empty: there was none. */
  uses: jsonRows(
    firstUseColumns,
    firstUse => sql`
      SELECT json_group_array(${firstUse}) FROM idempotency
      CROSS JOIN reservation ON reservation.customer_id = idempotency.customer_id
        AND reservation.reservation_id = idempotency.reservation_id
      WHERE idempotency.customer_id = ${customer} AND idempotency.identity = ${key}`,
  ),
  /** The status of the reservation that has the key as its identity. It exists longer than the record of the key. */
  identityStatus: sql<number | null>`(
    SELECT status_id FROM reservation WHERE customer_id = ${customer} AND identity = ${key})`,
})

/** What is known of the idempotency key of a request. */
export interface KeyUse {
  /** The result of an earlier request with the key. */
  firstUse: FirstUse | undefined
  /** The status of the reservation that has the key as its identity; null: there is none. */
  identityStatus: number | null
}

/** The same from a row. */
export const keyUseOf = ({ uses, identityStatus }: RowOf<ReturnType<typeof keyColumns>>): KeyUse => ({
  firstUse: uses[0],
  identityStatus,
})
