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

/** The words of an object that the format has around another one. */
const ONE = 'An object with one field, as the format has it.'

const NOTIF = 'New: the description is replaced. Overlay: the fields that are sent are changed.'

const ContactInfo = z.lazy(() =>
  z
    .object({
      contactProfileType: enumText(50).describe(
        'PhysicalLocation, availability, general, reservations, invoices, or your own word. PhysicalLocation has the address that guests see.',
      ),
      addresses: z
        .object({
          address: z
            .object({
              addressLine: enumText(300).describe('Street and house number.'),
              cityName: enumText(100).describe('The city or town.'),
              postalCode: enumText(50).describe('The postal code.'),
              countryName: enumText(100).describe('The country: two letters of ISO 3166-1, or its English name.'),
            })
            .optional()
            .describe('The address of the contact.'),
        })
        .optional()
        .describe(ONE),
      names: z
        .object({
          name: z
            .object({
              givenName: enumText(200).describe('The first name.'),
              surname: enumText(200).describe('The last name.'),
            })
            .optional()
            .describe('The name of a person.'),
        })
        .optional()
        .describe(ONE),
      emails: z
        .object({ email: longList(enumText(254), 50).optional().describe('E-mail addresses.') })
        .optional()
        .describe('A list of e-mail addresses.'),
      phones: z
        .object({
          phone: longList(
            z.object({
              phoneNumber: enumText(50).describe('The number.'),
              phoneTechType: oneOf('1', '3', '5').describe('1 voice, 3 fax, 5 mobile.'),
            }),
            50,
          )
            .optional()
            .describe('Telephone numbers.'),
        })
        .optional()
        .describe('A list of telephone numbers.'),
    })
    .meta({ id: 'ChannelContact', description: 'A contact of a hotel.' }),
)

const HotelDescriptiveContent = z.lazy(() =>
  z
    .object({
      hotelName: enumText(200).describe('The name of the hotel.'),
      hotelid: shortIdOrUndefined().describe('The id of the hotel, if it is not beside the description.'),
      languageCode: language.describe('The language of the texts (ISO 639), such as `en`.'),
      currencyCode: currencyOrUndefined.describe("The customer's currency (ISO 4217). Another one is refused."),
      hotelDescriptiveContentNotifType: oneOf('New', 'Overlay').describe(NOTIF),
      contactInfos: z
        .object({ contactInfo: withMaxJsonBytes(longList(ContactInfo, 100), CONTACT_BYTES).optional() })
        .optional()
        .describe('Contacts of the hotel, each for a purpose.'),
      hotelInfo: z
        .object({
          position: z
            .object({
              latitude: degrees(90).describe('Degrees north of the equator, -90 to 90.'),
              longitude: degrees(180).describe('Degrees east of Greenwich, -180 to 180.'),
            })
            .optional()
            .describe('Where the hotel is (WGS 84).'),
        })
        .optional()
        .describe(ONE),
    })
    .meta({ id: 'ChannelHotelDescription', description: 'The description of a hotel.' }),
)

/** A hotel. Its id is beside the description, or in it. */
export const PropertyData = z.lazy(() =>
  z
    .object({
      hotelid: shortIdOrUndefined().describe("The channel manager's id of the hotel."),
      hotelDescriptiveContents: z
        .object({ hotelDescriptiveContent: HotelDescriptiveContent.optional() })
        .optional()
        .describe(ONE),
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
      invStatusType: oneOf('Initial', 'Active', 'Modify', 'Deactivated', 'Delete').describe(
        'Initial, Active: the room is sold. Deactivated: it is not, and its days stay. Delete: it is deleted with its days. ' +
          'Modify: no change.',
      ),
      invNotifType: oneOf('New', 'Overlay').describe(NOTIF),
      roomid: roomIdOrUndefined().describe("The channel manager's id of the room."),
      guestRoom: z
        .object({
          occupancy: z
            .object({ maxOccupancy: countOrUndefined(1_000).describe('The most guests in the room.') })
            .optional()
            .describe(ONE),
          room: z
            .object({
              roomid: roomIdOrUndefined().describe('The id of the room, if it is not beside `guestRoom`.'),
              roomRate: amountOrUndefined().describe(
                "A price in the customer's currency. It is stored and returned; `price` sells.",
              ),
              quantity: countOrUndefined(100_000).describe(
                'The number of such rooms. It is stored and returned; `roomstosell` sells.',
              ),
              roomType: enumText(200).describe('The name of the room.'),
            })
            .optional()
            .describe('The room itself.'),
          description: z
            .object({
              text: enumText(4_000).describe('A short description.'),
              roomDescription: enumText(4_000).describe('A longer description.'),
            })
            .optional()
            .describe('Texts about the room.'),
        })
        .optional()
        .describe('The description of the room.'),
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
      sellableProducts: z
        .object({
          hotelid: shortId().describe("The channel manager's id of the hotel."),
          sellableProduct: longList(SellableProduct, 1_000).default([]).describe('The rooms.'),
        })
        .describe('Rooms of one hotel.'),
    })
    .meta({ id: 'ChannelRoomsData', description: 'Rooms of a hotel.' }),
)

const RatePlan = z.lazy(() =>
  z
    .object({
      ratePlanNotifType: oneOf('New', 'Overlay', 'Remove', 'Activate').describe(
        'New, Activate: the plan is sold. Remove: it is not, and its prices stay. Overlay: only the description changes.',
      ),
      rateplanid: shortId().describe("The channel manager's id of the rate plan."),
      description: z
        .object({ name: enumText(200).describe('The name of the plan.') })
        .optional()
        .describe(ONE),
    })
    .transform(({ rateplanid, ...description }) => ({ rateplanid, description: withoutEmpty(description) }))
    .meta({ id: 'ChannelRatePlan', description: 'A rate plan of a hotel.' }),
)

export const RatePlanData = z.lazy(() =>
  z
    .object({
      ratePlans: z
        .object({
          hotelid: shortId().describe("The channel manager's id of the hotel."),
          ratePlan: longList(RatePlan, 1_000).default([]).describe('The plans.'),
        })
        .describe('Rate plans of one hotel.'),
    })
    .meta({ id: 'ChannelRatePlanData', description: 'Rate plans of a hotel.' }),
)
