import * as z from 'zod'
import { emailAddress, HotelAddress, HotelPosition, HotelWifi, HouseInfo, phoneNumber } from './hotel-for-guest'
import { listOf } from './paging'
import { id } from './primitives'

/*
 * The guest itinerary and its links. Texts are never absent; they are empty where there is no value. Dates are the hotel's,
 * `YYYY-MM-DDT00:00:00`; times of day are `HH:mm`.
 */

/** The reservation that a link is issued or revoked for. */
export const LinkRequest = z.lazy(() =>
  z
    .object({ reservationId: id.describe('The reservation.') })
    .meta({ id: 'ItineraryLinkRequest', description: 'The reservation of a link.' }),
)

export const IssuedLink = z.lazy(() =>
  z
    .object({
      token: z.string(),
      url: z
        .string()
        .describe(
          "The address for the guest: the hotel's own page if the customer has one, otherwise the page of this service.",
        ),
      calendarUrl: z.string().describe('The itinerary as iCalendar, for calendar subscriptions.'),
      expiresAt: z.string().describe('An instant in UTC.'),
    })
    .meta({ id: 'ItineraryLink', description: 'A link to an itinerary. This is the only response with the token.' }),
)

/** A link's token in a path. The handler validates it, so that the responses to all invalid links are the same. */
export const LinkPath = z.lazy(() =>
  z.object({ token: z.string().default('').describe('The token of the link: `token` of `IssueLink`.') }),
)

/** An unknown or invalid language is English: a calendar program cannot correct its address. */
export const CalendarQuery = z.lazy(() =>
  z.object({
    lang: z
      .string()
      .max(100)
      .optional()
      .catch(undefined)
      .describe('The language of the descriptions, as a BCP 47 tag: `de`, `pt-BR`. English without it.'),
  }),
)

const Overview = z.lazy(() =>
  z
    .object({
      reservationId: z.int(),
      reservationNumber: z.int(),
      clientId: z.int(),
      primaryGuestId: z.int(),
      guestFirstName: z.string(),
      guestLastName: z.string(),
      arrivalTime: z.string().describe('The time of the booking, or the check-in time of the property.'),
      departureTime: z
        .string()
        .describe('The time of the booking, or the check-out time of the hotel that the guest leaves last.'),
      reservationType: z.string(),
      reservationStatus: z.string(),
      clientName: z.string(),
      clientLogoUrl: z.string(),
      clientImagePath: z.string(),
      arrivalDate: z.string(),
      departureDate: z.string(),
    })
    .meta({ id: 'ItineraryOverview', description: 'The stay of the primary guest.' }),
)

export const RoomStay = z.lazy(() =>
  z
    .object({
      roomId: z.int(),
      occupants: z.int(),
      roomName: z.string(),
      roomNo: z.string(),
      roomTypeName: z.string(),
      roomTypeDescription: z.string(),
      roomLocationName: z.string(),
      assignmentStartDate: z.string(),
      assignmentEndDate: z.string(),
    })
    .meta({ id: 'ItineraryRoomStay', description: 'A room of the stay.' }),
)

export const ScheduleItem = z.lazy(() =>
  z
    .object({
      scheduleDate: z.string(),
      startTime: z.string().describe('HH:mm. Empty if there is no fixed time of day.'),
      endTime: z.string(),
      activityName: z.string(),
      scheduleType: z.string(),
      locationName: z.string(),
      hostNames: z.string().describe('Full names, separated by commas.'),
      guestNotes: z.string().describe('One note on each line.'),
      occupantsCount: z.int(),
    })
    .meta({ id: 'ItineraryScheduleItem', description: 'An activity of the stay.' }),
)

export const Itinerary = z.lazy(() =>
  z
    .object({
      overview: Overview,
      roomStays: z.array(RoomStay),
      scheduleItems: z.array(ScheduleItem).describe('In the order of date and start time.'),
    })
    .meta({ id: 'Itinerary', description: 'The itinerary of one reservation. Texts without a value are empty.' }),
)

/** A hotel of the stay. Unlike in `Itinerary`, what is not known is absent. */
export const ItineraryHotel = z.lazy(() =>
  z
    .object({
      hotelid: z.string(),
      name: z.string(),
      timeZone: z.string(),
      checkInTime: z.string().describe('HH:mm. Empty if the hotel has none.'),
      checkOutTime: z.string().describe('HH:mm. Empty if the hotel has none.'),
      logoUrl: z.string().describe('The logo of the hotel, or that of the customer. Empty if neither has one.'),
      imagePath: z.string().describe('The picture of the hotel, or that of the customer. Empty if neither has one.'),
      roomIds: z.array(z.int()).describe('The rooms of the stay that are in this hotel: `roomId` of `roomStays`.'),
      address: HotelAddress.optional(),
      position: HotelPosition.optional(),
      phone: phoneNumber.optional(),
      whatsapp: phoneNumber.optional(),
      email: emailAddress.optional(),
      website: z.string().optional().describe('An address with https.'),
      directions: z.string().optional().describe('How to get there. Plain text, with line breaks.'),
      houseInfo: z.array(HouseInfo).optional(),
      wifi: HotelWifi.optional().describe(
        'Only while the status is Confirmed or InHouse, from the day of arrival in this hotel to the day of departure, in its time zone.',
      ),
    })
    .meta({ id: 'ItineraryHotel', description: 'A hotel of the stay. Fields that are not known are absent.' }),
)

/** In the order of the rooms; an empty object without any hotel. */
export const ItineraryHotels = z.lazy(() => listOf(ItineraryHotel))

export type ItineraryHotel = z.output<typeof ItineraryHotel>
export type Itinerary = z.output<typeof Itinerary>
export type RoomStay = z.output<typeof RoomStay>
export type ScheduleItem = z.output<typeof ScheduleItem>
