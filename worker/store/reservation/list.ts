import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { BoundedPageRange, PageRows } from '../../db/page-range'
import type { Scope } from '../../db/scope'
import { type LongList, longList, pageRowsOf, selectPage } from '../../db/select-page'
import { type Columns, selectRows } from '../../db/select-rows'
import type { Position } from '../../domain/reservation/order'
import {
  channelColumns,
  otherPaymentColumns,
  PAYMENTS_OF_PAGE,
  type StoredWholeReservation,
  stayColumns,
  wholeColumns,
} from './columns'
import { isSearch, type ListQuery, lastSearched, pageTable } from './page'

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
  await readOtherPayments(db, scope, page.rows)
  return page
}

/** What a page of a search has read: rows whose guest may be the sought one, and where the next page begins. */
export type SearchedPage = PageRows<StoredWholeReservation> & {
  timeZone: string
  /** The position of the last stay that was read; null: the page has the rest of the list, or is full. */
  lastRead: Position | null
}

/** The same for a search for a guest. */
export async function searchReservations(db: Database, scope: Scope, query: BoundedQuery): Promise<SearchedPage> {
  const { own, ...page } = await readPage(db, scope, WHOLE, query, {
    timeZone: sql<string>`(SELECT time_zone FROM customer WHERE customer_id = ${scope.customer})`,
    lastRead: isSearch(scope, query.filter) ? lastSearched(scope, query) : sql<string | null>`NULL`,
  })
  await readOtherPayments(db, scope, page.rows)
  const { timeZone, lastRead } = own
  return { ...page, timeZone, lastRead: lastRead === null ? null : JSON.parse(lastRead) }
}

/** Adds the further payments of each account. */
async function readOtherPayments(db: Database, { customer }: Scope, page: readonly StoredWholeReservation[]) {
  const accounts = page.filter(({ payments }) => payments.length === PAYMENTS_OF_PAGE)
  if (!accounts.length) return
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

async function readPage<Selected extends Columns, Own extends Columns = Record<never, never>>(
  db: Database,
  scope: Scope,
  list: LongList<Selected>,
  query: BoundedQuery,
  own: Own = {} as Own,
) {
  const { customer } = scope
  const [found] = await db.batch([
    selectPage(list, {
      page: pageTable(scope, query),
      from: id => sql`reservation AS r ON r.customer_id = ${customer} AND r.reservation_id = ${id}
        CROSS JOIN guest AS g ON g.customer_id = r.customer_id AND g.guest_id = r.guest_id
        LEFT JOIN property AS h ON h.customer_id = r.customer_id AND h.hotel_id = r.hotel_id`,
      range: query.range,
      own: { ...own, currency: sql<string>`(SELECT currency FROM customer WHERE customer_id = ${customer})` },
    }),
  ])
  return pageRowsOf(found)
}
