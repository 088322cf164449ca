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

/** Ids that tie what a message has to the records of the setup, and one that is only kept. */
const ids = memoize(() => ({
  roomType: ref.describe('Ties the rooms to this room type: `roomTypeId` of the setup. 0 or absent: the tie stays.'),
  room: ref.describe('Ties the rooms to the type of this room: `roomId` of the setup. 0 or absent: the tie stays.'),
  rate: ref.describe('Ties the plans to this rate plan: `rateId` of the setup. 0 or absent: the tie stays.'),
  own: ref.describe('Your own id. It is stored and returned, and has no other effect.'),
}))

/** The control fields of every entry. */
const control = memoize(() => ({
  cmConnectID: ids().own,
  clientId: customerId,
  syncType: count(2)
    .default(0)
    .describe(
      '2: changes the fields that are sent (delta). 1: replaces all, and clears days that are not sent (full). 0 means 2.',
    ),
  action: count(3).default(0).describe('1: creates. 2: updates. 3: deletes. 0: creates or updates.'),
}))

const group = <Fields extends z.ZodRawShape, Data extends z.ZodType>(id: string, fields: Fields, data: Data) =>
  longList(
    z
      .object({
        data: longList(data, MAX_DATA).describe('What the control fields beside it hold for.'),
        ...control(),
        ...fields,
      })
      .meta({ id, description: 'Data with its control fields.' }),
    MAX_ENTRIES,
  ).optional()

const availability = z.lazy(() =>
  group(
    'ChannelAvailabilityEntry',
    { roomId: ids().room, roomTypeId: ids().roomType, reservationID: ids().own, rateID: ids().rate },
    AvailabilityData,
  ),
)

const Groups = z.lazy(() =>
  z.object({
    property: group('ChannelPropertyEntry', {}, PropertyData).describe('Hotels with their descriptions.'),
    rooms: group(
      'ChannelRoomsEntry',
      {
        roomTypeId: ids().roomType,
        rateID: ref.describe('A rate plan: `rateId` of the setup. It is stored and returned.'),
      },
      RoomsData,
    ).describe('Rooms, as the channel manager sells them.'),
    ratePlan: group(
      'ChannelRatePlanEntry',
      {
        rateID: ids().rate,
        roomTypeID: ref.describe('A room type: `roomTypeId` of the setup. It is stored and returned.'),
      },
      RatePlanData,
    ).describe('Rate plans, as the channel manager sells them.'),
    rateAvailability: availability.describe('Prices, availability and restrictions by day.'),
    rateAvailabilityUpdate: availability.describe('The same as `rateAvailability`, applied after it.'),
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
