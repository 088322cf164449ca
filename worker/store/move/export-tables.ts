import { type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../db/scope'
import { fromNightsOf } from '../channel/allotment'
import { TIME_COLUMNS } from '../event/last-changes'
import { isOfGuest } from '../reservation/of-guest'
import type { Schema } from './move-schema'
import { tablesIn } from './move-schema'
import type { MovedTable } from './move-tables'

/** A table of an export. */
export interface ExportedTable extends MovedTable {
  /** The rows of the table are in the first database. An import does not store them. */
  isControl: boolean
  /** The rows of the export; undefined: all rows of the customer. */
  only: SQL | undefined
}

/** The credentials of a customer, without the hashes of their secrets. */
const CREDENTIALS: readonly MovedTable[] = [
  {
    name: 'application',
    columns: [
      'client_id',
      'application_name',
      'product',
      'permissions',
      'application_status',
      'expires_at',
      'created_at',
      'updated_at',
    ],
    key: ['client_id'],
  },
  {
    name: 'api_key',
    columns: ['api_key_id', 'key_name', 'permissions', 'created_at', 'revoked_at'],
    key: ['api_key_id'],
  },
]

export const isCredentialTable = (name: string) => CREDENTIALS.some(table => table.name === name)

/** The columns of a table in a file. The customer is in the first line of the file, not in its rows. */
export const columnsInFile = ({ columns }: Pick<MovedTable, 'columns'>) =>
  columns.filter(column => column !== 'customer_id')

const dataTables = (schema: Schema): MovedTable[] =>
  tablesIn(schema).map(table => ({ ...table, columns: columnsInFile(table) }))

/** The tables of the export of a customer. */
export const customerTables = (schema: Schema): ExportedTable[] => [
  ...dataTables(schema).map(table => ({ ...table, isControl: false, only: undefined })),
  ...CREDENTIALS.map(table => ({ ...table, isControl: true, only: undefined })),
]

/** Columns that do not tell of the guest: times of other guests' events, and who works for the hotel. */
const NOT_OF_GUEST: readonly string[] = [...TIME_COLUMNS, 'by']

/** The tables of the export of a guest, each with the condition on its rows: tables whose rows belong to a guest or a reservation. */
export const guestTables = (schema: Schema, scope: Scope, guestId: number): ExportedTable[] =>
  dataTables(schema).flatMap(table => {
    const only = ofGuest(scope, table, guestId)
    const columns = table.columns.filter(column => !NOT_OF_GUEST.includes(column))
    return only ? [{ ...table, columns, isControl: false, only }] : []
  })

function ofGuest(scope: Scope, { name, columns }: MovedTable, guestId: number): SQL | undefined {
  const { customer } = scope
  const reservations = sql<number>`(SELECT reservation_id FROM reservation WHERE ${isOfGuest(scope, guestId)})`
  // Deliveries have ids of events, and what the receiver responded.
  if (name === 'webhook_delivery') return undefined
  if (name === 'idempotency') {
    // The record of the request that made the reservation is found by the identity of both.
    return sql`reservation_id IN ${reservations} AND identity IN (
      SELECT identity FROM reservation WHERE ${isOfGuest(scope, guestId)} UNION ALL
      SELECT identity FROM idempotency WHERE customer_id = ${customer} AND is_change AND reservation_id IN ${reservations})`
  }
  if (name === 'room_night')
    return sql`(room_id, night) IN (SELECT n.room_id, n.night ${fromNightsOf({ ...scope, reservationId: reservations })})`
  if (name === 'reservation') return isOfGuest(scope, guestId)
  if (columns.includes('reservation_id')) return sql`reservation_id IN ${reservations}`
  if (columns.includes('guest_id')) return sql`guest_id = ${guestId}`
  if (!columns.includes('sale_id')) return undefined
  return sql`sale_id IN (SELECT sale_id FROM sale WHERE customer_id = ${customer} AND reservation_id IN ${reservations})`
}
