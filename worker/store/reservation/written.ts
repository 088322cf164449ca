import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../db/scope'

/** The reservation that the statements of a batch write. */
export interface WrittenReservation {
  scope: Scope
  /** Undefined: the one that the batch has inserted. */
  reservationId: number | undefined
}

/** The values of a statement on it. */
export interface WrittenValues {
  customer: number
  reservationId: number | undefined
}

export const valuesOf = ({ scope: { customer }, reservationId }: WrittenReservation): WrittenValues => ({
  customer,
  reservationId,
})

/** The same in a statement: as values, as placeholders, or by an expression of the id. */
export interface BoundReservation {
  customer: number | Placeholder
  reservationId: number | Placeholder | SQL<number> | undefined
}

/** Its customer. */
export type Owner = Pick<BoundReservation, 'customer'>

/** The id. A reservation that the batch has inserted is the newest one of its customer. */
export const idOf = ({ customer, reservationId }: BoundReservation): SQL<number> =>
  reservationId === undefined
    ? sql`(SELECT max(reservation_id) FROM reservation WHERE customer_id = ${customer})`
    : sql`${reservationId}`
