import * as z from 'zod'
import { dateOrEmpty, Payment } from './booking'
import { perLimits } from './limits'
import { limitedList } from './long-list'
import { id, idOrNone, nonBlankText, price } from './primitives'

/*
 * A sale from stock.
 */

const LineRequest = z.lazy(() =>
  z
    .object({
      inventoryId: id,
      inventoryLocationId: id,
      /** Units, with up to three decimals. */
      quantity: z.number().min(0.001).max(1_000_000),
      /** Default: the price of the item. */
      unitPrice: price.optional(),
    })
    .meta({ id: 'SaleLineInput', description: 'An item to sell. Default of `unitPrice`: the price of the item.' }),
)

export const SaleRequest = perLimits(limits =>
  z
    .object({
      clientID: idOrNone.optional(),
      /** The caller's reference. The same one again does not make a second sale. */
      identity: nonBlankText(200),
      /** Default: today in the customer's time zone. */
      saleDate: dateOrEmpty,
      /** The reservation that is charged. */
      reservationID: idOrNone.optional(),
      items: limitedList(LineRequest, limits, 'SALE_ITEMS').min(1),
      paymentDetails: Payment.optional(),
    })
    .meta({ id: 'SaleInput', description: 'A sale from stock.' }),
)

export type SaleRequest = z.output<ReturnType<typeof SaleRequest>>

const SaleLine = z.lazy(() =>
  z
    .object({
      inventoryId: z.int(),
      inventoryLocationId: z.int(),
      quantity: z.number(),
      unitPrice: z.number(),
      /** `unitPrice × quantity`, rounded to the currency's minor unit, halves up. */
      amount: z.number(),
      /** The quantity at the location after the sale. */
      quantityInHand: z.number(),
    })
    .meta({
      id: 'SaleLine',
      description: 'A sold item. `quantityInHand` is the stock of the location after the sale.',
    }),
)

export const Sale = z.lazy(() =>
  z
    .object({
      saleId: z.int(),
      saleNumber: z.string(),
      total: z.number(),
      currency: z.string(),
      /** In the order of the request. */
      items: z.array(SaleLine),
    })
    .meta({ id: 'Sale', description: 'A sale that was made. `items` are in the order of the request.' }),
)

export type Sale = z.output<typeof Sale>
