import { type SQL, sql } from 'drizzle-orm'
import { pick } from '../../../schema/pick'
import { guest } from '../../../schema/tables/guest'
import { reservation } from '../../../schema/tables/reservation'
import type { Database } from '../../db/database'
import type { Scope } from '../../db/scope'
import { jsonList } from '../../db/select-json'
import { selectRows } from '../../db/select-rows'
import { isText } from '../../domain/sought-guest'
import { type AuditEntry, writeAudit } from '../audit/audit'
import { mayBeText } from './may-be-sought'
import { isOfGuest } from './of-guest'

/** Guests that one page reads at most. No index has their names, so that a search reads all of them, page by page. */
export const GUESTS_PER_PAGE = 20_000

/** What is sought. `phone`: its digits. */
interface WholeGuest {
  email?: string | undefined
  phone?: string | undefined
  lastName?: string | undefined
}

/** Guests with all of the values, at most `rows`, after a guest. `rest`: the guest after which the next page begins. */
export async function searchGuests(
  db: Database,
  scope: Scope,
  sought: WholeGuest,
  { after, rows }: { after: number; rows: number },
  act: AuditEntry | undefined,
) {
  const { customer } = scope
  /** Ids count up, and nearly all are in use. So the range of a page is one of ids, from the first that is in use. */
  const last = sql<number>`(
    SELECT min(guest_id) FROM guest WHERE customer_id = ${customer} AND guest_id > ${after}) + ${GUESTS_PER_PAGE - 1}`
  const [guests, [range]] = await db.batch([
    selectRows(
      {
        ...pick(guest, 'guestId', 'firstName', 'lastName', 'email', 'phone'),
        reservationIds: jsonList(
          reservation.reservationId,
          id => sql`SELECT json_group_array(${id}) FROM reservation WHERE ${isOfGuest(scope, sql`guest.guest_id`)}`,
        ),
      },
      selected => sql`
        SELECT ${selected} FROM guest
        WHERE customer_id = ${customer} AND guest_id > ${after} AND guest_id <= ${last} AND ${mayBeSought(sought)}
        ORDER BY guest_id`,
    ),
    selectRows(
      {
        last,
        hasMore: sql`EXISTS (SELECT 1 FROM guest WHERE customer_id = ${customer} AND guest_id > ${last})`.mapWith(
          Boolean,
        ),
      },
      selected => sql`SELECT ${selected}`,
    ),
    ...(act ? [writeAudit(act)] : []),
  ])
  const found = guests.filter(
    ({ email, lastName }) =>
      (sought.email === undefined || isText(email, sought.email)) &&
      (sought.lastName === undefined || isText(lastName, sought.lastName)),
  )
  return { guests: found.slice(0, rows), rest: range?.hasMore ? range.last : undefined }
}

const mayBeSought = ({ email, phone, lastName }: WholeGuest): SQL =>
  sql.join(
    [
      ...(email === undefined ? [] : [mayBeText(sql`email`, email)]),
      ...(phone === undefined ? [] : [hasDigits(sql`phone`, phone)]),
      ...(lastName === undefined ? [] : [mayBeText(sql`last_name`, lastName)]),
    ],
    sql` AND `,
  )

/** Whether a text has these digits in this order, and no others. D1 accepts patterns of up to 50 characters. */
const hasDigits = (column: SQL, digits: string) => {
  const withoutDigits = [...'0123456789'].reduce(
    (text, digit) => sql`replace(${text}, ${sql.raw(`'${digit}'`)}, '')`,
    column,
  )
  return sql`${column} LIKE ${`%${[...digits].join('%')}%`} AND length(${column}) - length(${withoutDigits}) = ${digits.length}`
}
