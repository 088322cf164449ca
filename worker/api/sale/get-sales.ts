import { AccountSales, SaleQuery } from '../../../schema/wire/sale'
import { assembleAccountSale } from '../../domain/inventory/sale'
import { Refusal } from '../../errors'
import { endpoint } from '../../http/endpoint'
import { LIST_HEADERS, listSuccess, pageOf, positionRangeOf } from '../../http/paging'
import { listSales } from '../../store/inventory/list-sales'

const LIST = 'sales'

const SOLD = {
  saleId: 1,
  saleNumber: '10000001',
  total: 13.5,
  currency: 'EUR',
  items: [{ inventoryId: 4, inventoryLocationId: 2, quantity: 3, unitPrice: 4.5, amount: 13.5, quantityInHand: 27 }],
  saleDate: '2027-05-08',
  reservationID: 3,
  returnOf: null,
}

export const getSales = endpoint(
  {
    method: 'GET',
    path: '/api/Sale/GetSales',
    operationId: 'getSales',
    summary: 'Lists the sales on the account of a reservation, and the returns.',
    description:
      'The newest sale comes first. Each has what `PostSale` answered, its date, and `returnOf` if it is a return. Together ' +
      'they are the part of the balance that is no stay, fee or payment. A reservation that is not there has none.',
    auth: 'inventory:read',
    allowReplica: true,
    query: SaleQuery,
    response: AccountSales,
    responseHeaders: LIST_HEADERS,
    example: {
      query: { reservationID: 3 },
      response: [
        {
          saleId: 2,
          saleNumber: '10000002',
          total: -4.5,
          currency: 'EUR',
          items: [
            { inventoryId: 4, inventoryLocationId: 2, quantity: 1, unitPrice: 4.5, amount: -4.5, quantityInHand: 28 },
          ],
          saleDate: '2027-05-08',
          reservationID: 3,
          returnOf: 1,
        },
        SOLD,
      ],
    },
  },
  async call => {
    const { query } = call
    const { reservationID } = query
    const list = `${LIST} ${reservationID}`
    const page = await pageOf(call, list, query)
    if (page instanceof Refusal) return page

    const { after, ...range } = positionRangeOf(page)
    const sales = await listSales(call.db, call.scope, reservationID, {
      ...range,
      after: after && Number(after[0]),
    })

    return listSuccess(call, list, page, {
      read: sales,
      position: ({ saleId }) => [saleId],
      element: assembleAccountSale,
    })
  },
)
