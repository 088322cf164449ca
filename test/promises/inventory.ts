/** Promises about inventory and sales. An id is stable, and is not used again for another promise. */
export const INVENTORY = {
  'SALE-1': 'A location has `inventoryLocationId`, `inventoryLocationName`, `description` and `isActive`.',
  'SALE-2': 'An item has 13 fields, each of its type: quantity in hand, cost, price and picture at each location.',
  'SALE-3':
    'Filters of items are `itemNumber`, alone or at a location, and `inventoryId`, with or without `inventoryLocationID`. Without a filter all items are listed.',
  'SALE-4': 'Items without a match are 200 with empty content and "No data found!".',
  'SALE-5': 'A failure of GetInventoryItem is 500 with the same message. Without a credential it is 401.',
  'SALE-6': 'PostSale returns `saleId`, `saleNumber`, `total`, `currency` and the lines.',
  'SALE-7': 'Every PostSale field of another type is refused.',
  'SALE-8': "`unitPrice` defaults to the price of the item. `saleDate` defaults to today in the customer's time zone.",
  'SALE-9': 'Stock is reduced in the same batch as the sale, and never below zero.',
  'SALE-10': 'A sale of more than the stock is 409 and sells nothing.',
  'SALE-11': 'PostSale is idempotent by `identity`.',
  'SALE-12': 'With a `reservationID` the sale is on that account and counts as a change of the reservation.',
  'SALE-13': 'An unknown `reservationID`, item or location is 422.',
  'SALE-60':
    'With `returnOf`, PostSale takes things back to where they were sold, at the prices of that sale, of several lines the later first. `quantity` is as sent; `amount` and `total` are below 0.',
  'SALE-61': 'The amounts of all returns of a line add up to what it cost, whatever the parts.',
  'SALE-62': 'No more comes back than was sold. More is 409 and changes nothing, also of returns at the same time.',
  'SALE-63':
    'A return is on the account of its sale, whatever the status of the reservation. A sale may be on the account of a reservation that is CheckedOut.',
  'SALE-64':
    'A return with a price or a reservation, of an unknown sale, of a return, or of an item that the sale did not sell there is 422 and changes nothing.',
  'SALE-66':
    'GetSales lists the sales and returns on an account as PostSale answered them, the newest first, with `saleDate`, `reservationID` and `returnOf`. An unknown account has none. A page reads as many rows as it shows.',
  'SALE-65': 'A return is idempotent by `identity`, and its `sale.created` has `returnOf`.',
}
