import { pick } from '../../../schema/pick'
import { event } from '../../../schema/tables/event'
import type { RowOf } from '../../db/select-rows'

/** An event of the log. */
const eventColumns = {
  ...pick(event, 'sequence', 'eventId', 'eventType', 'at', 'data'),
}

/** The same with who made the change. */
export const loggedColumns = { ...eventColumns, by: event.by }
export type LoggedEvent = RowOf<typeof loggedColumns>

export type StoredEvent = RowOf<typeof eventColumns>
