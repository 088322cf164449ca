import { InventoryLocationQuery, InventoryLocations } from '../../../schema/wire/inventory'
import { Refusal } from '../../errors'
import { endpoint } from '../../http/endpoint'
import { LIST_HEADERS, listSuccess, pageOf, pageRangeOf } from '../../http/paging'
import { readLocations } from '../../store/inventory/inventory'

const LIST = 'inventory-locations'

export const getInventoryLocations = endpoint(
  {
    method: 'GET',
    path: '/api/Inventory/GetInventoryLocations',
    operationId: 'getInventoryLocations',
    summary: 'Lists the locations of the stock.',
    description: 'The order is by id.',
    auth: 'inventory:read',
    allowReplica: true,
    query: InventoryLocationQuery,
    responseHeaders: LIST_HEADERS,
    example: {
      response: [
        {
          inventoryLocationId: 1,
          inventoryLocationName: 'Terrace bar',
          description: 'The bar of the terrace restaurant',
          isActive: true,
        },
      ],
    },
    response: InventoryLocations,
  },
  async call => {
    const page = await pageOf(call, LIST, call.query)
    if (page instanceof Refusal) return page

    const locations = await readLocations(call.db, call.scope, pageRangeOf(page))

    return listSuccess(call, LIST, page, {
      read: locations,
      position: ({ inventoryLocationId }) => [inventoryLocationId],
      element: location => location,
    })
  },
)
