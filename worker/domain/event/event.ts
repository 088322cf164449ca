import type { Event } from '../../../schema/wire/event'
import type { StoredEvent } from '../../rows/event'

/** The event as it is sent. */
export const assembleEvent = ({ sequence, eventId, eventType, at, data }: StoredEvent, customerId: number) =>
  ({
    id: `evt_${eventId}`,
    type: eventType,
    sequence,
    timestamp: new Date(at).toISOString(),
    customerId,
    data,
  }) as Event
