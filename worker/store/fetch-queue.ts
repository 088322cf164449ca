import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { fetchMessage } from '../../schema/tables/fetch'
import type { MESSAGE_STATUSES } from '../../schema/wire/fetch'
import type { Scope } from '../auth/scope'
import type { KeptMessage } from '../domain/fetch-message'
import { build, type Database } from './database'
import type { Slice } from './slice'

type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/** Messages of one status, of one hotel where it is named. */
export interface QueueFilter {
  status: MessageStatus
  hotelKey: string | undefined
}

const { createdAt: _created, updatedAt: _updated, ...kept } = getTableColumns(fetchMessage)

const columns = sql.raw(
  Object.entries(kept)
    .map(([key, { name }]) => `${name} AS ${key}`)
    .join(', '),
)

/**
 * Messages in the order of their changes, oldest first. Reading takes nothing out. The index is named because SQLite would
 * rather walk through all of the customer's messages, in whose order they lie, and most were processed long ago.
 */
export async function readQueue(
  db: Database,
  { customer }: Scope,
  { status, hotelKey }: QueueFilter,
  { after, rows, offset }: Slice,
): Promise<KeptMessage[]> {
  const [index, ofHotel] =
    hotelKey === undefined
      ? ['fetch_message_by_status', sql``]
      : ['fetch_message_by_hotel', sql`hotel_key = ${hotelKey} AND`]
  const [messages] = await db.batch([
    build.all<KeptMessage>(sql`
      SELECT ${columns} FROM fetch_message INDEXED BY ${sql.raw(index)}
      WHERE customer_id = ${customer} AND ${ofHotel} message_status = ${status} AND message_id > ${after}
      ORDER BY message_id LIMIT ${rows} OFFSET ${offset}`),
  ])
  return messages
}

/** What is known of a message afterwards; a part that is undefined stays as it is. */
export interface MessageChange {
  status?: MessageStatus | undefined
  notes?: string | undefined
}

/** Notes what became of a message. False: there is no such message. One that stands so already is not written again. */
export async function updateMessage(
  db: Database,
  { customer }: Scope,
  messageId: number,
  { status, notes }: MessageChange,
  now: number,
): Promise<boolean> {
  const itself = and(eq(fetchMessage.customerId, customer), eq(fetchMessage.messageId, messageId))
  const changes = {
    ...(status !== undefined && { messageStatus: status }),
    ...(notes !== undefined && { messageNotes: notes }),
  }
  const [, found] = await db.batch([
    build
      .update(fetchMessage)
      .set({ ...changes, updatedAt: now })
      .where(
        and(
          itself,
          sql`(message_status, message_notes) IS NOT (
            coalesce(${status ?? null}, message_status), coalesce(${notes ?? null}, message_notes))`,
        ),
      ),
    build.select({ messageId: fetchMessage.messageId }).from(fetchMessage).where(itself),
  ])
  return found.length > 0
}
