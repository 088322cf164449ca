import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import { onlyHotelOf } from '../booking/columns'
import { type KeyUse, keyColumns, keyUseOf } from '../booking/idempotency'
import { type InquiryData, inquiryColumns } from './columns'

/** The records of the customer that an inquiry may name. */
interface NamedRecords {
  hotelId: string | undefined
  roomTypeId: number | undefined
}

export async function readInquiryData(
  db: Database,
  scope: Scope,
  key: string | undefined,
  { hotelId, roomTypeId }: NamedRecords,
): Promise<KeyUse & { inquiry: InquiryData }> {
  const { customer } = scope
  const [[found]] = await db.batch([
    selectRows(
      inquiryColumns,
      selected => sql`
        SELECT ${selected} FROM customer
        LEFT JOIN room_type AS t ON t.customer_id = customer.customer_id AND t.room_type_id = ${roomTypeId ?? 0}
        LEFT JOIN property ON property.customer_id = customer.customer_id
          AND property.hotel_id = coalesce(${hotelId ?? null}, t.hotel_id, ${onlyHotelOf(scope)})
        WHERE customer.customer_id = ${customer}`,
      keyColumns(scope, key ?? ''),
    ),
  ])
  const inquiry = found as NonNullable<typeof found>
  return { inquiry, ...keyUseOf(inquiry) }
}
