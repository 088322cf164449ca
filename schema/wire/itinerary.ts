import * as z from 'zod'
import { id } from './primitives'

/*
 * The guest itinerary and its links. Texts are never absent; they are empty where there is no value. Dates are the hotel's,
 * `YYYY-MM-DDT00:00:00`; times of day are `HH:mm`.
 */

/** The reservation that a link is issued or revoked for. */
export const LinkRequest = z.lazy(() => z.object({ reservationId: id }))

/** The only response with the link. */
export const IssuedLink = z.lazy(() =>
  z.object({
    token: z.string(),
    /** The address for the guest: the hotel's own page if the customer has one, else the page of this service. */
    url: z.string(),
    /** The same itinerary as iCalendar, for a phone to subscribe to. */
    calendarUrl: z.string(),
    /** An instant in UTC. */
    expiresAt: z.string(),
  }),
)

/** A link's token in a path. The handler validates it, so that the responses to all invalid links are the same. */
export const LinkPath = z.lazy(() => z.object({ token: z.string().default('') }))

const Overview = z.lazy(() =>
  z.object({
    reservationId: z.int(),
    reservationNumber: z.int(),
    clientId: z.int(),
    primaryGuestId: z.int(),
    guestFirstName: z.string(),
    guestLastName: z.string(),
    /** The booking's own time, else the property's check-in. */
    arrivalTime: z.string(),
    /** The booking's own time, else the property's check-out. */
    departureTime: z.string(),
    reservationType: z.string(),
    reservationStatus: z.string(),
    clientName: z.string(),
    clientLogoUrl: z.string(),
    clientImagePath: z.string(),
    arrivalDate: z.string(),
    departureDate: z.string(),
  }),
)

export const RoomStay = z.lazy(() =>
  z.object({
    roomId: z.int(),
    occupants: z.int(),
    roomName: z.string(),
    roomNo: z.string(),
    roomTypeName: z.string(),
    roomTypeDescription: z.string(),
    roomLocationName: z.string(),
    assignmentStartDate: z.string(),
    assignmentEndDate: z.string(),
  }),
)

export const ScheduleItem = z.lazy(() =>
  z.object({
    scheduleDate: z.string(),
    /** Empty where there is no fixed time of day. */
    startTime: z.string(),
    endTime: z.string(),
    activityName: z.string(),
    scheduleType: z.string(),
    locationName: z.string(),
    /** Full names, joined by ", ". */
    hostNames: z.string(),
    /** One note on each line. */
    guestNotes: z.string(),
    occupantsCount: z.int(),
  }),
)

export const Itinerary = z.lazy(() =>
  z.object({
    overview: Overview,
    roomStays: z.array(RoomStay),
    /** By date and start time. */
    scheduleItems: z.array(ScheduleItem),
  }),
)

export type Itinerary = z.output<typeof Itinerary>
export type RoomStay = z.output<typeof RoomStay>
export type ScheduleItem = z.output<typeof ScheduleItem>
