import type { Delivery } from '../../../schema/wire/webhook'
import type { StoredDelivery } from '../../store/webhook/columns'

/** A delivery as the owner of the endpoint sees it. */
export const assembleDelivery = (stored: StoredDelivery): Delivery => ({
  eventId: `evt_${stored.eventId}`,
  sequence: stored.sequence,
  type: stored.eventType as Delivery['type'],
  previousSequence: stored.previousSequence,
  reservationId: stored.reservationId,
  status: stored.deliveryStatus,
  nextAttemptAt: stored.deliveryStatus === 'pending' ? new Date(stored.nextAttemptAt).toISOString() : null,
  attempts: stored.attempts.map(attempt => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
})
