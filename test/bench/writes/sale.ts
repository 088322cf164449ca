import {
  cents,
  envelope,
  HAS_ENDPOINTS,
  insertEvent,
  NOW,
  next,
  oneLine,
  type Program,
  query,
  SERVED,
  type WriteRequest,
} from './program.ts'

const SALE = '(SELECT sale_id FROM sale WHERE customer_id = ?1 AND identity = ?2)'

/** The date in the time zone of the hotel. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Lisbon' })

const INSERT_SALE =
  oneLine(`INSERT INTO sale (customer_id, sale_id, identity, body_hash, sale_date, sale_total, created_at)
  SELECT ?1, ${next('sale_id', 'sale')}, ?2, ?3, ?4, price * ?7 / 1000, ${NOW}
  FROM inventory_item AS item CROSS JOIN inventory_location AS place CROSS JOIN customer
  WHERE item.customer_id = ?1 AND item.inventory_id = ?5 AND place.customer_id = ?1 AND place.inventory_location_id = ?6
    AND place.is_active AND customer.customer_id = ?1 AND currency = 'EUR' AND time_zone = 'Europe/Lisbon' AND ${SERVED}
  RETURNING sale_id AS id, sale_total AS total, ${HAS_ENDPOINTS}`)

const TAKE_STOCK =
  'UPDATE stock SET quantity = quantity - ?4 WHERE customer_id = ?1 AND inventory_id = ?2 AND inventory_location_id = ?3'

const INSERT_LINE =
  oneLine(`INSERT INTO sale_item (customer_id, sale_id, line_no, inventory_id, inventory_location_id, quantity,
    unit_price, amount, quantity_left)
  SELECT ?1, ${SALE}, 1, ?3, ?4, ?5, price, price * ?5 / 1000, (
    SELECT quantity FROM stock WHERE customer_id = ?1 AND inventory_id = ?3 AND inventory_location_id = ?4)
  FROM inventory_item WHERE customer_id = ?1 AND inventory_id = ?3
  RETURNING unit_price AS price, amount, quantity_left AS left`)

const INSERT_EVENT = oneLine(
  insertEvent(
    'sale.created',
    'NULL',
    `json_set(?4, '$.saleId', sale_id, '$.saleNumber', CAST(10000000 + sale_id AS TEXT))`,
    'sale WHERE customer_id = ?1 AND identity = ?5',
  ),
)

const INSERT_PAYMENT = oneLine(`INSERT INTO sale_payment (customer_id, sale_id, payment_amount, surcharge, base_amount,
    transaction_total, adjustment_value, created_at) VALUES (?1, ${SALE}, ?3, 0, 0, 0, 0, ${NOW})`)

/** PostSale of one item, paid on the spot: everything in one batch. Currency and time zone are conditions. */
export function* sell({ customer, by, body, hash, now, newId }: WriteRequest): Program {
  const { identity } = body
  const [{ inventoryId, inventoryLocationId, quantity }] = body.items
  const data = { saleId: null, saleNumber: null, reservationId: null, items: [{ inventoryId, inventoryLocationId }] }
  const units = quantity * 1000
  const [[sale] = [], , [item] = []] = yield [
    query(INSERT_SALE, customer, identity, hash, today.format(now), inventoryId, inventoryLocationId, units),
    query(TAKE_STOCK, customer, inventoryId, inventoryLocationId, units),
    query(INSERT_LINE, customer, identity, inventoryId, inventoryLocationId, units),
    query(INSERT_EVENT, customer, newId(), by, JSON.stringify(data), identity),
    query(INSERT_PAYMENT, customer, identity, cents(body.paymentDetails.paymentAmount)),
  ]
  const items = [
    {
      inventoryId,
      inventoryLocationId,
      quantity,
      unitPrice: item.price / 100,
      amount: item.amount / 100,
      quantityInHand: item.left / 1000,
    },
  ]
  const content = {
    saleId: sale.id,
    saleNumber: String(10_000_000 + sale.id),
    total: sale.total / 100,
    currency: 'EUR',
    items,
  }
  return { json: envelope(content) }
}

const UPDATE_MESSAGE = oneLine(`UPDATE fetch_message SET message_status = ?3, message_notes = ?4, updated_at = ${NOW}
  WHERE customer_id = ?1 AND message_id = ?2 AND (message_status, message_notes) IS NOT (?3, ?4) AND ${SERVED}
  RETURNING message_id`)

/** UpdateFetchQueueMessage: one statement. A second one is only needed if it changes nothing. */
export function* updateMessage({ customer, body }: WriteRequest): Program {
  const { fetchQueueMessageId, status, notes } = body
  const [changed] = yield [query(UPDATE_MESSAGE, customer, fetchQueueMessageId, status, notes)]
  if (!changed?.length) throw new Error(`message ${fetchQueueMessageId} was not changed`)
  return {}
}
