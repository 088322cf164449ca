import * as z from 'zod'
import { memoize } from '../memoize'
import { daysBetween, isUnsetDate } from './dates'
import { perLimits } from './limits'
import { cursor } from './paging'
import { customerId, nonBlankIdText, stayDate } from './primitives'

/*
 * GetCMConnect: its query, and its content in the format of UpdateCMConnect. All leaves of `data` are text, and a field that was
 * never sent is absent. Sending the content back changes nothing.
 */

const dateOrUndefined = (description: string) =>
  z
    .string()
    .transform(text => (isUnsetDate(text) ? undefined : text || undefined))
    .pipe(stayDate.optional())
    .describe(description)
    .optional()

/** Days of rooms and of rate plans on a page. A page holds a room with one plan in the widest window. */
export const MAX_PAGE_CELLS = 50_000

/** One hotel or all, and a window of days, both ends included. */
export const ChannelQuery = perLimits(({ CHANNEL_WINDOW_DAYS: maxDays }) =>
  z
    .object({
      hotelid: nonBlankIdText(20).describe('Default: all hotels of the customer.').optional(),
      from: dateOrUndefined('The first day, YYYY-MM-DD.'),
      to: dateOrUndefined('The last day, YYYY-MM-DD.'),
      clientId: customerId,
      cursor,
    })
    .superRefine(({ from, to }, context) => {
      if (!from || !to) return
      const days = daysBetween(from, to) + 1
      const message = days < 1 ? 'expected a date not before from' : `expected at most ${maxDays} days from from`
      if (days < 1 || days > maxDays) context.addIssue({ code: 'custom', path: ['to'], message })
    }),
)

const text = z.lazy(() => z.string().optional())

const Contact = z.lazy(() =>
  z
    .object({
      contactProfileType: text,
      addresses: z
        .object({
          address: z.object({ addressLine: text, cityName: text, postalCode: text, countryName: text }).optional(),
        })
        .optional(),
      names: z.object({ name: z.object({ givenName: text, surname: text }).optional() }).optional(),
      emails: z.object({ email: z.array(z.string()).optional() }).optional(),
      phones: z.object({ phone: z.array(z.object({ phoneNumber: text, phoneTechType: text })).optional() }).optional(),
    })
    .meta({ id: 'ChannelContentContact', description: 'A contact of a hotel.' }),
)

const HotelDescription = z.lazy(() =>
  z
    .object({
      hotelName: text,
      hotelid: z.string(),
      languageCode: text,
      currencyCode: text,
      hotelDescriptiveContentNotifType: text,
      contactInfos: z.object({ contactInfo: z.array(Contact).optional() }).optional(),
      hotelInfo: z.object({ position: z.object({ latitude: text, longitude: text }).optional() }).optional(),
    })
    .meta({ id: 'ChannelContentHotelDescription', description: 'The description of a hotel.' }),
)

const PropertyData = z.lazy(() =>
  z
    .object({
      hotelid: z.string(),
      hotelDescriptiveContents: z.object({ hotelDescriptiveContent: HotelDescription }),
    })
    .meta({ id: 'ChannelContentPropertyData', description: 'A hotel and its description.' }),
)

const SellableProduct = z.lazy(() =>
  z
    .object({
      invStatusType: text.describe('`Deactivated` while the room is; otherwise as it was last sent.'),
      invNotifType: text,
      roomid: z.string(),
      guestRoom: z
        .object({
          occupancy: z.object({ maxOccupancy: text }).optional(),
          room: z.object({ roomid: text, roomRate: text, quantity: text, roomType: text }).optional(),
          description: z.object({ text, roomDescription: text }).optional(),
        })
        .optional(),
    })
    .meta({ id: 'ChannelContentSellableProduct', description: 'A room of a hotel.' }),
)

const RatePlan = z.lazy(() =>
  z
    .object({
      ratePlanNotifType: text.describe('`Remove` while the plan is not sold; otherwise as it was last sent.'),
      rateplanid: z.string(),
      description: z.object({ name: text }).optional(),
    })
    .meta({ id: 'ChannelContentRatePlan', description: 'A rate plan of a hotel.' }),
)

const DateRun = z.lazy(() =>
  z
    .object({
      from: z.string(),
      to: z.string(),
      roomstosell: text,
      closed: text,
      minimumstay: text,
      maximumstay: text,
      closedonarrival: text,
      closedondeparture: text,
      rate: z.array(z.object({ rateplanid: z.string() })).optional(),
      price: z
        .array(z.object({ numberOfGuests: z.string(), value: z.string() }))
        .optional()
        .describe("By number of guests, with all decimals of the customer's currency."),
    })
    .meta({
      id: 'ChannelContentDateEntry',
      description: 'Consecutive days with equal values, of one plan; without `rate`, of the room itself.',
    }),
)

/** Control fields, with the values for delta, and for create or update. Ids are those that were last sent, or 0. */
const control = memoize(() => ({ cmConnectID: z.int(), clientId: z.int(), syncType: z.int(), action: z.int() }))

const PropertyEntry = z.lazy(() =>
  z
    .object({ ...control(), data: z.array(PropertyData) })
    .meta({ id: 'ChannelContentPropertyEntry', description: 'The hotels with the same control ids.' }),
)

const RoomsEntry = z.lazy(() =>
  z
    .object({
      ...control(),
      roomTypeId: z.int(),
      rateID: z.int(),
      data: z.array(
        z.object({ sellableProducts: z.object({ hotelid: z.string(), sellableProduct: z.array(SellableProduct) }) }),
      ),
    })
    .meta({
      id: 'ChannelContentRoomsEntry',
      description: 'All rooms with the same control ids. `roomTypeId` is the room type that they are linked to.',
    }),
)

const RatePlanEntry = z.lazy(() =>
  z
    .object({
      ...control(),
      rateID: z.int(),
      roomTypeID: z.int(),
      data: z.array(z.object({ ratePlans: z.object({ hotelid: z.string(), ratePlan: z.array(RatePlan) }) })),
    })
    .meta({
      id: 'ChannelContentRatePlanEntry',
      description: 'All plans with the same control ids. `rateID` is the rate plan that they are linked to.',
    }),
)

const AvailabilityEntry = z.lazy(() =>
  z
    .object({
      ...control(),
      roomId: z.int(),
      roomTypeId: z.int(),
      reservationID: z.int(),
      rateID: z.int(),
      data: z.array(
        z.object({
          hotelid: z.string(),
          room: z.array(z.object({ roomid: z.string(), date: z.array(DateRun) })),
        }),
      ),
    })
    .meta({ id: 'ChannelContentAvailabilityEntry', description: 'All days with the same control ids.' }),
)

export const ChannelContent = z.lazy(() =>
  z
    .object({
      property: z.array(PropertyEntry),
      rooms: z.array(RoomsEntry),
      ratePlan: z.array(RatePlanEntry),
      rateAvailability: z.array(AvailabilityEntry),
    })
    .meta({
      id: 'ChannelContent',
      description: 'The content of GetCMConnect, in the format of UpdateCMConnect.',
    }),
)

export type ChannelContent = z.input<typeof ChannelContent>
export type DateRun = z.input<typeof DateRun>
