import * as z from 'zod'
import { daysBetween, isUnsetDate } from './dates'
import { perLimits } from './limits'
import { digits } from './paging'
import { idOrNone, nonBlankText, stayDate } from './primitives'

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

/** One hotel or all, and a window of days, both ends included. */
export const ChannelQuery = perLimits(({ CHANNEL_WINDOW_DAYS: maxDays }) =>
  z
    .object({
      hotelid: nonBlankText(20).describe('All hotels of the customer, if not said.').optional(),
      from: dateOrUndefined('The first day, YYYY-MM-DD.'),
      to: dateOrUndefined('The last day, YYYY-MM-DD.'),
      clientId: digits(idOrNone.optional()),
    })
    .superRefine(({ from, to }, context) => {
      if (!from || !to) return
      const days = daysBetween(from, to) + 1
      const message = days < 1 ? 'expected a date not before from' : `expected at most ${maxDays} days from from`
      if (days < 1 || days > maxDays) context.addIssue({ code: 'custom', path: ['to'], message })
    }),
)

const text = z.lazy(() => z.string().optional())

const Property = z.lazy(() =>
  z.object({
    hotelid: z.string(),
    hotelDescriptiveContents: z.object({
      hotelDescriptiveContent: z.object({
        hotelName: text,
        hotelid: z.string(),
        languageCode: text,
        currencyCode: text,
        hotelDescriptiveContentNotifType: text,
        contactInfos: z
          .object({
            contactInfo: z
              .array(
                z.object({
                  contactProfileType: text,
                  addresses: z
                    .object({
                      address: z
                        .object({ addressLine: text, cityName: text, postalCode: text, countryName: text })
                        .optional(),
                    })
                    .optional(),
                  names: z.object({ name: z.object({ givenName: text, surname: text }).optional() }).optional(),
                  emails: z.object({ email: z.array(z.string()).optional() }).optional(),
                  phones: z
                    .object({ phone: z.array(z.object({ phoneNumber: text, phoneTechType: text })).optional() })
                    .optional(),
                }),
              )
              .optional(),
          })
          .optional(),
        hotelInfo: z.object({ position: z.object({ latitude: text, longitude: text }).optional() }).optional(),
      }),
    }),
  }),
)

const SellableProduct = z.lazy(() =>
  z.object({
    /** `Deactivated` while the room is; otherwise as it was last sent. */
    invStatusType: text,
    invNotifType: text,
    roomid: z.string(),
    guestRoom: z
      .object({
        occupancy: z.object({ maxOccupancy: text }).optional(),
        room: z.object({ roomid: text, roomRate: text, quantity: text, roomType: text }).optional(),
        description: z.object({ text, roomDescription: text }).optional(),
      })
      .optional(),
  }),
)

const RatePlan = z.lazy(() =>
  z.object({
    /** `Remove` while the plan is not sold; otherwise as it was last sent. */
    ratePlanNotifType: text,
    rateplanid: z.string(),
    description: z.object({ name: text }).optional(),
  }),
)

/** Consecutive days with equal values, of one plan; without `rate`, of the room itself. */
const DateRun = z.lazy(() =>
  z.object({
    from: z.string(),
    to: z.string(),
    roomstosell: text,
    closed: text,
    minimumstay: text,
    maximumstay: text,
    closedonarrival: text,
    closedondeparture: text,
    rate: z.array(z.object({ rateplanid: z.string() })).optional(),
    /** By number of guests, with all decimals of the customer's currency. */
    price: z.array(z.object({ numberOfGuests: z.string(), value: z.string() })).optional(),
  }),
)

/** Control fields, with the values for delta, and for create or update. Ids are those that were last sent, or 0. */
const control = { cmConnectID: z.int(), clientId: z.int(), syncType: z.int(), action: z.int() }

export const ChannelContent = z.lazy(() =>
  z.object({
    property: z.array(z.object({ ...control, data: z.array(Property) })),
    /** One entry for all rooms with the same control ids; roomTypeId is the room type that they are linked to. */
    rooms: z.array(
      z.object({
        ...control,
        roomTypeId: z.int(),
        rateID: z.int(),
        data: z.array(
          z.object({ sellableProducts: z.object({ hotelid: z.string(), sellableProduct: z.array(SellableProduct) }) }),
        ),
      }),
    ),
    /** One entry for all plans with the same control ids; rateID is the rate plan that they are linked to. */
    ratePlan: z.array(
      z.object({
        ...control,
        rateID: z.int(),
        roomTypeID: z.int(),
        data: z.array(z.object({ ratePlans: z.object({ hotelid: z.string(), ratePlan: z.array(RatePlan) }) })),
      }),
    ),
    /** One entry for all days with the same control ids. */
    rateAvailability: z.array(
      z.object({
        ...control,
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
      }),
    ),
  }),
)

export type ChannelContent = z.input<typeof ChannelContent>
export type DateRun = z.input<typeof DateRun>
