import * as z from 'zod'
import { listOf } from './paging'

/*
 * A stay for programs that read mail and pages: schema.org's `LodgingReservation`, as JSON-LD. The names are those of schema.org;
 * beside them are three that Gmail reads instead. What is not known is absent.
 */

const address = z.lazy(() =>
  z.object({
    '@type': z.literal('PostalAddress'),
    streetAddress: z.string().optional(),
    addressLocality: z.string().optional(),
    addressRegion: z.string().optional(),
    postalCode: z.string().optional(),
    addressCountry: z.string().optional().describe('ISO 3166-1 alpha-2.'),
  }),
)

const geo = z.lazy(() =>
  z.object({ '@type': z.literal('GeoCoordinates'), latitude: z.number(), longitude: z.number() }),
)

const hotel = z.lazy(() =>
  z.object({
    '@type': z.literal('LodgingBusiness'),
    name: z.string(),
    address: address.optional(),
    geo: geo.optional(),
    telephone: z.string().optional(),
    email: z.string().optional(),
    url: z.string().optional(),
    logo: z.string().optional(),
    image: z.string().optional(),
  }),
)

const MarkedReservation = z.lazy(() =>
  z
    .object({
      '@context': z.literal('https://schema.org'),
      '@type': z.literal('LodgingReservation'),
      reservationId: z.string().describe('The number of the reservation.'),
      reservationNumber: z.string().describe('The same, for Gmail.'),
      reservationStatus: z.enum([
        'https://schema.org/ReservationPending',
        'https://schema.org/ReservationConfirmed',
        'https://schema.org/ReservationCancelled',
      ]),
      url: z.string().describe('The address that the link opens.'),
      underName: z.object({ '@type': z.literal('Person'), name: z.string() }).optional(),
      reservationFor: hotel,
      checkinTime: z
        .string()
        .describe("ISO 8601 with the offset of the hotel's time zone. The date alone if no time is known."),
      checkoutTime: z.string().describe('The same for the departure.'),
      checkinDate: z.string().describe('`checkinTime`, for Gmail.'),
      checkoutDate: z.string().describe('`checkoutTime`, for Gmail.'),
      lodgingUnitDescription: z.string().optional().describe('The rooms in this hotel.'),
    })
    .meta({ id: 'LodgingReservation', description: "The stay in one hotel as schema.org's `LodgingReservation`." }),
)

/** In the order of the hotels; an empty object without any hotel. */
export const ItineraryMarkup = z.lazy(() => listOf(MarkedReservation))

export type MarkedReservation = z.output<typeof MarkedReservation>
