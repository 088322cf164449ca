import * as z from 'zod'
import { dateOrEmpty, Guest, Guests, orEmpty } from './booking'
import { stayIssues } from './booking-rules'
import { FIRST_STAY_DATE, LAST_STAY_DATE } from './dates'
import { perLimits } from './limits'
import { digits, listOf, queryPaging } from './paging'
import { countOrNone, customerId, id, idOrNone, nonBlankText, price, stayDate, text, timeOfDay } from './primitives'
import { type RuleIssue, withRules } from './with-rules'

/*
 * The requests of a hotel's own booking page: a stay in a room of a type, or an inquiry.
 */

const hotelid = z.lazy(() => orEmpty(text(20)))

/** A guest who stays must have a name. */
const NamedGuest = z.lazy(() =>
  Guest.unwrap()
    .extend({ lastName: nonBlankText(200) })
    .meta({ id: 'OnlineGuestDetails', description: 'A guest with contact data. The last name is required.' }),
)

export const OnlineReservation = z.lazy(() =>
  withRules(
    z.object({
      clientID: customerId,
      identity: nonBlankText(200).describe(
        'A reference of the client. The same reference again does not make a second stay.',
      ),
      hotelid,
      arrivalDate: stayDate,
      departureDate: stayDate,
      roomTypeID: id,
      rateID: idOrNone.optional(),
      guests: Guests.optional(),
      primaryGuestDetails: NamedGuest,
      arrivalTime: orEmpty(timeOfDay),
      notes: text(4000).default(''),
      expectedTotal: price
        .transform(total => total || undefined)
        .optional()
        .describe(
          'The price that the guest has seen, `total` of an offer. If the stay would cost something else, it is refused.',
        ),
    }),
    stayIssues,
  ).meta({ id: 'OnlineReservation', description: 'A stay in a room of a type.' }),
)

export type OnlineReservation = z.output<typeof OnlineReservation>

export const OnlineReservationMade = z.lazy(() =>
  z
    .object({
      reservationId: z.int(),
      reservationNumber: z.string(),
      reservationStatus: z.string(),
      roomId: z.int(),
      total: z.number(),
      currency: z.string(),
      itineraryUrl: z.string().describe("The guest's link. Empty if links are not configured."),
    })
    .meta({ id: 'OnlineReservationResult', description: 'The reservation that was made.' }),
)

export const OfferQuery = perLimits(limits =>
  withRules(
    z.object({
      clientID: customerId,
      arrivalDate: stayDate,
      departureDate: stayDate,
      guests: digits(countOrNone(1_000), { minimum: 0, maximum: 1_000 }).describe('The number of guests. Default: 1.'),
      hotelid,
      roomTypeID: digits(idOrNone.optional()),
      rateID: digits(idOrNone.optional()),
      ...queryPaging(limits),
    }),
    ({ arrivalDate, departureDate }) => stayIssues({ arrivalDate, departureDate }),
  ),
)

const OfferNight = z.lazy(() =>
  z
    .object({ date: z.string().describe('YYYY-MM-DD'), price: z.number() })
    .meta({ id: 'OfferNight', description: 'A night with its price.' }),
)

/** A room type with a rate, as it can be booked at this moment. */
export const Offer = z.lazy(() =>
  z
    .object({
      hotelid: z.string(),
      hotelName: z.string(),
      roomTypeID: z.int(),
      roomTypeName: z.string(),
      description: z.string(),
      maxOccupancy: z.int(),
      rateID: z.int(),
      rateName: z.string(),
      roomsLeft: z
        .int()
        .describe(
          'How many of these stays can be booked: the free rooms of the type, or the least rooms to sell of a night.',
        ),
      total: z.number().describe('The price of the stay: send it as `expectedTotal`.'),
      currency: z.string(),
      nights: z.array(OfferNight),
    })
    .meta({ id: 'Offer', description: 'A room type with a rate that `postreservation` sells.' }),
)

export const Offers = z.lazy(() => listOf(Offer))
export type Offer = z.output<typeof Offer>

export const Inquiry = z.lazy(() =>
  withRules(
    z.object({
      clientID: customerId,
      identity: orEmpty(nonBlankText(200)),
      hotelid: hotelid.describe('The hotel of the question. Default: that of the room type, or the only one.'),
      arrivalDate: dateOrEmpty,
      departureDate: dateOrEmpty,
      roomTypeID: idOrNone.optional(),
      guests: Guests.optional(),
      primaryGuestDetails: NamedGuest,
      message: nonBlankText(4000),
    }),
    body => [...stayIssues(body), ...noOtherDate(body)],
  ).meta({ id: 'Inquiry', description: 'A question about a stay.' }),
)

interface StayDates {
  arrivalDate?: string | undefined
  departureDate?: string | undefined
}

/** An inquiry with one date is for one night, so that the day before or after it must be a stay date too. */
function* noOtherDate({ arrivalDate, departureDate }: StayDates): Generator<RuleIssue> {
  if (!departureDate && arrivalDate === LAST_STAY_DATE) {
    yield { path: ['arrivalDate'], message: `expected a date before ${LAST_STAY_DATE} without a departureDate` }
  }
  if (!arrivalDate && departureDate === FIRST_STAY_DATE) {
    yield { path: ['departureDate'], message: `expected a date after ${FIRST_STAY_DATE} without an arrivalDate` }
  }
}

export type Inquiry = z.output<typeof Inquiry>

export const InquiryMade = z.lazy(() =>
  z
    .object({ reservationId: z.int(), reservationNumber: z.string() })
    .meta({ id: 'InquiryResult', description: 'The reservation of the inquiry.' }),
)
