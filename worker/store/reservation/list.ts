import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { BoundedPageRange, PageRows } from '../../db/page-range'
import type { Scope } from '../../db/scope'
import type { StoredChannelRoom } from '../../domain/channel/reservation'
import type { StoredAccount, StoredNotes, StoredReservation, StoredRoom } from '../../domain/reservation/view'
import type { ReservationFilter } from './filter'
import type { Order } from './index-scan'
import { pageTable } from './page'

/*
 * Pages of reservations with their rooms, activities and payments, in one statement, so that a page is consistent. These
 * lists are JSON, in the order of the booking.
 */

/**
 * Maximum of payments of a reservation in the statement of a page: with the longest texts, their JSON is within the 2,000,000
 * bytes of a value in D1. Very few reservations have more payments, which are read in a second trip.
 */
const PAYMENTS_OF_PAGE = 1_500

/** Reservations with their accounts and notes, by id. */
export async function listReservations(db: Database, scope: Scope, filter: ReservationFilter, range: BoundedPageRange) {
  const page = await readPage<StoredReservation & StoredAccount & StoredNotes>(db, scope, {
    order: 'reservation_id',
    filter,
    range,
    columns: { label: 'r.label', ...account },
    ofRoom: `, 'notes', json(s.room_notes)`,
    ofActivity: `, 'notes', json(b.activity_notes)`,
  })
  const long = page.rows.filter(({ payments }) => payments.length === PAYMENTS_OF_PAGE)
  if (long.length) await readOtherPayments(db, scope, long)
  return page
}

/** Adds the further payments of each account. */
async function readOtherPayments(
  db: Database,
  { customer }: Scope,
  accounts: readonly (StoredReservation & StoredAccount)[],
) {
  const ids = JSON.stringify(accounts.map(({ reservationId }) => reservationId))
  const [others] = await db.batch([
    build.all<StoredAccount['payments'][number] & { reservationId: number }>(sql`
      SELECT p.reservation_id AS reservationId, p.payment_amount AS paymentAmount, p.surcharge,
        p.base_amount AS baseAmount, p.transaction_total AS transactionTotal, p.payment_source AS paymentSource,
        p.payment_ext_id AS paymentExtId
      FROM json_each(${ids}) AS account
      CROSS JOIN payment AS p ON p.customer_id = ${customer} AND p.reservation_id = account.value
        AND p.payment_no > ${PAYMENTS_OF_PAGE}
      ORDER BY account.key, p.payment_no`),
  ])
  const byId = new Map(accounts.map(account => [account.reservationId, account.payments]))
  for (const { reservationId, ...payment } of others) byId.get(reservationId)?.push(payment)
}

/** Reservations by their last change, the oldest change first. */
export const listChanges = (db: Database, scope: Scope, filter: ReservationFilter, range: BoundedPageRange) =>
  readPage<StoredReservation>(db, scope, { order: 'change_seq', filter, range })

/** Reservations with the channel's rooms, by id. */
export const listForChannel = (db: Database, scope: Scope, filter: ReservationFilter, range: BoundedPageRange) =>
  readPage<StoredReservation<StoredChannelRoom>>(db, scope, {
    order: 'reservation_id',
    filter,
    range,
    ofRoom: channelRoom,
  })

interface ListQuery {
  order: Order
  filter: ReservationFilter
  range: BoundedPageRange
  /** Further columns, by name. */
  columns?: Readonly<Record<string, string>>
  /** Further fields of a room. */
  ofRoom?: string
  /** Further fields of an activity. */
  ofActivity?: string
}

const line = `'rateId', rate_id, 'unitCost', unit_cost, 'quantity', quantity, 'nights', nights,
  'isTaxOverride', is_tax_override, 'taxAmount', tax_amount`

/** The channel's room that was sold, otherwise one of the same room type: an active one, if there are several. */
const channelRoom = `, 'channelRoomId', coalesce(s.channel_room_id, (
  SELECT channel_room_id FROM channel_room AS c WHERE c.customer_id = t.customer_id AND c.room_type_id = t.room_type_id
  ORDER BY is_active DESC, channel_room_id LIMIT 1))`

const rooms = (also: string) => `(
  SELECT json_group_array(json_object(
    'roomId', s.room_id, 'roomNo', room.room_no, 'roomName', room.room_name,
    'roomTypeId', t.room_type_id, 'roomTypeName', t.room_type_name,
    'stayArrival', s.stay_arrival, 'stayDeparture', s.stay_departure, 'guestsInRoom', s.guests_in_room,
    'rates', json((
      SELECT json_group_array(json_object(${line}, 'fromDate', from_date, 'toDate', to_date) ORDER BY line_no)
      FROM room_rate AS l
      WHERE l.customer_id = s.customer_id AND l.reservation_id = s.reservation_id AND l.stay_no = s.stay_no))
    ${also}) ORDER BY s.stay_no)
  FROM room_stay AS s
  JOIN room ON room.customer_id = s.customer_id AND room.room_id = s.room_id
  JOIN room_type AS t ON t.customer_id = room.customer_id AND t.room_type_id = room.room_type_id
  WHERE s.customer_id = r.customer_id AND s.reservation_id = r.reservation_id)`

const activities = (also: string) => `(
  SELECT json_group_array(json_object(
    'activityId', b.activity_id, 'activityName', a.activity_name, 'activityDate', b.activity_date,
    'startTime', b.start_time, 'endTime', b.end_time, 'participants', b.participants,
    'rates', json((
      SELECT json_group_array(json_object(${line}) ORDER BY line_no) FROM activity_rate AS l
      WHERE l.customer_id = b.customer_id AND l.reservation_id = b.reservation_id AND l.activity_no = b.activity_no))
    ${also}) ORDER BY b.activity_no)
  FROM activity_booking AS b
  JOIN activity AS a ON a.customer_id = b.customer_id AND a.activity_id = b.activity_id
  WHERE b.customer_id = r.customer_id AND b.reservation_id = r.reservation_id)`

const guest = `json_object(
  'guestId', g.guest_id, 'firstName', g.first_name, 'lastName', g.last_name, 'company', g.company, 'phone', g.phone,
  'email', g.email, 'address1', g.address1, 'address2', g.address2, 'state', g.state, 'city', g.city, 'zip', g.zip,
  'country', g.country)`

const account = {
  payments: `(
  SELECT json_group_array(json_object(
    'paymentAmount', p.payment_amount, 'surcharge', p.surcharge, 'baseAmount', p.base_amount,
    'transactionTotal', p.transaction_total, 'paymentSource', p.payment_source, 'paymentExtId', p.payment_ext_id
    ) ORDER BY p.payment_no)
  FROM payment AS p
  WHERE p.customer_id = r.customer_id AND p.reservation_id = r.reservation_id AND p.payment_no <= ${PAYMENTS_OF_PAGE})`,
  salesTotal: `(
  SELECT coalesce(sum(sale_total), 0) FROM sale
  WHERE sale.customer_id = r.customer_id AND sale.reservation_id = r.reservation_id)`,
}

/** A row whose lists and objects are JSON. */
type Json<Row> = { [Column in keyof Row]: Row[Column] extends object ? string : Row[Column] }

/** Columns of every list. */
const COLUMNS = {
  reservationId: 'r.reservation_id',
  reservationNumber: 'r.reservation_number',
  identity: 'r.identity',
  customerId: 'r.customer_id',
  statusId: 'r.status_id',
  typeId: 'r.type_id',
  arrivalDate: 'r.arrival_date',
  departureDate: 'r.departure_date',
  hasDates: 'r.has_dates',
  arrivalTime: 'r.arrival_time',
  departureTime: 'r.departure_time',
  checkInTime: 'h.check_in_time',
  checkOutTime: 'h.check_out_time',
  guestCount: 'r.guest_count',
  adultCount: 'r.adult_count',
  teenCount: 'r.teen_count',
  youthCount: 'r.youth_count',
  childCount: 'r.child_count',
  infantCount: 'r.infant_count',
  summaryNote: 'r.summary_note',
  cancellationFee: 'r.cancellation_fee',
  version: 'r.version',
  changeSeq: 'r.change_seq',
  createdAt: 'r.created_at',
  updatedAt: 'r.updated_at',
  guest,
}

/** Columns whose texts may be long. */
const LONG_COLUMNS = ['summaryNote', 'guest', 'rooms', 'activities', 'payments']

/** The bytes of the previous row of `listed`; 0 for the initial row. */
const bytesOf = (columns: object) =>
  `coalesce(${LONG_COLUMNS.filter(name => name in columns)
    .map(name => `octet_length(listed.${name})`)
    .join(' + ')}, 0)`

/**
 * A recursive query reads the reservations one after the other, until the page has its number of rows or of bytes. So at most
 * one row is read beyond the bytes.
 */
async function readPage<Row extends StoredReservation<StoredRoom>>(
  db: Database,
  scope: Scope,
  { order, filter, range, columns = {}, ofRoom = '', ofActivity = '' }: ListQuery,
): Promise<PageRows<Row>> {
  const all = { ...COLUMNS, rooms: rooms(ofRoom), activities: activities(ofActivity), ...columns }
  const names = sql.raw(Object.keys(all).join(', '))
  const bytes = sql.raw(`listed.before + ${bytesOf(all)}`)
  const [found] = await db.batch([
    build.all<Json<Row> & { hasMore: number }>(sql`
      WITH RECURSIVE ${pageTable(scope, order, filter, range)},
        listed (step, before, list, ${names}) AS (
          SELECT 0, 0, (SELECT json_group_array(position ORDER BY position) FROM page),
            ${sql.raw(
              Object.keys(all)
                .map(() => 'NULL')
                .join(', '),
            )}
          UNION ALL
          SELECT listed.step + 1, ${bytes}, listed.list, ${sql.raw(Object.values(all).join(', '))}
          FROM listed
          CROSS JOIN reservation AS r
            ON r.customer_id = ${scope.customer} AND r.${sql.raw(order)} = (listed.list ->> listed.step)
          CROSS JOIN guest AS g ON g.customer_id = r.customer_id AND g.guest_id = r.guest_id
          LEFT JOIN property AS h ON h.customer_id = r.customer_id AND h.hotel_id = r.hotel_id
          WHERE listed.step < ${range.rows - 1} AND ${bytes} < ${range.bytes})
      SELECT ${names}, (SELECT currency FROM customer WHERE customer_id = ${scope.customer}) AS currency,
        json_array_length(list) > step AS hasMore
      FROM listed WHERE step > 0`),
  ])
  return { rows: found.map(parsed) as unknown as Row[], hasMore: Boolean(found.at(-1)?.hasMore) }
}

const JSON_COLUMNS = ['guest', 'rooms', 'activities', 'payments']

/** A row with its JSON columns parsed. */
function parsed(row: Record<string, unknown>) {
  for (const name of JSON_COLUMNS) if (name in row) row[name] = JSON.parse(row[name] as string)
  return row
}
