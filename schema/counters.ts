/**
 * The numbers that count up within a customer. The last one is the largest in its column, or `customer.id_floor` if that is
 * larger. No number is given twice, also after a restore to an earlier moment: `npm run restore` raises the floor above each
 * counter. A table of this list has a column `customer_id`.
 */
export const COUNTERS = {
  /** The number of a reservation is its id and a constant. */
  reservation: { table: 'reservation', column: 'reservation_id' },
  guest: { table: 'guest', column: 'guest_id' },
  change: { table: 'reservation', column: 'change_seq' },
  message: { table: 'fetch_message', column: 'message_id' },
  sale: { table: 'sale', column: 'sale_id' },
  event: { table: 'event', column: 'sequence' },
  endpoint: { table: 'webhook_endpoint', column: 'endpoint_id' },
  closure: { table: 'closure', column: 'closure_id' },
  /** The secret of an endpoint is derived from its version. */
  secretVersion: { table: 'webhook_endpoint', column: 'secret_version' },
} as const satisfies Record<string, { table: string; column: string }>

export type Counter = keyof typeof COUNTERS
