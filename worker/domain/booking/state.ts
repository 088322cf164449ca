import type { NamedRecord } from '../../../schema/tables/activity-booking'
import type { GuestDetails } from '../../../schema/wire/booking'

/** A rate line as it is kept: amounts in minor units. */
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

/** One room of a booking. Rooms are counted from 1. */
export interface Stay {
  stayNo: number
  roomId: number
  stayArrival: string
  stayDeparture: string
  guestsInRoom: number
  /** The channel's room that it was sold as. */
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
  /** The booking's own time of arrival, where it has one. */
  arrivalTime?: string
  summaryNote: string
  cancellationFee: number
}

/** A reservation as it stands, as far as a change of it must know. */
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
  /** Whether the payment that the request carries is recorded already, by its external id. */
  hasPayment: boolean
  /** The latest payments without an external id; none is read where the request carries no such payment. */
  payments: UnnamedPayment[]
}

/** What happened to a room stay, as the fetch queue tells it. */
export type FetchEvent = 'New' | 'Modified' | 'Cancelled' | 'StatusChanged'

/** A change, decided: what to write, and nothing left to judge but what the database's keys and checks referee. */
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
  /** Stays of before that are left out, then stays of after, by stay number. */
  ended: { stayNo: number; event: FetchEvent }[]
  events: { stayNo: number; event: FetchEvent }[]
}

/** What a request refers to, as far as the customer has it. */
export interface KnownReferences {
  currency: string
  /** The property of a booking without rooms: the customer's first. */
  defaultHotelId: string | null
  rooms: Map<number, { hotelId: string; maxOccupancy: number }>
  rates: Set<number>
  activities: Set<number>
  employees: Set<number>
  locations: Set<number>
  resources: Set<number>
}
