import { admin, type Call, expectStatus, rows, rowsByTable } from './service'

/** A line with the sea hotel's only item, at its only location. */
export const waterItem = (quantity = 1, changes: object = {}) => ({
  inventoryId: 1,
  inventoryLocationId: 1,
  quantity,
  ...changes,
})

/** A sale of one bottle of water. Tests override the fields that they are about. */
export const aSale = (changes: Record<string, unknown> = {}) => ({ items: [waterItem()], ...changes })

/** The body of a sale, with a new identity unless it has one. */
export const withIdentity = (body: unknown) =>
  typeof body === 'object' && !Array.isArray(body) ? { identity: crypto.randomUUID(), ...body } : body

export const sell = (call: Call, body: unknown, headers?: Record<string, string>) =>
  call('POST', '/Sale/PostSale', withIdentity(body), headers)

/** Sells and returns the content of the response. */
export const sellSuccessfully = async (call: Call, changes: Record<string, unknown> = {}) =>
  (await expectStatus(200, sell(call, aSale(changes)))).json.content

/** Takes things of a sale back. */
export const takeBack = (call: Call, returnOf: number, items: readonly object[], changes: object = {}) =>
  sell(call, { returnOf, items, ...changes })

/** Takes things of a sale back and returns the content of the response. */
export const takeBackSuccessfully = async (
  call: Call,
  returnOf: number,
  items: readonly object[],
  changes: object = {},
) => (await expectStatus(200, takeBack(call, returnOf, items, changes))).json.content

/** Adds wine with stock at three locations, one of them inactive. */
export const addWine = () =>
  expectStatus(
    200,
    admin('PUT', '/customers/1/setup', {
      inventoryLocations: [
        { inventoryLocationId: 2, name: 'Shop' },
        { inventoryLocationId: 3, name: 'Winter bar', isActive: false },
      ],
      inventoryItems: [
        {
          inventoryId: 2,
          itemNumber: 'WINE',
          price: 16.5,
          stock: [
            { inventoryLocationId: 1, quantityInHand: 2.25 },
            { inventoryLocationId: 2, quantityInHand: 10 },
            { inventoryLocationId: 3, quantityInHand: 5 },
          ],
        },
      ],
    }),
  )

/** The stock of each item and location, in thousandths. */
export const stockByLocation = async () =>
  (await rows('SELECT * FROM stock ORDER BY customer_id, inventory_id, inventory_location_id')).map(
    row => `${row.inventory_id}@${row.inventory_location_id} ${row.quantity}`,
  )

const TABLES = ['stock', 'sale', 'sale_item', 'sale_payment', 'payment', 'reservation', 'fetch_message']

/** All rows that a sale may write, to check that a refused sale has changed none. */
export const readSaleTables = () => rowsByTable(TABLES)
