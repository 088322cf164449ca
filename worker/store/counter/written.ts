import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Owner, Scope } from '../../db/scope'

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

/** The same in a statement: by placeholders, or by an expression of the id. */
export type BoundReservation = Owner & { reservationId: Placeholder | SQL<number> | undefined }

/** The id. A reservation that the batch has inserted is the newest one of its customer. */
export const idOf = ({ customer, reservationId }: BoundReservation): SQL<number> =>
  reservationId === undefined
    ? sql`(SELECT max(reservation_id) FROM reservation WHERE customer_id = ${customer})`
    : sql`${reservationId}`
