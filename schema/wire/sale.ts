import * as z from 'zod'
import { dateOrEmpty, Payment } from './booking'
import { perLimits } from './limits'
import { limitedList } from './long-list'
import { id, idOrNone, nonBlankText, price } from './primitives'

/*
 * A sale of what lies in stock.
 */

const LineRequest = z.lazy(() =>
  z.object({
    inventoryId: id,
    inventoryLocationId: id,
    /** In units, with up to three decimals. */
    quantity: z.number().min(0.001).max(1_000_000),
    /** The item's own, if not said. */
    unitPrice: price.optional(),
  }),
)

export const SaleRequest = perLimits(limits =>
  z.object({
    clientID: idOrNone.optional(),
    /** The caller's own reference: the same again is no second sale. */
    identity: nonBlankText(200),
    /** Today in the customer's time zone, if not said. */
    saleDate: dateOrEmpty,
    /** The reservation whose account it goes on. */
    reservationID: idOrNone.optional(),
    items: limitedList(LineRequest, limits, 'SALE_ITEMS').min(1),
    paymentDetails: Payment.optional(),
  }),
)

export type SaleRequest = z.output<ReturnType<typeof SaleRequest>>

const SaleLine = z.lazy(() =>
  z.object({
    inventoryId: z.int(),
    inventoryLocationId: z.int(),
    quantity: z.number(),
    unitPrice: z.number(),
    /** `unitPrice × quantity`, rounded to the currency's minor unit, halves up. */
    amount: z.number(),
    /** What the sale left at the location. */
    quantityInHand: z.number(),
  }),
)

export const Sale = z.lazy(() =>
  z.object({
    saleId: z.int(),
    saleNumber: z.string(),
    total: z.number(),
    currency: z.string(),
    /** In the order in which they were asked for. */
    items: z.array(SaleLine),
  }),
)

export type Sale = z.output<typeof Sale>
