import type { activityBooking, activityRate } from '../../../schema/tables/activity-booking'
import type { payment } from '../../../schema/tables/payment'
import type { reservation } from '../../../schema/tables/reservation'
import type { roomRate, roomStay } from '../../../schema/tables/stay'
import type { GuestDetails } from '../../../schema/wire/guest'
import type { StoredBooking, StoredGuest, UnnamedPayment } from '../../store/booking/columns'

type Row<Table extends { $inferSelect: object }> = Omit<Table['$inferSelect'], 'customerId' | 'reservationId'>

/** A rate line: amounts in minor units. */
export type RateLine = Omit<Row<typeof activityRate>, 'activityNo' | 'lineNo'>
export type RoomRateLine = Omit<Row<typeof roomRate>, 'stayNo' | 'lineNo'>

/** One room of a booking. `stayNo` counts from 1. */
export interface Stay extends Omit<Row<typeof roomStay>, 'channelRoomId'> {
  /** The channel's room that was sold. */
  channelRoomId?: string | null
  rates: RoomRateLine[]
}

/** One activity of a booking. */
export interface ScheduledActivity extends Row<typeof activityBooking> {
  rates: RateLine[]
}

/** Money received, in minor units. */
export type NewPayment = Omit<Row<typeof payment>, 'paymentNo' | 'createdAt'>

export type GuestCounts = Pick<
  Row<typeof reservation>,
  'guestCount' | 'adultCount' | 'teenCount' | 'youthCount' | 'childCount' | 'infantCount'
>

/** The columns of a reservation that a booking request decides. */
export interface BookingColumns extends GuestCounts {
  label: string
  hotelId: string | null
  statusId: number
  typeId: number
  arrivalDate: string
  departureDate: string
  /** False: the dates are placeholders. */
  hasDates?: boolean
  /** The times of the guest, if the booking has its own. */
  arrivalTime?: string
  departureTime?: string
  summaryNote: string
  cancellationFee: number
}

/** The stored reservation, as far as a change needs it. */
export interface CurrentBooking extends StoredBooking {
  stays: Stay[]
  hasActivities: boolean
  /** The activities in their order; empty if the request sends none. */
  activities: ScheduledActivity[]
  /** The guest; undefined if the request sends none. */
  guest: StoredGuest | undefined
  /** Whether the payment of the request is recorded already, by its external id. */
  hasPayment: boolean
  /** The latest payments without an external id; empty if the request has no such payment. */
  payments: UnnamedPayment[]
}

/** The kind of a message of the fetch queue. */
export type FetchEvent = 'New' | 'Modified' | 'Cancelled' | 'StatusChanged'

/** A validated change: what to write. Only the keys and CHECKs of the database can still refuse it. */
export interface BookingChange {
  columns: Partial<BookingColumns>
  guest?: GuestDetails
  /** Replaces all rooms. */
  stays?: Stay[]
  /** Replaces all activities. */
  activities?: ScheduledActivity[]
  payment?: NewPayment
  /** A new booking is held until this instant (ms). */
  holdUntil?: number
  correspondence: number[]
  /** Whether the booking holds its rooms and places, before the change and after it. */
  roomsHeld: { before: boolean; after: boolean }
  /** Stays that end, by their number before the change. */
  ended: { stayNo: number; event: FetchEvent }[]
  /** Stays that remain or are new, by their number after the change. */
  events: { stayNo: number; event: FetchEvent }[]
}

/** The records of the customer that a request names. */
export interface KnownReferences {
  currency: string
  /** The property of a booking without rooms: the customer's, if it has only one. */
  onlyHotelId: string | null
  /** `hotelId` is null if the room was not looked up. */
  rooms: Map<number, { hotelId: string | null; maxOccupancy: number }>
  rates: Set<number>
  activities: Set<number>
  employees: Set<number>
  locations: Set<number>
  resources: Set<number>
}
