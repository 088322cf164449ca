import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { BoundedPageRange, PageRows } from '../../db/page-range'
import type { Scope } from '../../db/scope'
import { type Columns, columnsIn, namesOf, type RowOf, selectionOf, selectRows } from '../../db/select-rows'
import type { Position } from '../../domain/reservation/order'
import {
  channelColumns,
  otherPaymentColumns,
  PAYMENTS_OF_PAGE,
  type StoredWholeReservation,
  stayColumns,
  wholeColumns,
} from './columns'
import { type ListQuery, pageTable } from './page'

/*
 * Pages of reservations with their rooms, activities and payments, in one statement, so that a page is consistent.
 */

/** Columns whose texts may be long. */
const LONG_COLUMNS = ['summaryNote', 'guest', 'rooms', 'activities', 'payments']

/** The bytes of the previous row of `listed`; 0 for the initial row. */
const bytesOf = (columns: Columns) =>
  `coalesce(${LONG_COLUMNS.filter(name => name in columns)
    .map(name => `octet_length(listed.${name})`)
    .join(' + ')}, 0)`

/** What is derived from the columns of a list: those of the common table `listed`, and the bytes of a row. */
const listOf = <Selected extends Columns>(columns: Selected) => ({
  columns,
  listed: { ...columnsIn('listed', columns), hasMore: sql`json_array_length(list) > step`.mapWith(Boolean) },
  noValues: sql.raw(
    Object.keys(columns)
      .map(() => 'NULL')
      .join(', '),
  ),
  bytes: sql.raw(`listed.before + ${bytesOf(columns)}`),
})

const WHOLE = listOf(wholeColumns)
const STAYS = listOf(stayColumns)
const CHANNEL = listOf(channelColumns)

interface BoundedQuery extends ListQuery {
  range: BoundedPageRange<Position | undefined>
}

/** Reservations with their accounts and notes. */
export async function listReservations(db: Database, scope: Scope, query: BoundedQuery) {
  const page = await readPage(db, scope, WHOLE, query)
  const long = page.rows.filter(({ payments }) => payments.length === PAYMENTS_OF_PAGE)
  if (long.length) await readOtherPayments(db, scope, long)
  return page
}

/** Adds the further payments of each account. */
async function readOtherPayments(db: Database, { customer }: Scope, accounts: readonly StoredWholeReservation[]) {
  const ids = JSON.stringify(accounts.map(({ reservationId }) => reservationId))
  const [others] = await db.batch([
    selectRows(
      otherPaymentColumns,
      selected => sql`
        SELECT ${selected} FROM json_each(${ids}) AS account
        CROSS JOIN payment ON payment.customer_id = ${customer} AND payment.reservation_id = account.value
          AND payment.payment_no > ${PAYMENTS_OF_PAGE}
        ORDER BY account.key, payment.payment_no`,
    ),
  ])
  const byId = new Map(accounts.map(account => [account.reservationId, account.payments]))
  for (const { reservationId, ...payment } of others) byId.get(reservationId)?.push(payment)
}

/** Reservations without their accounts and notes. */
export const listStays = (db: Database, scope: Scope, query: BoundedQuery) => readPage(db, scope, STAYS, query)

/** Reservations with the channel's rooms. */
export const listForChannel = (db: Database, scope: Scope, query: BoundedQuery) => readPage(db, scope, CHANNEL, query)

/**
 * A recursive query reads the reservations one after the other, until the page has its number of rows or of bytes. So at most
 * one row is read beyond the bytes.
 */
async function readPage<Selected extends Columns>(
  db: Database,
  scope: Scope,
  { columns, listed, noValues, bytes }: ReturnType<typeof listOf<Selected>>,
  query: BoundedQuery,
): Promise<PageRows<RowOf<Selected> & { currency: string }>> {
  const [found] = await db.batch([
    selectRows(
      listed,
      selected => sql`
        WITH RECURSIVE ${pageTable(scope, query)},
          listed (step, before, list, ${namesOf(columns)}) AS (
            SELECT 0, 0, (SELECT json_group_array(reservation_id) FROM page), ${noValues}
            UNION ALL
            SELECT listed.step + 1, ${bytes}, listed.list, ${selectionOf(columns)}
            FROM listed
            CROSS JOIN reservation AS r
              ON r.customer_id = ${scope.customer} AND r.reservation_id = (listed.list ->> listed.step)
            CROSS JOIN guest AS g ON g.customer_id = r.customer_id AND g.guest_id = r.guest_id
            LEFT JOIN property AS h ON h.customer_id = r.customer_id AND h.hotel_id = r.hotel_id
            WHERE listed.step < ${query.range.rows - 1} AND ${bytes} < ${query.range.bytes})
        SELECT ${selected} FROM listed WHERE step > 0`,
      { currency: sql<string>`(SELECT currency FROM customer WHERE customer_id = ${scope.customer})` },
    ),
  ])
  // The type checker does not compute the row of a record that is a type parameter.
  const rows = found as (RowOf<Selected> & { currency: string })[]
  return { rows, hasMore: found.at(-1)?.hasMore ?? false }
}
