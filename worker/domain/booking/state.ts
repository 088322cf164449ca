import type { NamedRecord } from '../../../schema/tables/activity-booking'
import type { GuestDetails } from '../../../schema/wire/booking'

/** A stored rate line: amounts in minor units. */
export interface RateLine {
  rateId: number | null
  unitCost: number
  quantity: number
  nights: number
  isTaxOverride: boolean
  taxAmount: number
}

export interface RoomRateLine extends RateLine {
  fromDate: string
  toDate: string
}

/** One room of a booking. `stayNo` counts from 1. */
export interface Stay {
  stayNo: number
  roomId: number
  stayArrival: string
  stayDeparture: string
  guestsInRoom: number
  /** The channel's room that was sold. */
  channelRoomId?: string | null
  roomNotes: string[]
  rates: RoomRateLine[]
}

/** One activity of a booking. */
export interface PlannedActivity {
  activityNo: number
  activityId: number
  activityDate: string
  startTime: string
  endTime: string
  participants: number
  hosts: NamedRecord[]
  locations: NamedRecord[]
  resources: NamedRecord[]
  activityNotes: string[]
  rates: RateLine[]
}

/** Money received, in minor units. */
export interface PlannedPayment {
  paymentExtId: string | null
  paymentSource: string
  paymentAmount: number
  surcharge: number
  baseAmount: number
  transactionTotal: number
  adjustmentValue: number
  correspondenceTypeId: number | null
}

/** A payment that has no external id. */
export type UnnamedPayment = Omit<PlannedPayment, 'paymentExtId'>

export interface GuestCounts {
  guestCount: number | null
  adultCount: number | null
  teenCount: number | null
  youthCount: number | null
  childCount: number | null
  infantCount: number | null
}

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
  /** The time of arrival, if the booking has one. */
  arrivalTime?: string
  summaryNote: string
  cancellationFee: number
}

/** The stored reservation, as far as a change needs it. */
export interface CurrentBooking {
  reservationId: number
  reservationNumber: number
  identity: string | null
  version: number
  lastChangeHash: string | null
  label: string
  typeId: number
  statusId: number
  hotelId: string | null
  arrivalDate: string
  departureDate: string
  /** False for an inquiry without dates: those above are placeholders. */
  hasDates: boolean
  /** In minor units. */
  cancellationFee: number
  stays: Stay[]
  hasActivities: boolean
  /** Whether the payment of the request is recorded already, by its external id. */
  hasPayment: boolean
  /** The latest payments without an external id; empty if the request has no such payment. */
  payments: UnnamedPayment[]
}

/** The kind of a message of the fetch queue. */
export type FetchEvent = 'New' | 'Modified' | 'Cancelled' | 'StatusChanged'

/** A validated change: what to write. Only the keys and CHECKs of the database can still refuse it. */
export interface BookingPlan {
  columns: Partial<BookingColumns>
  guest?: GuestDetails
  /** Replaces all rooms. */
  stays?: Stay[]
  /** Replaces all activities. */
  activities?: PlannedActivity[]
  payment?: PlannedPayment
  correspondence: number[]
  /** Whether the booking holds its rooms and places, before the change and after it. */
  held: { before: boolean; after: boolean }
  /** Stays that end, by their number before the change. */
  ended: { stayNo: number; event: FetchEvent }[]
  /** Stays that remain or are new, by their number after the change. */
  events: { stayNo: number; event: FetchEvent }[]
}

/** The records of the customer that a request names. */
export interface KnownReferences {
  currency: string
  /** The property of a booking without rooms: the first one of the customer. */
  defaultHotelId: string | null
  rooms: Map<number, { hotelId: string; maxOccupancy: number }>
  rates: Set<number>
  activities: Set<number>
  employees: Set<number>
  locations: Set<number>
  resources: Set<number>
}
