import { Sale, SaleRequest } from '../../../schema/wire/sale'
import { retryOnConflict } from '../../db/retry-on-conflict'
import { assembleSale, planSale } from '../../domain/inventory/sale'
import { todayIn } from '../../domain/stay-dates'
import { Refusal } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { hashOfFields, identityConflict } from '../../http/idempotency'
import { readForSale, STALE_SALE_CONSTRAINTS, writeSale } from '../../store/inventory/sale'

export const postSale = endpoint(
  {
    method: 'POST',
    path: '/api/Sale/PostSale',
    summary: 'Sells items out of stock.',
    description:
      'Everything is sold, or nothing: stock never goes below zero. Its `identity` (or the header `Idempotency-Key`) makes a ' +
      'repetition harmless: the same request again is answered as the first time and sells nothing more. With `reservationID` ' +
      'the sale is on that account, and so is its payment; a reservation that is CheckedOut, Cancelled or NoShow takes no ' +
      'more sales.',
    auth: 'inventory:write',
    customerField: 'clientID',
    idempotency: 'body-identity',
    body: SaleRequest,
    response: Sale,
    example: {
      body: {
        identity: 'till-3-118',
        reservationID: 1,
        items: [{ inventoryId: 1, inventoryLocationId: 1, quantity: 2 }],
      },
    },
    errors: ['UNKNOWN_REFERENCE', 'INSUFFICIENT_STOCK', 'NOT_FOR_SALE', 'INVALID_TRANSITION', 'IDENTITY_CONFLICT'],
  },
  async call => {
    const { db, scope, body } = call
    const { identity } = body
    const bodyHash = await hashOf(body)
    const lookup = {
      identity,
      reservationId: body.reservationID,
      paymentExtId: body.paymentDetails?.paymentExtID,
      lines: body.items,
    }

    return retryOnConflict(db, STALE_SALE_CONSTRAINTS, async () => {
      const { made, ...data } = await readForSale(db, scope, lookup)
      if (made?.bodyHash === bodyHash) return success(assembleSale(made, data.currency))
      const plan = planSale(body, data)
      if (made && !(plan instanceof Refusal && plan.status !== 409)) {
        return identityConflict()
      }
      if (plan instanceof Refusal) return plan

      const saleDate = body.saleDate ?? todayIn(data.timeZone, call.now)
      const written = await writeSale(db, scope, plan, { identity, bodyHash, saleDate })
      return success(assembleSale(written, data.currency))
    })
  },
)

/** The hash of what a request sells, without customer and key. */
const hashOf = ({ clientID: _c, identity: _i, ...content }: SaleRequest) => hashOfFields(content)
