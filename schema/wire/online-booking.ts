import * as z from 'zod'
import { Guest, Guests, orEmpty } from './booking'
import { type RuleFault, stayFaults } from './booking-rules'
import { id, idOrNone, someText, stayDate, text, timeOfDay } from './primitives'

/*
 * What a hotel's own booking page sends: a stay in a room of a type, or a question about one.
 */

const hotelid = orEmpty(text(20))

const explain = (faults: Iterable<RuleFault>, context: z.core.$RefinementCtx) => {
  for (const { path, message } of faults) context.addIssue({ code: 'custom', path, message })
}

export const OnlineReservation = z
  .object({
    clientID: idOrNone.optional(),
    identity: orEmpty(someText(200)),
    hotelid,
    arrivalDate: stayDate,
    departureDate: stayDate,
    roomTypeID: id,
    rateID: idOrNone.optional(),
    guests: Guests.optional(),
    primaryGuestDetails: Guest,
    arrivalTime: orEmpty(timeOfDay),
    notes: text(4000).default(''),
  })
  .superRefine((body, context) => explain(stayFaults(body), context))

export type OnlineReservation = z.output<typeof OnlineReservation>

export const OnlineReservationMade = z.object({
  reservationId: z.int(),
  reservationNumber: z.string(),
  reservationStatus: z.string(),
  roomId: z.int(),
  total: z.number(),
  currency: z.string(),
  /** The guest's link; empty where links are not configured. */
  itineraryUrl: z.string(),
})

export const Inquiry = z
  .object({
    clientID: idOrNone.optional(),
    identity: orEmpty(someText(200)),
    arrivalDate: orEmpty(stayDate),
    departureDate: orEmpty(stayDate),
    roomTypeID: idOrNone.optional(),
    guests: Guests.optional(),
    primaryGuestDetails: Guest,
    message: someText(4000),
  })
  .superRefine((body, context) => explain(stayFaults(body), context))

export type Inquiry = z.output<typeof Inquiry>

export const InquiryMade = z.object({ reservationId: z.int(), reservationNumber: z.string() })
