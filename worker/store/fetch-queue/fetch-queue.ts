import { and, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import { fetchMessage } from '../../../schema/tables/fetch-queue'
import type { MESSAGE_STATUSES } from '../../../schema/wire/fetch-queue'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { PageRange } from '../../db/page-range'
import type { Scope } from '../../db/scope'
import type { StoredMessage } from '../../domain/fetch-queue/message'

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
  { customer }: Scope,
  { status, hotelKey }: QueueFilter,
  { after, rows, offset }: PageRange,
): Promise<StoredMessage[]> {
  const [messages] = await db.batch([
    build
      .select(columns)
      .from(fetchMessage)
      .where(
        and(
          eq(fetchMessage.customerId, customer),
          hotelKey === undefined ? undefined : eq(fetchMessage.hotelKey, hotelKey),
          eq(fetchMessage.messageStatus, status),
          gt(fetchMessage.messageId, after),
        ),
      )
      .orderBy(fetchMessage.messageId)
      .limit(rows)
      .offset(offset),
  ])
  return messages
}

/** The columns to change; one that is undefined stays as it is. */
export interface MessageChange {
  status?: MessageStatus | undefined
  notes?: string | undefined
}

/** Changes the status and notes of a message. False: there is no such message. An unchanged message is not written. */
export async function updateMessage(
  db: Database,
  { customer }: Scope,
  messageId: number,
  { status, notes }: MessageChange,
): Promise<boolean> {
  const isMessage = and(eq(fetchMessage.customerId, customer), eq(fetchMessage.messageId, messageId))
  const changes = {
    ...(status !== undefined && { messageStatus: status }),
    ...(notes !== undefined && { messageNotes: notes }),
  }
  const [, found] = await db.batch([
    build
      .update(fetchMessage)
      .set({ ...changes, updatedAt: DATABASE_NOW })
      .where(
        and(
          isMessage,
          sql`(message_status, message_notes) IS NOT (
            coalesce(${status ?? null}, message_status), coalesce(${notes ?? null}, message_notes))`,
        ),
      ),
    build.select({ messageId: fetchMessage.messageId }).from(fetchMessage).where(isMessage),
  ])
  return found.length > 0
}
