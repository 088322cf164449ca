import * as z from 'zod'
import { dateOrEmpty, Guest, Guests, orEmpty } from './booking'
import { stayIssues } from './booking-rules'
import { FIRST_STAY_DATE, LAST_STAY_DATE } from './dates'
import { customerId, id, idOrNone, nonBlankText, stayDate, text, timeOfDay } from './primitives'
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
