import * as z from 'zod'
import { dateOrEmpty, Payment } from './booking'
import { perLimits } from './limits'
import { longList } from './long-list'
import { listOf, queryPaging, requiredId } from './paging'
import { customerId, id, idOrNone, nonBlankIdText, priceOf } from './primitives'
import { type RuleIssue, withRules } from './with-rules'

/*
 * A sale from stock, and a return of what it sold.
 */

const LineRequest = z.lazy(() =>
  z
    .object({
      inventoryId: id.describe('The item: `inventoryId` of the setup.'),
      inventoryLocationId: id.describe(
        'The location that sells it. It must be active and have the quantity. Of a return: the one that sold it.',
      ),
      quantity: z
        .number()
        .min(0.001)
        .max(1_000_000)
        .describe('Units, with up to three decimals. Above 0 for a return too.'),
      unitPrice: priceOf('The price of a unit. 0: free. Default: the price of the item. A return has none.').optional(),
    })
    .meta({ id: 'SaleLineInput', description: 'An item to sell.' }),
)

/** Lines of one sale. Nobody has tried more in one batch of D1. */
const MAX_ITEMS = 500

export const SaleRequest = z.lazy(() =>
  withRules(
    z.object({
      identity: nonBlankIdText(200).describe(
        'Your own reference of the sale. The same request again makes no second sale: see [identity](/docs#identity).',
      ),
      items: longList(LineRequest, MAX_ITEMS)
        .min(1)
        .describe('What is sold, or comes back. An item may be in several lines.'),
      returnOf: idOrNone
        .optional()
        .describe('The `saleId` of the sale whose things come back. 0 or absent: things are sold.'),
      saleDate: dateOrEmpty.describe("The day of the sale. Default: today in the customer's time zone."),
      reservationID: idOrNone
        .optional()
        .describe(
          'The reservation whose account is charged. 0 or absent: the sale is on no account. A return has none.',
        ),
      paymentDetails: Payment.optional().describe('A payment to record with the reservation.'),
      clientID: customerId,
    }),
    returnIssues,
  ).meta({ id: 'SaleInput', description: 'A sale from stock, or a return of what one sold.' }),
)

/** A return has the account and the prices of its sale. */
function* returnIssues({
  returnOf,
  reservationID,
  items = [],
}: {
  returnOf?: number | undefined
  reservationID?: number | undefined
  items?: readonly { unitPrice?: number | undefined }[]
}): Generator<RuleIssue> {
  if (returnOf === undefined) return
  if (reservationID !== undefined) {
    yield { path: ['reservationID'], message: 'expected none, because a return has the account of its sale' }
  }
  for (const [i, { unitPrice }] of items.entries()) {
    if (unitPrice !== undefined) {
      yield { path: ['items', i, 'unitPrice'], message: 'expected none, because a return has the prices of its sale' }
    }
  }
}

export type SaleRequest = z.output<typeof SaleRequest>

const SaleLine = z.lazy(() =>
  z
    .object({
      inventoryId: z.int().describe('The item.'),
      inventoryLocationId: z.int().describe('The location that sold it.'),
      quantity: z.number().describe('Units.'),
      unitPrice: z.number().describe('The price of a unit.'),
      amount: z
        .number()
        .describe("`unitPrice × quantity`, rounded to the currency's minor unit, halves up. Below 0 for a return."),
      quantityInHand: z.number().describe('The quantity at the location after the sale.'),
    })
    .meta({
      id: 'SaleLine',
      description: 'An item that was sold, or came back.',
    }),
)

const saleFields = () => ({
  saleId: z.int().describe('The id of the sale.'),
  saleNumber: z.string().describe('The number of the sale, for people: eight digits.'),
  total: z.number().describe('The sum of the amounts. Below 0 for a return.'),
  currency: z.string().describe('The currency of the customer (ISO 4217).'),
  items: z
    .array(SaleLine)
    .describe('In the order of the request. What comes back from several lines of a sale is a line for each.'),
})

export const Sale = z.lazy(() =>
  z.object(saleFields()).meta({ id: 'Sale', description: 'A sale that was made, or a return.' }),
)

export type Sale = z.output<typeof Sale>

export const SaleQuery = perLimits(limits =>
  z.object({
    reservationID: requiredId('The reservation whose account is listed.'),
    clientID: customerId,
    ...queryPaging(limits),
  }),
)

export const AccountSale = z.lazy(() =>
  z
    .object({
      ...saleFields(),
      saleDate: z.string().meta({ 'x-format': 'YYYY-MM-DD', description: 'The day of the sale.' }),
      reservationID: z.int().describe('The reservation whose account it is on.'),
      returnOf: z.int().nullable().describe('The sale whose things came back. Null: things were sold.'),
    })
    .meta({ id: 'AccountSale', description: 'A sale or a return on the account of a reservation.' }),
)

export const AccountSales = z.lazy(() => listOf(AccountSale))

export type AccountSale = z.output<typeof AccountSale>
