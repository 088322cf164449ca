import * as z from 'zod'
import {
  amountOrUndefined,
  countOrUndefined,
  currencyOrUndefined,
  degrees,
  enumText,
  language,
  oneOf,
  roomIdOrUndefined,
  shortId,
  shortIdOrUndefined,
  withoutEmpty,
} from './channel-values'
import { longList, withMaxJsonBytes } from './long-list'

/*
 * The descriptions of a hotel, its rooms and its rate plans, in the formats of Su and STAAH. Almost every field is optional. What is
 * sent is stored as it was sent.
 */

/**
 * Bytes of a hotel's contacts. They are stored in one row with the rest of its description. D1 allows 2,000,000 bytes for a row, and
 * the rest always needs less than what remains.
 */
const CONTACT_BYTES = 1_990_000

const ContactInfo = z.lazy(() =>
  z
    .object({
      /** PhysicalLocation, availability, general, reservations, invoices, or a name of the client. */
      contactProfileType: enumText(50),
      addresses: z
        .object({
          address: z
            .object({
              addressLine: enumText(300),
              cityName: enumText(100),
              postalCode: enumText(50),
              countryName: enumText(100),
            })
            .optional(),
        })
        .optional(),
      names: z.object({ name: z.object({ givenName: enumText(200), surname: enumText(200) }).optional() }).optional(),
      emails: z.object({ email: longList(enumText(254), 50).optional() }).optional(),
      phones: z
        .object({
          /** phoneTechType: 1 voice, 3 fax, 5 mobile. */
          phone: longList(z.object({ phoneNumber: enumText(50), phoneTechType: oneOf('1', '3', '5') }), 50).optional(),
        })
        .optional(),
    })
    .meta({ id: 'ChannelContact', description: 'A contact of a hotel.' }),
)

const HotelDescriptiveContent = z.lazy(() =>
  z
    .object({
      hotelName: enumText(200),
      hotelid: shortIdOrUndefined(),
      languageCode: language,
      currencyCode: currencyOrUndefined,
      hotelDescriptiveContentNotifType: oneOf('New', 'Overlay'),
      contactInfos: z
        .object({ contactInfo: withMaxJsonBytes(longList(ContactInfo, 100), CONTACT_BYTES).optional() })
        .optional(),
      hotelInfo: z
        .object({ position: z.object({ latitude: degrees(90), longitude: degrees(180) }).optional() })
        .optional(),
    })
    .meta({ id: 'ChannelHotelDescription', description: 'The description of a hotel.' }),
)

/** A hotel. Its id is beside the description, or in it. */
export const PropertyData = z.lazy(() =>
  z
    .object({
      hotelid: shortIdOrUndefined(),
      hotelDescriptiveContents: z.object({ hotelDescriptiveContent: HotelDescriptiveContent.optional() }).optional(),
    })
    .transform(({ hotelid, hotelDescriptiveContents }, context) => {
      const { hotelid: inner, ...description } = hotelDescriptiveContents?.hotelDescriptiveContent ?? {}
      const id = hotelid ?? inner
      if (id && (inner ?? id) === id) return { hotelid: id, description: withoutEmpty(description) }
      context.issues.push(
        id
          ? {
              code: 'custom',
              input: inner,
              path: ['hotelDescriptiveContents', 'hotelDescriptiveContent', 'hotelid'],
              message: `expected ${id}, the hotelid beside it`,
            }
          : { code: 'custom', input: id, path: ['hotelid'], message: 'expected some text' },
      )
      return z.NEVER
    })
    .meta({ id: 'ChannelPropertyData', description: 'A hotel and its description.' }),
)

const SellableProduct = z.lazy(() =>
  z
    .object({
      invStatusType: oneOf('Initial', 'Active', 'Modify', 'Deactivated', 'Delete'),
      invNotifType: oneOf('New', 'Overlay'),
      roomid: roomIdOrUndefined(),
      guestRoom: z
        .object({
          occupancy: z.object({ maxOccupancy: countOrUndefined(1_000) }).optional(),
          room: z
            .object({
              roomid: roomIdOrUndefined(),
              roomRate: amountOrUndefined(),
              quantity: countOrUndefined(100_000),
              roomType: enumText(200),
            })
            .optional(),
          description: z.object({ text: enumText(4_000), roomDescription: enumText(4_000) }).optional(),
        })
        .optional(),
    })
    .transform(({ roomid, ...description }, context) => {
      const id = roomid ?? description.guestRoom?.room?.roomid
      if (id) return { roomid: id, description: withoutEmpty(description) }
      context.issues.push({ code: 'custom', input: id, path: ['roomid'], message: 'expected some text' })
      return z.NEVER
    })
    .meta({ id: 'ChannelSellableProduct', description: 'A room of a hotel.' }),
)

/** Rooms of a hotel. A room's id is beside its description, or in guestRoom.room. */
export const RoomsData = z.lazy(() =>
  z
    .object({
      sellableProducts: z.object({ hotelid: shortId(), sellableProduct: longList(SellableProduct, 1_000).default([]) }),
    })
    .meta({ id: 'ChannelRoomsData', description: 'Rooms of a hotel.' }),
)

const RatePlan = z.lazy(() =>
  z
    .object({
      ratePlanNotifType: oneOf('New', 'Overlay', 'Remove', 'Activate'),
      rateplanid: shortId(),
      description: z.object({ name: enumText(200) }).optional(),
    })
    .transform(({ rateplanid, ...description }) => ({ rateplanid, description: withoutEmpty(description) }))
    .meta({ id: 'ChannelRatePlan', description: 'A rate plan of a hotel.' }),
)

export const RatePlanData = z.lazy(() =>
  z
    .object({
      ratePlans: z.object({ hotelid: shortId(), ratePlan: longList(RatePlan, 1_000).default([]) }),
    })
    .meta({ id: 'ChannelRatePlanData', description: 'Rate plans of a hotel.' }),
)
