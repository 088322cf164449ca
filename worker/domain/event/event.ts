import type { Event } from '../../../schema/wire/event'
import type { LoggedEvent, StoredEvent } from '../../store/event/columns'

/** The event as webhooks send it. */
export const assembleEvent = ({ sequence, eventId, eventType, at, data }: StoredEvent, customerId: number) =>
  ({
    id: `evt_${eventId}`,
    type: eventType,
    sequence,
    timestamp: new Date(at).toISOString(),
    customerId,
    data,
  }) as Omit<Event, 'by'>

/** The event as the log shows it. */
export const assembleLoggedEvent = ({ by, ...event }: LoggedEvent, customerId: number) =>
  ({ ...assembleEvent(event, customerId), by }) as Event
