import { base64url, type JWTPayload } from 'jose'
import type { Rows } from '../rows.ts'

/*
 * The writes by hand, as one can write them best: without framework, validation, limits and log, but with the same constraints,
 * the same stored rows and the same responses. A program yields batches of statements, and receives their rows. The bare Worker
 * runs a batch in D1, Fastify in a transaction of node:sqlite.
 */

export interface Query {
  sql: string
  params: (string | number | null)[]
}

export interface WriteResponse {
  /** The response in JSON; undefined: an empty body. */
  json?: object
  /** Of a response about a reservation. */
  reservationId?: number
  /** The claims of the link whose address is added to the response. */
  link?: JWTPayload
}

export type Program = Generator<Query[], WriteResponse, Rows[]>

/** What a program knows of its request. */
export interface WriteRequest {
  customer: number
  /** The application that makes the request. */
  by: string
  // biome-ignore lint/suspicious/noExplicitAny: bodies have as many shapes as there are endpoints
  body: any
  /** The hash of the body: a repetition is recognised by it. */
  hash: string
  now: number
  newId: () => string
}

/** SQL in one line: it is sent with each request, and the local D1 searches each line for a comment. */
export const oneLine = (sql: string) => sql.trim().replace(/\s*\n\s*/g, ' ')

export const query = (sql: string, ...params: Query['params']): Query => ({ sql, params })

/** The database's clock, as times of changes are taken from it. */
export const NOW = "CAST(round(unixepoch('subsec') * 1000) AS INTEGER)"

/** The database serves customer `?1`. It is a condition of the first statement of each batch. */
export const SERVED = "EXISTS (SELECT 1 FROM tenancy WHERE customer_id = ?1 AND tenancy_state = 'serving')"

/** The customer `?1`; NULL if the database does not serve it, which the key of each table refuses. */
export const SERVED_CUSTOMER = "(SELECT customer_id FROM tenancy WHERE customer_id = ?1 AND tenancy_state = 'serving')"

/** The next number of a column, for customer `?1`. */
export const next = (column: string, table: string) =>
  `(SELECT max(coalesce((SELECT max(${column}) FROM ${table} WHERE customer_id = ?1), 0), id_floor) + 1
    FROM customer WHERE customer_id = ?1)`

export const envelope = (content: unknown) => ({ content, errors: [], message: '', success: true })
export const cents = (amount: number) => Math.round(amount * 100)

const encoder = new TextEncoder()

/** The request of a body. */
export async function writeRequest(customer: number, by: string, text: string): Promise<WriteRequest> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(text))
  return {
    customer,
    by,
    body: JSON.parse(text),
    hash: base64url.encode(new Uint8Array(digest)),
    now: Date.now(),
    newId: () => base64url.encode(crypto.getRandomValues(new Uint8Array(16))),
  }
}

/** Whether the customer has an endpoint whose dispatchers a change starts. It is returned by a statement that writes. */
export const HAS_ENDPOINTS =
  "EXISTS (SELECT 1 FROM webhook_endpoint WHERE customer_id = ?1 AND endpoint_status = 'enabled') AS hasEndpoints"

/** Inserts the event of id `?2` by application `?3`: `data` is an expression over `source`. */
export const insertEvent = (type: string, reservation: string, data: string, source: string) =>
  `INSERT INTO event (customer_id, sequence, event_id, event_type, at, reservation_id, data, by)
   SELECT ?1, ${next('sequence', 'event')}, ?2, '${type}',
     max(${NOW}, coalesce((SELECT at FROM event WHERE customer_id = ?1 ORDER BY sequence DESC LIMIT 1), 0)), ${reservation},
     ${data}, ?3 FROM ${source}`
