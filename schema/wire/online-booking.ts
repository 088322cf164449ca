import * as z from 'zod'
import { dateOrEmpty, orEmpty } from './booking'
import { stayIssues } from './booking-rules'
import { FIRST_STAY_DATE, LAST_STAY_DATE } from './dates'
import { Guest, Guests } from './guest'
import { perLimits } from './limits'
import { digits, listOf, queryPaging } from './paging'
import {
  countOrNone,
  customerId,
  holdMinutesOf,
  id,
  idOrNone,
  idText,
  instantOf,
  NOTE_LENGTH,
  nonBlankIdText,
  nonBlankText,
  priceOf,
  stayDate,
  text,
  timeOfDay,
} from './primitives'
import { type RuleIssue, withRules } from './with-rules'

/*
 * The requests of a hotel's own booking page: a stay in a room of a type, or an inquiry.
 */

const hotelid = z.lazy(() => orEmpty(idText(20)))

const arrivalDate = z.lazy(() => stayDate.describe('The day of arrival, which is the first night.'))
const departureDate = z.lazy(() => stayDate.describe('The day of departure, after the last night.'))
const guests = z.lazy(() => Guests.optional().describe('How many guests come, by age if you know it.'))
const roomTypeOf = (words: string) => `${words}: \`roomTypeId\` of the setup, \`roomTypeID\` of an offer.`
const rateOf = (words: string) => `${words}: \`rateId\` of the setup, \`rateID\` of an offer.`

/** A guest who stays must have a name. */
const NamedGuest = z.lazy(() =>
  Guest.unwrap()
    .extend({ lastName: nonBlankText(200).describe('The last name.') })
    .meta({ id: 'OnlineGuestDetails', description: 'A guest with contact data. The last name is required.' }),
)

export const OnlineReservation = z.lazy(() =>
  withRules(
    z.object({
      identity: nonBlankIdText(200).describe(
        'Your own reference of the booking. The same request again makes no second stay: see [identity](/docs#identity).',
      ),
      arrivalDate,
      departureDate,
      roomTypeID: id.describe(roomTypeOf('The room type; the service chooses the room')),
      rateID: idOrNone.optional().describe(`${rateOf('The rate plan')} Default: the cheapest that is for sale.`),
      guests,
      primaryGuestDetails: NamedGuest.describe('The guest who books.'),
      expectedTotal: priceOf(
        'The price that the guest has seen, `total` of an offer. If the stay would cost something else, it is refused.',
      )
        .transform(total => total || undefined)
        .optional(),
      holdMinutes: holdMinutesOf('Holds the room until it is paid: the booking is Tentative.'),
      hotelid: hotelid.describe('The hotel. Default: that of the room type. Another one is refused.'),
      arrivalTime: orEmpty(timeOfDay).describe("The guest's time of arrival. Default: the check-in time of the hotel."),
      notes: text(NOTE_LENGTH).default('').describe('A note on the booking, for the staff.'),
      clientID: customerId,
    }),
    stayIssues,
  ).meta({ id: 'OnlineReservation', description: 'A stay in a room of a type.' }),
)

export type OnlineReservation = z.output<typeof OnlineReservation>

export const OnlineReservationMade = z.lazy(() =>
  z
    .object({
      reservationId: z.int().describe('The id of the reservation: `bookingID` of `PostBooking`.'),
      reservationNumber: z.string().describe('The number of the reservation, for people.'),
      reservationStatus: z.string().describe('The name of the status: `Confirmed`, or `Tentative` if it is held.'),
      roomId: z.int().describe('The room that was chosen.'),
      total: z.number().describe('The price of the stay.'),
      currency: z.string().describe('The currency of the customer (ISO 4217).'),
      holdUntil: instantOf('When the hold ends. null: it is not held.').nullable(),
      itineraryUrl: z.string().describe("The guest's link. Empty if links are not configured."),
    })
    .meta({ id: 'OnlineReservationResult', description: 'The reservation that was made.' }),
)

export const OfferQuery = perLimits(limits =>
  withRules(
    z.object({
      arrivalDate,
      departureDate,
      guests: digits(countOrNone(1_000), { minimum: 0, maximum: 1_000 }).describe(
        'The number of guests, without infants. Default: 1.',
      ),
      hotelid: hotelid.describe('Only this hotel. Default: all hotels of the customer.'),
      roomTypeID: digits(idOrNone.optional(), { description: roomTypeOf('Only this room type') }),
      rateID: digits(idOrNone.optional(), { description: rateOf('Only this rate plan') }),
      clientID: customerId,
      ...queryPaging(limits),
    }),
    ({ arrivalDate, departureDate }) => stayIssues({ arrivalDate, departureDate }),
  ),
)

const OfferNight = z.lazy(() =>
  z
    .object({
      date: z.string().describe('The night, `YYYY-MM-DD`.'),
      price: z.number().describe('The price of this night.'),
    })
    .meta({ id: 'OfferNight', description: 'A night with its price.' }),
)

/** A room type with a rate, as it can be booked at this moment. */
export const Offer = z.lazy(() =>
  z
    .object({
      hotelid: z.string().describe("The channel manager's id of the hotel."),
      hotelName: z.string().describe('The name of the hotel.'),
      roomTypeID: z.int().describe('The room type, for `postreservation`.'),
      roomTypeName: z.string().describe('The name of the room type.'),
      description: z.string().describe('The description of the room type.'),
      maxOccupancy: z.int().describe('The most guests in a room, without infants.'),
      rateID: z.int().describe('The rate plan, for `postreservation`.'),
      rateName: z.string().describe('The name of the rate plan.'),
      roomsLeft: z
        .int()
        .describe(
          'How many of these stays can be booked: the free rooms of the type, or the least rooms to sell of a night.',
        ),
      total: z.number().describe('The price of the stay: send it as `expectedTotal`.'),
      currency: z.string().describe('The currency of the customer (ISO 4217).'),
      nights: z.array(OfferNight).describe('Each night of the stay with its price.'),
    })
    .meta({ id: 'Offer', description: 'A room type with a rate that `postreservation` sells.' }),
)

export const Offers = z.lazy(() => listOf(Offer))
export type Offer = z.output<typeof Offer>

export const Inquiry = z.lazy(() =>
  withRules(
    z.object({
      primaryGuestDetails: NamedGuest.describe('The guest who asks.'),
      message: nonBlankText(NOTE_LENGTH).describe('The question of the guest.'),
      identity: orEmpty(nonBlankIdText(200)).describe(
        'Your own reference of the inquiry. The same request again makes no second one: see [identity](/docs#identity).',
      ),
      arrivalDate: dateOrEmpty.describe('The day of arrival. With only one date the inquiry is for one night.'),
      departureDate: dateOrEmpty.describe('The day of departure, after the last night.'),
      guests,
      roomTypeID: idOrNone.optional().describe(roomTypeOf('The room type that the guest asks for')),
      hotelid: hotelid.describe('The hotel of the question. Default: that of the room type, or the only one.'),
      clientID: customerId,
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
    .object({
      reservationId: z.int().describe('The id of the reservation.'),
      reservationNumber: z.string().describe('The number of the reservation, for people.'),
    })
    .meta({ id: 'InquiryResult', description: 'The reservation of the inquiry.' }),
)
