import * as z from 'zod'
import { memoize } from '../memoize'
import { EVENT_TYPES, type EventType } from './event-types'
import { perLimits } from './limits'
import { digits, instantFilter, listOf, oneSequence, sequencePaging } from './paging'
import { id } from './primitives'
import { STATUS_NAMES } from './reservation-status'
import { withRules } from './with-rules'

/*
 * Events: one entry of the log for each change. They contain no name, contact or note of a guest.
 */

/** The parts of a reservation that a change may name. */
const CHANGED_PARTS = [
  'status',
  'dates',
  'rooms',
  'activities',
  'guest',
  'guests',
  'notes',
  'payments',
  'account',
] as const

export type ChangedPart = (typeof CHANGED_PARTS)[number]

/** Maximum of entries of a list in `data`. A longer list is left out. */
export const MAX_LIST = 100

const types = z.lazy(() =>
  z
    .string()
    .transform((text, context): EventType[] | undefined => {
      const names = text.split(',').flatMap(name => name.trim() || [])
      const unknown = names.find(name => !EVENT_TYPES.includes(name as EventType))
      if (unknown === undefined) return names.length ? [...new Set(names as EventType[])] : undefined
      context.addIssue(`expected types of events, separated by commas: ${EVENT_TYPES.join(', ')}`)
      return z.NEVER
    })
    .meta({ description: `Several are separated by commas: ${EVENT_TYPES.map(type => `\`${type}\``).join(', ')}.` }),
)

export const EventQuery = perLimits(limits =>
  withRules(
    z.object({
      types: types.optional(),
      reservationId: digits(id).meta({ type: 'integer', description: 'Events of this reservation.' }),
      since: instantFilter('Events from this instant on.'),
      ...sequencePaging(limits),
    }),
    oneSequence,
  ),
)

const truncated = memoize(() =>
  z.literal(true).optional().describe(`A list would have more than ${MAX_LIST} entries, and was left out.`),
)

const stayDay = (what: string) =>
  z.string().nullable().describe(`${what}: \`YYYY-MM-DDT00:00:00\`. Null for an inquiry without dates.`)

const reservationFields = memoize(() => ({
  reservationId: z.int().describe('The reservation.'),
  reservationNumber: z.string().describe('The number of the reservation, for people.'),
  identity: z.string().nullable().describe('Your own reference. Null if there is none, or the guest was erased.'),
  status: z.enum(STATUS_NAMES).describe('The status after the change.'),
  hotelid: z
    .string()
    .nullable()
    .describe('The hotel of the first room. Null: it has none, such as an inquiry without a room type.'),
  hotelids: z
    .array(z.string())
    .optional()
    .describe('The hotels of all rooms, sorted. Empty: it has none. Absent if release 1.1.0 wrote the event.'),
  arrivalDate: stayDay('The arrival date'),
  departureDate: stayDay('The departure date'),
}))

const ReservationEvent = z.lazy(() =>
  z
    .object(reservationFields())
    .meta({ id: 'ReservationEvent', description: 'The reservation as it was directly after the change.' }),
)

const ReservationModifiedEvent = z.lazy(() =>
  z
    .object({
      ...reservationFields(),
      changed: z
        .array(z.enum(CHANGED_PARTS))
        .describe(
          'The parts that differ. Empty if another field changed: the label, the type of the reservation, or a letter ordered.',
        ),
    })
    .meta({ id: 'ReservationModifiedEvent', description: 'The reservation as it was directly after the change.' }),
)

const SaleEvent = z.lazy(() =>
  z
    .object({
      saleId: z.int().describe('The sale.'),
      saleNumber: z.string().describe('The number of the sale, for people.'),
      reservationId: z.int().nullable().describe('The reservation whose account was charged.'),
      returnOf: z.int().optional().describe('The sale whose things came back. Absent: things were sold.'),
      items: z
        .array(
          z.object({
            inventoryId: z.int().describe('The item.'),
            inventoryLocationId: z.int().describe('The location that sold it.'),
          }),
        )
        .optional()
        .describe('The items sold or returned, each with its location once.'),
      truncated: truncated(),
    })
    .meta({ id: 'SaleEvent', description: 'A sale, or a return.' }),
)

const ClosureEvent = z.lazy(() =>
  z
    .object({
      closureId: z.int().describe('The closure.'),
      roomId: z.int().describe('The room.'),
      hotelid: z.string().describe("The channel manager's id of the hotel."),
      fromDate: z.string().describe('The first night that was closed or opened, `YYYY-MM-DD`.'),
      toDate: z.string().describe('The day after the last of these nights, `YYYY-MM-DD`.'),
    })
    .meta({ id: 'ClosureEvent', description: 'Nights on which a room is out of service, or is again in service.' }),
)

const RatesEvent = z.lazy(() =>
  z
    .object({
      hotelid: z.string().describe("The channel manager's id of the hotel."),
      roomids: z.array(z.string()).optional().describe("The channel manager's rooms that the message names."),
      from: z.string().nullable().describe('The first day that the message names, `YYYY-MM-DD`. Null: it names none.'),
      to: z.string().nullable().describe('The last day that the message names, `YYYY-MM-DD`. Null: it names none.'),
      truncated: truncated(),
    })
    .meta({ id: 'RatesEvent', description: 'Days whose prices, availability or restrictions a message changed.' }),
)

const LinkEvent = z.lazy(() =>
  z
    .object({ reservationId: z.int().describe('The reservation of the link.') })
    .meta({ id: 'LinkEvent', description: 'A link to an itinerary.' }),
)

const ErasureEvent = z.lazy(() =>
  z
    .object({
      guestId: z.int().describe('The guest.'),
      reservationIds: z.array(z.int()).optional().describe('The reservations of the guest.'),
      truncated: truncated(),
    })
    .meta({ id: 'ErasureEvent', description: 'A guest whose personal data was erased.' }),
)

const EndpointEvent = z.lazy(() =>
  z
    .object({
      endpointId: z.int().describe('The endpoint.'),
      reason: z
        .enum(['gone', 'exhausted', 'key_missing'])
        .describe(
          '`gone`: it responded 410. `exhausted`: nothing succeeded for 72 hours. `key_missing`: it has no signing key.',
        ),
    })
    .meta({ id: 'EndpointEvent', description: 'A webhook endpoint that the service disabled.' }),
)

export const Event = z.lazy(() => {
  const event = <Type extends EventType, Data extends z.ZodType>(types: readonly [Type, ...Type[]], data: Data) =>
    z.object({
      id: z.string().describe('`evt_` and 22 characters. Unique.'),
      type: z.enum(types).describe('What happened.'),
      sequence: z.int().describe("The number of the event in the customer's log: 1, 2, 3, … without a gap."),
      timestamp: z.string().describe('When the change was written: an instant in UTC.'),
      customerId: z.int().describe('The customer.'),
      by: z
        .string()
        .nullable()
        .describe(
          'Who made the change: a client id, `key:` and the id of an API key, `person:` and the id of a person, or `admin`. ' +
            'Null: the service itself, or release 1.1.0 wrote the event. Webhooks do not have it.',
        ),
      data,
    })
  return z
    .union([
      event(['reservation.created', 'reservation.cancelled'], ReservationEvent),
      event(['reservation.modified'], ReservationModifiedEvent),
      event(['sale.created'], SaleEvent),
      event(['room.closed', 'room.opened'], ClosureEvent),
      event(['rates.updated'], RatesEvent),
      event(['link.issued', 'link.revoked'], LinkEvent),
      event(['guest.erased'], ErasureEvent),
      event(['endpoint.disabled'], EndpointEvent),
    ])
    .meta({ id: 'Event', description: 'One change.' })
})

export const Events = z.lazy(() => listOf(Event))

export type Event = z.output<typeof Event>
