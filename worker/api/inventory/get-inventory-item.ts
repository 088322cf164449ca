import { InventoryItemQuery, InventoryItems } from '../../../schema/wire/inventory'
import { assembleItem } from '../../domain/inventory/inventory'
import { Refusal } from '../../errors'
import { endpoint, NOTHING_FOUND } from '../../http/endpoint'
import { LIST_HEADERS, listSuccess, offsetOf, pageOf, rowsOf } from '../../http/paging'
import { readItems } from '../../store/inventory/inventory'

const LIST = 'inventory-items'

const WATER = {
  inventoryId: 1,
  inventoryLocationId: 1,
  itemNumber: 'WATER-05',
  inventoryLocationName: 'Terrace bar',
  description: 'Mineral water',
  size: '0.5 l',
  color: '',
  productType: 'Drink',
  productImageType: '',
  productImageURL: '',
  quantityInHand: 96,
  cost: 0.35,
  price: 2,
}

const ITEMS = [WATER, { ...WATER, inventoryLocationId: 2, inventoryLocationName: 'Reception shop', quantityInHand: 24 }]

export const getInventoryItem = endpoint(
  {
    method: 'GET',
    path: '/api/Inventory/GetInventoryItem',
    operationId: 'getInventoryItem',
    summary: 'Lists items in stock, with quantity, cost, price and picture, for each location.',
    description:
      'There is one element for each item and location, in the order of their ids. The filters `itemNumber`, `inventoryId` ' +
      'and `inventoryLocationID` can be combined. Without a filter everything is listed. An item without a location has no ' +
      'element; an item that is sold out has one, with 0.\n\n' +
      'The message of a server error is the same as when nothing matches: check the status and `success`.',
    auth: 'inventory:read',
    allowReplica: true,
    query: InventoryItemQuery,
    responseHeaders: LIST_HEADERS,
    example: {
      name: 'One item',
      query: { itemNumber: 'WATER-05' },
      response: ITEMS,
    },
    moreExamples: [{ name: 'All', query: { pageSize: 50 }, response: ITEMS }],
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

    return listSuccess(call, LIST, page, {
      read: items,
      position: item => [item.inventoryId, item.inventoryLocationId],
      element: item => assembleItem(item, currency),
    })
  },
)
