import { todayIn } from '../../../schema/stay-dates'
import { Sale, SaleRequest } from '../../../schema/wire/sale'
import type { Database } from '../../db/database'
import { retryOnConflict } from '../../db/retry-on-conflict'
import type { Scope } from '../../db/scope'
import { decideReturn, type ReturnChange } from '../../domain/inventory/return'
import { assembleSale, assumedSaleData, decideSale, type SaleChange } from '../../domain/inventory/sale'
import { Refusal } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { identityConflict } from '../../http/idempotency'
import { decidedWithoutReading } from '../../store/customer/decided-without-reading'
import type { CustomerSettings } from '../../store/customer/known-settings'
import { readForReturn, readForSale, STALE_SALE_CONSTRAINTS } from '../../store/inventory/read-for-sale'
import { writeReturn } from '../../store/inventory/return'
import { writeSale } from '../../store/inventory/sale'

export const postSale = endpoint(
  {
    method: 'POST',
    path: '/api/Sale/PostSale',
    operationId: 'postSale',
    summary: 'Sells items from stock, or takes sold items back.',
    description:
      'All items are sold, or none: stock never goes below zero. The `identity` (or the header `Idempotency-Key`) makes a ' +
      'retry safe: the same request again has the first response and sells nothing more.\n\n' +
      'With `reservationID` the sale and its payment are on the account of that reservation. A reservation that is ' +
      'Cancelled or NoShow accepts no sales.\n\n' +
      'With `returnOf` things of an earlier sale come back to where they were sold, at the prices of that sale and on its ' +
      'account, whatever its status. `amount` and `total` are then below 0. What a sale sold comes back once: more is 409 ' +
      '`INSUFFICIENT_STOCK`.',
    auth: 'inventory:write',
    idempotency: 'body-identity',
    body: SaleRequest,
    response: Sale,
    example: {
      name: 'On an account',
      body: {
        identity: 'till-3-118',
        reservationID: 1,
        items: [{ inventoryId: 1, inventoryLocationId: 1, quantity: 2 }],
      },
      response: {
        saleId: 3,
        saleNumber: '10000003',
        total: 4,
        currency: 'EUR',
        items: [{ inventoryId: 1, inventoryLocationId: 1, quantity: 2, unitPrice: 2, amount: 4, quantityInHand: 94 }],
      },
    },
    moreExamples: [
      {
        name: 'Paid at once',
        body: {
          identity: 'till-3-119',
          items: [{ inventoryId: 7, inventoryLocationId: 2, quantity: 2, unitPrice: 5 }],
          paymentDetails: { paymentAmount: 10, paymentSource: 'Card', paymentExtID: 'till-3-119' },
        },
        response: {
          saleId: 4,
          saleNumber: '10000004',
          total: 10,
          currency: 'EUR',
          items: [
            { inventoryId: 7, inventoryLocationId: 2, quantity: 2, unitPrice: 5, amount: 10, quantityInHand: 46 },
          ],
        },
      },
      {
        name: 'Return',
        body: {
          identity: 'till-3-return-1',
          returnOf: 1,
          items: [{ inventoryId: 4, inventoryLocationId: 2, quantity: 1 }],
          paymentDetails: { paymentAmount: -4.5, paymentSource: 'Card', paymentExtID: 'till-3-return-1' },
        },
        response: {
          saleId: 5,
          saleNumber: '10000005',
          total: -4.5,
          currency: 'EUR',
          items: [
            { inventoryId: 4, inventoryLocationId: 2, quantity: 1, unitPrice: 4.5, amount: -4.5, quantityInHand: 29 },
          ],
        },
      },
      {
        name: 'Retry',
        isRepeated: true,
        body: { identity: 'till-3-120', items: [{ inventoryId: 5, inventoryLocationId: 2, quantity: 1 }] },
        response: {
          saleId: 6,
          saleNumber: '10000006',
          total: 15,
          currency: 'EUR',
          items: [
            { inventoryId: 5, inventoryLocationId: 2, quantity: 1, unitPrice: 15, amount: 15, quantityInHand: 17 },
          ],
        },
      },
    ],
    errors: ['UNKNOWN_REFERENCE', 'INSUFFICIENT_STOCK', 'NOT_FOR_SALE', 'INVALID_TRANSITION', 'IDENTITY_CONFLICT'],
  },
  async call => {
    const { db, scope, body } = call
    const { identity } = body
    const bodyHash = await call.hashRequest()

    const write = async (change: SaleChange | ReturnChange, settings: CustomerSettings) => {
      const saleDate = body.saleDate ?? todayIn(settings.timeZone, call.now)
      const decided = { idempotency: { identity, bodyHash, saleDate }, settings }
      const written = await (change.returnOf === undefined
        ? writeSale(db, scope, change, decided)
        : writeReturn(db, scope, change, decided))
      return success(assembleSale(written, settings.currency))
    }

    let optimistic = decidedWithoutReading(scope, decideWith(body))
    return retryOnConflict(db, STALE_SALE_CONSTRAINTS, async () => {
      if (optimistic) {
        const { change, settings } = optimistic
        // What the database refuses is read, so that the response names the reason.
        optimistic = undefined
        return write(change, settings)
      }
      const { made, settings, change } = await readAndDecide(db, scope, body)
      if (made?.bodyHash === bodyHash) return success(assembleSale(made, settings.currency))
      if (made && !(change instanceof Refusal && change.status !== 409)) {
        return identityConflict()
      }
      return change instanceof Refusal ? change : write(change, settings)
    })
  },
)

async function readAndDecide(db: Database, scope: Scope, body: SaleRequest) {
  const { identity, returnOf } = body
  const lookup = { identity, paymentExtId: body.paymentDetails?.paymentExtID }
  if (returnOf === undefined) {
    const { made, ...data } = await readForSale(db, scope, {
      ...lookup,
      reservationId: body.reservationID,
      lines: body.items,
    })
    return { made, settings: data, change: decideSale(body, data) }
  }
  const { made, ...data } = await readForReturn(db, scope, { ...lookup, returnOf })
  return { made, settings: data, change: decideReturn({ ...body, returnOf }, data) }
}

/** The change of a sale that is on no account. */
const decideWith = (body: SaleRequest) => (settings: CustomerSettings) =>
  body.reservationID === undefined && body.returnOf === undefined
    ? decideSale(body, assumedSaleData(settings, body))
    : undefined
