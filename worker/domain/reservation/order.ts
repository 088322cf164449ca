/*
 * The orders of lists of reservations.
 */

/** The columns of each order. An index has them after the customer; no two reservations have the same values. */
export const ORDERS = {
  id: ['reservationId'],
  arrival: ['arrivalDate', 'reservationId'],
  departure: ['departureDate', 'reservationId'],
  change: ['changeSeq'],
} as const

/** The order of a list. */
export type Order = keyof typeof ORDERS

/** The values of a reservation in the columns of an order. */
export type Position = readonly (string | number)[]

/** The dates of a filter. */
interface DateFilter {
  arrival?: object | undefined
  departure?: object | undefined
  rooms?: readonly { arrival?: string | undefined; departure?: string | undefined }[] | undefined
}

/** A list that is filtered by dates is in the order of these dates, so that one index has both. */
export function orderOf({ arrival, departure, rooms }: DateFilter): Order {
  if (arrival) return 'arrival'
  if (departure || rooms?.some(room => room.arrival || room.departure)) return 'departure'
  return 'id'
}

/** The name of a list in an order. A cursor is valid for one name. */
export const listIn = (order: Order, list: string) => (order === 'id' ? list : `${list} by ${order}`)

/** Returns the position of a row in an order. */
export const positionIn =
  (order: Order) =>
  (row: Record<(typeof ORDERS)[Order][number], string | number>): Position =>
    ORDERS[order].map(column => row[column])
