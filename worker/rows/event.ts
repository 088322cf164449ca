import { event } from '../../schema/tables/event'
import type { RowOf } from '../db/select-rows'

/** An event of the log. */
export const eventColumns = {
  sequence: event.sequence,
  eventId: event.eventId,
  eventType: event.eventType,
  at: event.at,
  data: event.data,
}
export type StoredEvent = RowOf<typeof eventColumns>
