/* Apart from the contracts of events, so that a page has the list without zod. */

/** The types of events in the log. */
export const EVENT_TYPES = [
  'reservation.created',
  'reservation.modified',
  'reservation.cancelled',
  'sale.created',
  'room.closed',
  'room.opened',
  'rates.updated',
  'link.issued',
  'link.revoked',
  'guest.erased',
  'endpoint.disabled',
] as const

export type EventType = (typeof EVENT_TYPES)[number]
