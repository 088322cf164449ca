import { InventoryItemQuery, InventoryItems } from '../../../schema/wire/inventory'
import { assembleItem } from '../../domain/inventory/inventory'
import { Refusal } from '../../errors'
import { endpoint, NOTHING_FOUND } from '../../http/endpoint'
import { LIST_HEADERS, listSuccess, offsetOf, pageOf, rowsOf } from '../../http/paging'
import { readItems } from '../../store/inventory/inventory'

const LIST = 'inventory-items'

export const getInventoryItem = endpoint(
  {
    method: 'GET',
    path: '/api/Inventory/GetInventoryItem',
    summary: 'Quantity in hand, cost, price and picture of items, at each location that keeps them.',
    description:
      'One element for each item and location, in the order of their ids. Filtered by `itemNumber`, by `inventoryId`, by ' +
      '`inventoryLocationID`, or by several of them together; without a filter everything is listed. An item that no ' +
      'location keeps has no element; one that is sold out has, with 0. When the service itself fails the message is the ' +
      'same as when nothing matches: check the status and `success`.',
    auth: 'inventory:read',
    customerField: 'clientID',
    allowReplica: true,
    query: InventoryItemQuery,
    responseHeaders: LIST_HEADERS,
    example: { query: { itemNumber: 'WATER-05' } },
    response: InventoryItems,
    errorMessage: NOTHING_FOUND,
  },
  async call => {
    const { query } = call
    const page = await pageOf(call, LIST, query)
    if (page instanceof Refusal) return page

    const [inventoryId = 0, inventoryLocationId = 0] = (page.after ?? []) as number[]
    const range = { after: { inventoryId, inventoryLocationId }, rows: rowsOf(page), offset: offsetOf(page) }
    const { items, currency } = await readItems(call.db, call.scope, query, range)

    return listSuccess(call, LIST, page, items, {
      position: item => [item.inventoryId, item.inventoryLocationId],
      element: item => assembleItem(item, currency),
    })
  },
)
