import * as z from 'zod'
import { memoize } from '../memoize'
import { AvailabilityData } from './channel-calendar'
import { PropertyData, RatePlanData, RoomsData } from './channel-catalog'
import { longList } from './long-list'
import { count, customerId, idOrNone } from './primitives'

/*
 * The body of UpdateCMConnect: five groups of entries, each with `data` and control fields for what to do with it.
 */

const MAX_ENTRIES = 5_000
const MAX_DATA = 1_000
/** Days of rooms and of plans that a message sets: twice two years of ten rooms with ten plans. */
export const MAX_DAYS_SET = 200_000

export const ACTIONS = { upsert: 0, create: 1, update: 2, delete: 3 } as const
/** The `syncType` that clears what the message does not mention. */
export const FULL_SYNC = 1

const ref = z.lazy(() => idOrNone.optional())

/** The control fields of every entry. */
const control = memoize(() => ({
  cmConnectID: ref.describe('An id of the client. It is stored and returned.'),
  clientId: customerId,
  syncType: count(2).default(0).describe('1 full, 2 delta; 0 means 2.'),
  action: count(3).default(0).describe('1 create, 2 update, 3 delete; 0 means create or update.'),
}))

const group = <Fields extends z.ZodRawShape, Data extends z.ZodType>(id: string, fields: Fields, data: Data) =>
  longList(
    z
      .object({ ...control(), ...fields, data: longList(data, MAX_DATA) })
      .meta({ id, description: 'Data with its control fields.' }),
    MAX_ENTRIES,
  ).optional()

const availability = z.lazy(() =>
  group(
    'ChannelAvailabilityEntry',
    {
      roomId: ref,
      roomTypeId: ref,
      reservationID: ref.describe('An id of the client. It is stored and returned.'),
      rateID: ref,
    },
    AvailabilityData,
  ),
)

const Groups = z.lazy(() =>
  z.object({
    property: group('ChannelPropertyEntry', {}, PropertyData),
    rooms: group('ChannelRoomsEntry', { roomTypeId: ref, rateID: ref }, RoomsData),
    ratePlan: group('ChannelRatePlanEntry', { rateID: ref, roomTypeID: ref }, RatePlanData),
    rateAvailability: availability,
    rateAvailabilityUpdate: availability,
  }),
)

/** Each of the five groups may be missing, but not all: the message would then have no known group. */
export const UpdateMessage = z.lazy(() =>
  Groups.unwrap()
    .transform((sent, context) => {
      if (GROUPS.every(name => sent[name] === undefined)) {
        context.addIssue(`expected at least one of ${GROUPS.join(', ')}`)
        return z.NEVER
      }
      const { property = [], rooms = [], ratePlan = [], rateAvailability = [], rateAvailabilityUpdate = [] } = sent
      return { property, rooms, ratePlan, rateAvailability, rateAvailabilityUpdate }
    })
    .meta({ id: 'ChannelMessage', description: 'A message of a channel manager: at least one of the five groups.' }),
)

export type UpdateMessage = z.output<typeof UpdateMessage>
export type AvailabilityEntry = UpdateMessage['rateAvailability'][number]

/** The groups in the order in which they are applied. */
export const GROUPS = ['property', 'rooms', 'ratePlan', 'rateAvailability', 'rateAvailabilityUpdate'] as const
