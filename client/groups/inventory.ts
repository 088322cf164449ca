import type { Connection } from '../connection.ts'
import { list } from '../lists.ts'
import type { CallOptions } from '../options.ts'
import { collect, type Pages } from '../pages.ts'
import type { InventoryItem, InventoryItemQuery, InventoryLocation, InventoryLocationQuery } from '../types.ts'

export class InventoryGroup {
  readonly #connection: Connection

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Items, each at each of its locations. */
  items(query: InventoryItemQuery = {}, options?: CallOptions): Pages<InventoryItem> {
    return list(this.#connection, { method: 'GET', path: '/api/Inventory/GetInventoryItem', query }, options)
  }

  /** All locations. */
  locations(query: InventoryLocationQuery = {}, options?: CallOptions): Promise<InventoryLocation[]> {
    const path = '/api/Inventory/GetInventoryLocations'
    return collect(list<InventoryLocation>(this.#connection, { method: 'GET', path, query }, options))
  }
}
