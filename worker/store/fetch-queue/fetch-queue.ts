import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { fetchMessage } from '../../../schema/tables/fetch-queue'
import type { MESSAGE_STATUSES } from '../../../schema/wire/fetch-queue'
import { DATABASE_NOW, type Database } from '../../db/database'
import type { PageRange } from '../../db/page-range'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import type { StoredMessage } from '../../domain/fetch-queue/message'
import { hotelQueues } from './hotel-queues'

type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/** Messages of one status, and of one hotel if `hotelKey` is given. */
export interface QueueFilter {
  status: MessageStatus
  hotelKey: string | undefined
}

const { createdAt: _created, updatedAt: _updated, ...columns } = getTableColumns(fetchMessage)

/** Messages in the order of the changes, oldest first. They stay in the queue. */
export async function readQueue(
  db: Database,
  scope: Scope,
  { status, hotelKey }: QueueFilter,
  { rows, offset, after }: PageRange,
): Promise<StoredMessage[]> {
  const { customer } = scope
  const limit = sql`ORDER BY message_id LIMIT ${rows} OFFSET ${offset}`
  const queueOf = (hotel: SQL) =>
    sql`customer_id = ${customer} AND hotel_key = ${hotel} AND message_status = ${status} AND message_id > ${after}`
  // The page of all hotels is chosen from the first messages of each hotel.
  const [messages] = await db.batch([
    selectRows(columns, selected =>
      hotelKey !== undefined
        ? sql`SELECT ${selected} FROM fetch_message WHERE ${queueOf(sql`${hotelKey}`)} ${limit}`
        : sql`
          WITH RECURSIVE ${hotelQueues(scope)}
          SELECT ${selected} FROM hotel_queue
          CROSS JOIN fetch_message ON fetch_message.customer_id = ${customer} AND fetch_message.message_id IN (
            SELECT message_id FROM fetch_message AS first WHERE ${queueOf(sql`hotel_queue.hotel_key`)}
            ORDER BY message_id LIMIT ${rows + offset})
          ${limit}`,
    ),
  ])
  return messages
}

/** The columns to change; one that is undefined stays as it is. */
export interface MessageChange {
  status?: MessageStatus | undefined
  notes?: string | undefined
}

type ChangeValues = MessageChange & { customer: number; messageId: number }

/** Returns the message if it was changed. An unchanged message is not written. */
const writeChange = prepareStatement(({ customer, messageId, status, notes }: Placeholders<ChangeValues>) =>
  selectRows({ messageId: fetchMessage.messageId }, selected => {
    const [newStatus, newNotes] = [status ?? sql`message_status`, notes ?? sql`message_notes`]
    return sql`
      UPDATE fetch_message SET message_status = ${newStatus}, message_notes = ${newNotes}, updated_at = ${DATABASE_NOW}
      WHERE customer_id = ${customer} AND message_id = ${messageId}
        AND (message_status, message_notes) IS NOT (${newStatus}, ${newNotes})
      RETURNING ${selected}`
  }),
)

const selectMessage = prepareStatement(
  ({ customer, messageId }: Placeholders<{ customer: number; messageId: number }>) =>
    selectRows(
      { messageId: fetchMessage.messageId },
      selected =>
        sql`SELECT ${selected} FROM fetch_message WHERE customer_id = ${customer} AND message_id = ${messageId}`,
    ),
)

/** Changes the status and notes of a message. False: there is no such message. */
export async function updateMessage(
  db: Database,
  { customer }: Scope,
  messageId: number,
  { status, notes }: MessageChange,
): Promise<boolean> {
  const [changed] = await db.batch([writeChange({ customer, messageId, status, notes })])
  if (changed.length) return true
  const [found] = await db.batch([selectMessage({ customer, messageId })])
  return found.length > 0
}
