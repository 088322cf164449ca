import { event } from '../../../schema/tables/event'
import type { RowOf } from '../../db/select-rows'

/** An event of the log. */
const eventColumns = {
  sequence: event.sequence,
  eventId: event.eventId,
  eventType: event.eventType,
  at: event.at,
  data: event.data,
}

/** The same with who made the change. */
export const loggedColumns = { ...eventColumns, by: event.by }
export type LoggedEvent = RowOf<typeof loggedColumns>

export type StoredEvent = RowOf<typeof eventColumns>
