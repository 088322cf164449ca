import * as z from 'zod'
import { memoize } from '../memoize'
import { isCountryCode } from './countries'
import { longList } from './long-list'
import { idText, nonBlankText, text } from './primitives'

/*
 * What a guest needs to know of a hotel: where it is, how to reach it, and what to know there. The setup and the itinerary use
 * the same types. So the channel manager's description must meet the same rules as the setup.
 */

const EXPECTED = {
  country: 'expected a country of ISO 3166-1, such as PT',
  phone: 'expected a telephone number with the country, in the form +351289000000',
  email: 'expected an e-mail address',
  website: 'expected an https address',
}

const country = z.lazy(() =>
  z.string().refine(isCountryCode, EXPECTED.country).meta({ description: 'A country: ISO 3166-1 alpha-2.' }),
)

/** Of E.164. The shortest international numbers have seven digits. */
const isDialed = (number: string) => /^\+[1-9]\d{6,14}$/.test(number)

/** A telephone number. What groups its digits is kept, because people read it. */
export const phoneNumber = z.lazy(() =>
  z
    .string()
    .max(40)
    .refine(written => isDialed(written.replace(/[\s()./-]/g, '')), EXPECTED.phone)
    .meta({
      'x-format': '+351 289 000 000',
      description:
        'A telephone number of E.164: `+` and digits. Blanks, `-`, `.`, `/` and brackets between them are kept and shown.',
    }),
)

export const emailAddress = z.lazy(() =>
  z
    .string()
    .max(254)
    .regex(/^[^\s@<>()[\]\\,;:"]{1,64}@(?:[\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]{2,63}$/u, EXPECTED.email)
    .meta({ description: 'An e-mail address.' }),
)

const httpsAddress = z.lazy(() =>
  z
    .string()
    .max(2048)
    .refine(value => /^https:\/\/\S+$/i.test(value) && URL.canParse(value), EXPECTED.website)
    .meta({ description: 'An address with https.' }),
)

/*
 * An object of a request and one of a response have different names in the OpenAPI document, because a request may have unknown
 * fields. A copy of a schema keeps its name, so that the functions below make a new one.
 */

/** 0, 0 is in the ocean. It is what a system sends that has no position. */
const position = (id: string) =>
  z
    .object({
      latitude: z.number().min(-90).max(90).describe('Degrees north of the equator.'),
      longitude: z.number().min(-180).max(180).describe('Degrees east of Greenwich.'),
    })
    .refine(({ latitude, longitude }) => latitude !== 0 || longitude !== 0, 'expected another position than 0, 0')
    .meta({ id, description: 'The position of a hotel in degrees of WGS 84, never 0, 0.' })

export const HotelPosition = z.lazy(() => position('HotelPosition'))

const houseInfo = (id: string) =>
  z
    .object({
      title: nonBlankText(80).describe('A short heading, such as `Breakfast`.'),
      text: nonBlankText(1000).describe(
        'Plain text, with line breaks. Everybody with the link can read it: no door codes.',
      ),
    })
    .meta({ id, description: 'Something to know in the hotel: its Wi-Fi, breakfast, keys.' })

export const HouseInfo = z.lazy(() => houseInfo('HouseInfo'))

export const HotelAddress = z.lazy(() =>
  z
    .object({
      addressLine: z.string().optional().describe('Street and house number.'),
      city: z.string().optional().describe('The city or town.'),
      state: z.string().optional().describe('The state, province or region.'),
      zip: z.string().optional().describe('The postal code.'),
      country: country.optional(),
    })
    .meta({ id: 'HotelAddress', description: 'The address of a hotel. Parts that are not known are absent.' }),
)

/** An address without any part counts as absent. */
const SetupAddress = z.lazy(() =>
  z
    .object({
      addressLine: text(300).optional().describe('Street and house number, as a taxi driver there reads them.'),
      city: text(100).optional().describe('The city or town.'),
      state: text(100).optional().describe('The state, province or region.'),
      zip: text(50).optional().describe('The postal code.'),
      country: z.union([z.literal(''), country], { error: EXPECTED.country }).optional(),
    })
    .transform((parts): HotelAddress | undefined => {
      const known = Object.entries(parts).filter(([, part]) => part?.trim())
      return known.length ? Object.fromEntries(known) : undefined
    })
    .meta({ id: 'SetupAddress', description: 'The address of a hotel. Without any part it counts as absent.' }),
)

/** `{}` counts as absent. */
export const emptyToUndefined = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.keys(value).length ? undefined : value

const encoder = new TextEncoder()
const MAX_NETWORK_BYTES = 32

/** Without line breaks and tabs, which no device accepts. */
const wifiText = (max: number) =>
  idText(max)
    .regex(/^[^\t\n\r]*$/, 'expected text in one line')
    .meta({ 'x-format': 'one line' })

/** A password of WPA, or an empty text. */
const wifiPassword = z.lazy(() =>
  z.union([z.literal(''), wifiText(63).min(8)], { error: 'expected 8 to 63 characters' }),
)

const wifi = (id: string) =>
  z
    .object({
      network: wifiText(MAX_NETWORK_BYTES)
        .min(1)
        .refine(name => encoder.encode(name).length <= MAX_NETWORK_BYTES, `expected at most ${MAX_NETWORK_BYTES} bytes`)
        .meta({ 'x-format': 'one line', description: `The name of the network, at most ${MAX_NETWORK_BYTES} bytes.` }),
      password: z
        .preprocess(password => (password === '' ? undefined : password), wifiPassword.optional())
        .optional()
        .describe('8 to 63 characters. Absent: the network is open.'),
    })
    .meta({ id, description: 'The Wi-Fi of the hotel for its guests.' })

export const HotelWifi = z.lazy(() => wifi('HotelWifi'))
export type HotelWifi = z.output<typeof HotelWifi>

/** A text that may be empty. */
const orEmpty = (schema: z.ZodType<string, string>, error: string) =>
  z.union([z.literal(''), schema], { error }).default('')

/** The fields of a property of the setup. Empty texts count as absent. */
export const hotelForGuest = memoize(() => ({
  address: SetupAddress.optional(),
  position: z.preprocess(emptyToUndefined, position('SetupPosition').optional()).optional(),
  phone: orEmpty(phoneNumber, EXPECTED.phone).describe('The telephone number that guests call.'),
  whatsapp: orEmpty(phoneNumber, EXPECTED.phone).describe('The number for WhatsApp.'),
  email: orEmpty(emailAddress, EXPECTED.email).describe('The e-mail address for guests.'),
  website: orEmpty(httpsAddress, EXPECTED.website).describe("The hotel's own site, with https."),
  directions: text(2000).default('').describe('How to get there. Plain text, with line breaks.'),
  houseInfo: longList(houseInfo('SetupHouseInfo'), 12)
    .default([])
    .describe('What to know in the hotel, in this order.'),
  wifi: z.preprocess(emptyToUndefined, wifi('SetupWifi').optional()).optional(),
}))

export type HotelAddress = z.output<typeof HotelAddress>
export type HotelPosition = z.output<typeof HotelPosition>
export type HouseInfo = z.output<typeof HouseInfo>
