import * as z from 'zod'
import { dateOrEmpty, Payment } from './booking'
import { longList } from './long-list'
import { customerId, id, idOrNone, nonBlankText, price } from './primitives'

/*
 * A sale from stock.
 */

const LineRequest = z.lazy(() =>
  z
    .object({
      inventoryId: id,
      inventoryLocationId: id,
      quantity: z.number().min(0.001).max(1_000_000).describe('Units, with up to three decimals.'),
      unitPrice: price.optional().describe('Default: the price of the item.'),
    })
    .meta({ id: 'SaleLineInput', description: 'An item to sell.' }),
)

/** Lines of one sale. Nobody has tried more in one batch of D1. */
const MAX_ITEMS = 500

export const SaleRequest = z.lazy(() =>
  z
    .object({
      clientID: customerId,
      identity: nonBlankText(200).describe(
        'A reference of the client. The same reference again does not make a second sale.',
      ),
      saleDate: dateOrEmpty.describe("Default: today in the customer's time zone."),
      reservationID: idOrNone.optional().describe('The reservation that is charged.'),
      items: longList(LineRequest, MAX_ITEMS).min(1),
      paymentDetails: Payment.optional(),
    })
    .meta({ id: 'SaleInput', description: 'A sale from stock.' }),
)

export type SaleRequest = z.output<typeof SaleRequest>

const SaleLine = z.lazy(() =>
  z
    .object({
      inventoryId: z.int(),
      inventoryLocationId: z.int(),
      quantity: z.number(),
      unitPrice: z.number(),
      amount: z.number().describe("`unitPrice × quantity`, rounded to the currency's minor unit, halves up."),
      quantityInHand: z.number().describe('The quantity at the location after the sale.'),
    })
    .meta({
      id: 'SaleLine',
      description: 'A sold item.',
    }),
)

export const Sale = z.lazy(() =>
  z
    .object({
      saleId: z.int(),
      saleNumber: z.string(),
      total: z.number(),
      currency: z.string(),
      items: z.array(SaleLine).describe('In the order of the request.'),
    })
    .meta({ id: 'Sale', description: 'A sale that was made.' }),
)

export type Sale = z.output<typeof Sale>
