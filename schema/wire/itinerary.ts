import * as z from 'zod'
import { linkTokenIn } from '../link-token'
import { emailAddress, HotelAddress, HotelPosition, HotelWifi, HouseInfo, phoneNumber } from './hotel-for-guest'
import { listOf, NothingFound, requiredId } from './paging'
import { customerId, dateOf, id, timeOf } from './primitives'

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

/** The reservation whose link is asked for. */
export const LinkQuery = z.lazy(() =>
  z.object({
    reservationId: requiredId('The reservation.'),
    clientID: customerId,
  }),
)

export const IssuedLink = z.lazy(() =>
  z
    .object({
      token: z.string().describe('The token of the link. Only `IssueLink` and `GetLink` show it.'),
      url: z
        .string()
        .describe(
          "The address for the guest: the hotel's own page if the customer has one, otherwise the page of this service.",
        ),
      calendarUrl: z.string().describe('The itinerary as iCalendar, for calendar subscriptions.'),
      expiresAt: z.string().describe('An instant in UTC.'),
    })
    .meta({ id: 'ItineraryLink', description: 'A link to an itinerary.' }),
)

/** The link that is alive, or none. */
export const CurrentLink = z.lazy(() => z.union([IssuedLink, NothingFound]))

/**
 * A link's token in a path, without stray characters after it. The handler validates it, so that the responses to all invalid links
 * are the same.
 */
export const LinkPath = z.lazy(() =>
  z.object({
    token: z
      .string()
      .default('')
      .transform(text => linkTokenIn(text) ?? text)
      .describe(
        'The token of the link: `token` of `IssueLink`. Characters after it that no token has are ignored, such as `.` or `)`.',
      ),
  }),
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
      reservationId: z.int().describe('The id of the reservation.'),
      reservationNumber: z.int().describe('The number of the reservation, for people.'),
      clientId: z.int().describe('The customer.'),
      primaryGuestId: z.int().describe('The primary guest.'),
      guestFirstName: z.string().describe('The first name of the primary guest.'),
      guestLastName: z.string().describe('The last name of the primary guest.'),
      arrivalTime: timeOf('The time of the booking, or the check-in time of the property.'),
      departureTime: timeOf('The time of the booking, or the check-out time of the hotel that the guest leaves last.'),
      reservationType: z.string().describe('Individual, Group, Owner or Complimentary.'),
      reservationStatus: z.string().describe('The name of the status, such as `Confirmed`.'),
      clientName: z.string().describe('The name of the customer.'),
      clientLogoUrl: z.string().describe('The address of the logo. Empty: none.'),
      clientImagePath: z.string().describe('The address of a picture. Empty: none.'),
      arrivalDate: dateOf('The day of arrival.'),
      departureDate: dateOf('The day of departure.'),
    })
    .meta({ id: 'ItineraryOverview', description: 'The stay of the primary guest.' }),
)

export const RoomStay = z.lazy(() =>
  z
    .object({
      roomId: z.int().describe('The room.'),
      occupants: z.int().describe('The number of guests in this room.'),
      roomName: z.string().describe('The name of the room.'),
      roomNo: z.string().describe('The number on the door.'),
      roomTypeName: z.string().describe('The name of the room type.'),
      roomTypeDescription: z.string().describe('The description of the room type.'),
      roomLocationName: z.string().describe('The building of the room.'),
      assignmentStartDate: dateOf('The first night in this room.'),
      assignmentEndDate: dateOf('The day of departure from this room.'),
    })
    .meta({ id: 'ItineraryRoomStay', description: 'A room of the stay.' }),
)

export const ScheduleItem = z.lazy(() =>
  z
    .object({
      scheduleDate: dateOf('The day of the activity.'),
      startTime: timeOf('When it begins. Empty: no fixed time.'),
      endTime: timeOf('When it ends. Empty: not known.'),
      activityName: z.string().describe('The name of the activity.'),
      scheduleType: z.string().describe('The kind of the activity, in the words of the hotel.'),
      locationName: z.string().describe('Where it takes place.'),
      hostNames: z.string().describe('Full names, separated by commas.'),
      guestNotes: z.string().describe('One note on each line.'),
      occupantsCount: z.int().describe('The number of participants.'),
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
      hotelid: z.string().describe("The channel manager's id of the hotel."),
      name: z.string().describe('The name of the hotel.'),
      timeZone: z.string().describe('The IANA time zone of the hotel.'),
      checkInTime: timeOf('From when on rooms are ready. Empty: not known.'),
      checkOutTime: timeOf('When rooms must be left. Empty: not known.'),
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
