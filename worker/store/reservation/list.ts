import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { BoundedPageRange, PageRows } from '../../db/page-range'
import type { Scope } from '../../db/scope'
import { type LongList, longList, pageRowsOf, selectPage } from '../../db/select-page'
import { type Columns, type RowOf, selectRows } from '../../db/select-rows'
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

const WHOLE = longList(wholeColumns, LONG_COLUMNS)
const STAYS = longList(stayColumns, LONG_COLUMNS)
const CHANNEL = longList(channelColumns, LONG_COLUMNS)

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

async function readPage<Selected extends Columns>(
  db: Database,
  scope: Scope,
  list: LongList<Selected>,
  query: BoundedQuery,
): Promise<PageRows<RowOf<Selected> & { currency: string }>> {
  const { customer } = scope
  const [found] = await db.batch([
    selectPage(list, {
      page: pageTable(scope, query),
      from: id => sql`reservation AS r ON r.customer_id = ${customer} AND r.reservation_id = ${id}
        CROSS JOIN guest AS g ON g.customer_id = r.customer_id AND g.guest_id = r.guest_id
        LEFT JOIN property AS h ON h.customer_id = r.customer_id AND h.hotel_id = r.hotel_id`,
      range: query.range,
      own: { currency: sql<string>`(SELECT currency FROM customer WHERE customer_id = ${customer})` },
    }),
  ])
  return pageRowsOf(found)
}
