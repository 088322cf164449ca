import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import { type IdempotentReplay, selectByIdentity, selectReplay } from '../booking/idempotency'

/** The records that an inquiry refers to. */
export interface InquiryData {
  currency: string
  /** The property of the room type, else the customer's first. */
  hotelId: string | null
  timeZone: string
  /** Null: the room type is not this customer's, or none was named. */
  roomTypeName: string | null
}

export async function readInquiryData(
  db: Database,
  scope: Scope,
  key: string | undefined,
  roomTypeId: number | undefined,
): Promise<{ inquiry: InquiryData; replay: IdempotentReplay | undefined; identityTaken: boolean }> {
  const { customer } = scope
  const [[inquiry], [replay], [sameIdentity]] = await db.batch([
    build.all<InquiryData>(sql`
      SELECT c.currency, p.hotel_id AS hotelId, coalesce(p.property_time_zone, c.time_zone) AS timeZone,
        t.room_type_name AS roomTypeName
      FROM customer c
      LEFT JOIN room_type t ON t.customer_id = c.customer_id AND t.room_type_id = ${roomTypeId ?? 0}
      LEFT JOIN property p ON p.customer_id = c.customer_id AND p.hotel_id = coalesce(t.hotel_id, (
        SELECT hotel_id FROM property WHERE customer_id = ${customer} ORDER BY hotel_id LIMIT 1))
      WHERE c.customer_id = ${customer}`),
    selectReplay(scope, key),
    selectByIdentity(scope, key),
  ])
  return { inquiry: inquiry as InquiryData, replay, identityTaken: sameIdentity !== undefined }
}
