import * as z from 'zod'
import { localError } from '../../errors.ts'
import type { Innlet } from '../../innlet.ts'
import type { Offer, OfferQuery } from '../../types.ts'
import { personName } from '../names.ts'
import { counted } from '../text.ts'
import * as inputs from './inputs.ts'
import { nameOf, refuseEnded, reservationOf, summaryOf } from './reservations.ts'
import { roomService } from './room-service.ts'
import { sell } from './sell.ts'
import { setRates } from './set-rates.ts'
import { type WritingTool, writingTool } from './tool.ts'

const guest = z.strictObject({
  firstName: z.string().max(200).optional(),
  lastName: z.string().min(1).max(200),
  email: z.string().max(200).optional(),
  phone: z.string().max(50).optional(),
})

const book = writingTool({
  name: 'book',
  description: 'Books a room of a type at a rate plan, as `offers` lists it, at the price that it has now.',
  permission: 'reservations:write rates:read',
  isDestructive: false,
  input: z.strictObject({
    arrivalDate: inputs.arrivalDate,
    departureDate: inputs.departureDate,
    guests: inputs.guests.default(1),
    roomTypeID: z.int().min(1).describe('As in an offer.'),
    rateID: z.int().min(1).describe('As in an offer.'),
    guest,
    notes: z.string().max(4000).optional().describe('A note for the hotel.'),
  }),
  prepare: async (innlet, input, identity) => {
    const { arrivalDate, departureDate, guests, roomTypeID, rateID, guest, notes } = input
    const offer = await offerOf(innlet, { arrivalDate, departureDate, guests, roomTypeID, rateID })
    const { roomTypeName, rateName, total, currency, hotelName } = offer
    const { firstName = '', lastName } = guest
    const stayOf = `${counted(guests, 'guest')} from ${arrivalDate} to ${departureDate}`
    const text = `Book ${roomTypeName}, ${rateName}, at ${hotelName} for ${stayOf}, ${total} ${currency}, in the name ${JSON.stringify(personName(firstName, lastName))}.`
    const stay = { arrivalDate, departureDate, roomTypeID, rateID, expectedTotal: total }
    return {
      text,
      data: { ...stay, roomTypeName, rateName, total, currency, guests, guest },
      write: async () => {
        const body = {
          ...stay,
          identity,
          hotelid: offer.hotelid,
          guests: { guestCount: guests },
          primaryGuestDetails: guest,
          notes,
        }
        const made = await innlet.onlineBooking.postReservation(body)
        return {
          text: `Booked: reservation ${made.reservationNumber}, ${made.total} ${made.currency}.`,
          data: { ...made },
        }
      },
    }
  },
})

const change = writingTool({
  name: 'change',
  description: 'Changes the dates, the status or the note of a reservation. The rooms move along with the dates.',
  permission: 'reservations:write',
  isDestructive: true,
  input: z.strictObject({
    reservationId: inputs.reservationId,
    arrivalDate: inputs.arrivalDate.optional(),
    departureDate: inputs.departureDate.optional(),
    status: z
      .enum(['Tentative', 'Confirmed', 'InHouse', 'CheckedOut', 'NoShow'])
      .optional()
      .describe('The new status, also to take a mistaken end back. Use `cancel` to cancel.'),
    note: z.string().max(4000).optional().describe('The new note of the reservation.'),
  }),
  prepare: async (innlet, input, identity) => {
    const { reservationId, arrivalDate, departureDate, status, note } = input
    const before = await reservationOf(innlet, reservationId)
    const changes = [
      ...(arrivalDate ? [`arrival ${dayOf(before.arrivalDate)} to ${arrivalDate}`] : []),
      ...(departureDate ? [`departure ${dayOf(before.departureDate)} to ${departureDate}`] : []),
      ...(status ? [`status ${before.reservationStatus} to ${status}`] : []),
      ...(note === undefined ? [] : ['the note']),
    ]
    if (!changes.length) throw localError('INVALID_FIELD', 'Nothing to change: give a date, a status or a note')
    if (arrivalDate || departureDate || status) refuseEnded(before, arrivalDate || departureDate ? undefined : status)
    const arrival = arrivalDate ?? before.arrivalDate?.slice(0, 10)
    const departure = departureDate ?? before.departureDate?.slice(0, 10)
    if (arrival && departure && arrival >= departure)
      throw localError('INVALID_FIELD', 'departureDate: expected a date after arrivalDate')
    return {
      text: `Change ${nameOf(before)}: ${changes.join(', ')}. Its total now is ${before.total} ${before.currency}; other dates may change it.`,
      data: {
        before: summaryOf(before),
        after: { arrivalDate, departureDate, status, note },
        total: before.total,
        currency: before.currency,
      },
      write: async () => {
        await innlet.booking.post({
          identity,
          action: 'modify',
          bookingID: reservationId,
          expectedVersion: before.version,
          arrivalDate,
          departureDate,
          reservationSummaryNote: note,
          ...(status && { bookingParameters: { reservationStatusID: STATUS_IDS[status] } }),
        })
        const after = await reservationOf(innlet, reservationId)
        const { reservationNumber, total, currency } = after
        return {
          text: `Changed reservation ${reservationNumber}. Its total is ${total} ${currency}.`,
          data: summaryOf(after),
        }
      },
    }
  },
})

/** `reservationStatusID` of PostBooking. */
const STATUS_IDS = { Tentative: 2, Confirmed: 3, InHouse: 4, CheckedOut: 5, NoShow: 7 } as const

const cancel = writingTool({
  name: 'cancel',
  description: 'Cancels a reservation and frees its rooms, with or without a fee.',
  permission: 'reservations:write',
  isDestructive: true,
  input: z.strictObject({
    reservationId: inputs.reservationId,
    fee: z.number().min(0).optional().describe('The cancellation fee, in the currency of the reservation.'),
  }),
  prepare: async (innlet, { reservationId, fee = 0 }, identity) => {
    const before = await reservationOf(innlet, reservationId)
    const { reservationNumber, currency } = before
    refuseEnded(before)
    return {
      text: `Cancel ${nameOf(before)} from ${dayOf(before.arrivalDate)} to ${dayOf(before.departureDate)}, total ${before.total} ${currency}, with a fee of ${fee} ${currency}.`,
      data: { ...summaryOf(before), fee },
      write: async () => {
        await innlet.booking.post({
          identity,
          action: 'cancel',
          bookingID: reservationId,
          expectedVersion: before.version,
          cancellationFee: { amount: fee },
        })
        const after = await reservationOf(innlet, reservationId)
        return {
          text: `Cancelled reservation ${reservationNumber}. Its balance is ${after.balance} ${currency}.`,
          data: summaryOf(after),
        }
      },
    }
  },
})

const issueLink = writingTool({
  name: 'issue_link',
  description: 'Issues a link to the itinerary of a reservation for its guest. The link before stops.',
  permission: 'reservations:write',
  isDestructive: true,
  input: z.strictObject({ reservationId: inputs.reservationId }),
  prepare: async (innlet, { reservationId }) => {
    const reservation = await reservationOf(innlet, reservationId)
    const link = await innlet.itinerary.link({ reservationId })
    const present = link ? 'The link that its guest has stops: it is in the data, to send it again.' : 'It has none.'
    return {
      text: `Issue a link for ${nameOf(reservation)}. ${present}`,
      data: { ...summaryOf(reservation), ...(link && { link: { url: link.url, expiresAt: link.expiresAt } }) },
      write: async () => {
        const { url, expiresAt } = await innlet.itinerary.issueLink({ reservationId })
        return { text: `The link of reservation ${reservation.reservationNumber}.`, data: { url, expiresAt } }
      },
    }
  },
})

export const WRITING_TOOLS: readonly WritingTool[] = [book, change, cancel, sell, setRates, issueLink, roomService]

async function offerOf(innlet: Innlet, choice: OfferQuery): Promise<Offer> {
  for await (const offer of innlet.onlineBooking.offers(choice)) return offer
  throw localError('NOT_FOR_SALE', 'This room type cannot be booked at this rate plan for this stay: see offers')
}

const dayOf = (date: string | null) => date?.slice(0, 10) ?? 'no date'
