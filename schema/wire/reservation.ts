import * as z from 'zod'
import { memoize } from '../memoize'
import { isUnsetDate } from './dates'
import { perLimits } from './limits'
import { bodyPaging, listOf, queryPaging } from './paging'
import { customerId, id, instant, stayDate, text } from './primitives'
import { STATUS_NAMES, TYPE_NAMES } from './reservation-status'

/*
 * Lists of reservations: the requests and the content. Texts are never absent; they are empty where there is no value. A number
 * without a value is absent. Dates are the hotel's, `YYYY-MM-DDT00:00:00`, times of day `HH:mm`, instants UTC, amounts decimals in
 * `currency`.
 */

const ANY_STATUS = `${STATUS_NAMES.slice(0, -1).join(', ')} or ${STATUS_NAMES.at(-1)}`

/** A filter, where `0` and `''` count as absent, as `null` does. In a query, zero is the text '0'. */
export const optionalFilter = <T extends z.ZodType>(schema: T) =>
  z.preprocess(value => (value === 0 || value === '' ? undefined : value), schema.optional()).optional()
const optionalQueryFilter = <T extends z.ZodType>(schema: T) =>
  z.preprocess(value => (value === '0' || value === '' ? undefined : value), schema.optional()).optional()
/** The same for a date, where `0001-01-01…` counts as absent too. */
export const optionalDateFilter = <T extends z.ZodType>(schema: T) =>
  z.preprocess(value => (isUnsetDate(value) ? '' : value), optionalFilter(schema)).optional()

const statuses = z.lazy(() =>
  z
    .string()
    .transform((text, context) => {
      const names = text.split(',').flatMap(name => name.trim() || [])
      const known = names.flatMap(name => STATUS_NAMES.find(each => each.toLowerCase() === name.toLowerCase()) ?? [])
      if (known.length === names.length) return known.length ? known : undefined
      context.addIssue(`expected ${ANY_STATUS}`)
      return z.NEVER
    })
    .meta({ description: `${ANY_STATUS}, in any letter case; several are separated by commas.` }),
)

const dates = z.lazy(() =>
  z
    .object({
      startDate: optionalDateFilter(stayDate).describe('The first day. Absent: no limit.'),
      endDate: optionalDateFilter(stayDate).describe('The last day, included. Absent: no limit.'),
    })
    .refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
      path: ['endDate'],
      error: 'expected a date not before startDate',
    })
    .meta({ id: 'DateRange', description: 'A range of dates. Both ends are included; either may be left out.' }),
)

/** Filters, combined with AND. */
export const ReservationsRequest = perLimits(limits =>
  z
    .object({
      reservationID: optionalFilter(id).describe('The reservation with this id.'),
      reservationNumber: optionalFilter(
        z
          .string()
          .regex(/^\d{1,15}$/, 'expected digits')
          .transform(Number)
          .meta({ 'x-format': 'digits', description: 'The digits of a reservation number.' }),
      ),
      reservationStatus: optionalFilter(statuses),
      fetchHotelKey: optionalFilter(text(200).meta({ description: 'The key of one property, or of several.' })),
      arrivalDate: optionalFilter(dates).describe('Reservations that arrive on one of these days.'),
      departureDate: optionalFilter(dates).describe('Reservations that depart on one of these days.'),
      clientId: customerId,
      ...bodyPaging(limits),
    })
    .meta({ id: 'ReservationFilter', description: 'Filters, combined with AND.' }),
)

/** A `+` that was not escaped is a space in a query. */
const instantInQuery = z.lazy(() =>
  z
    .string()
    .transform(text => text.replace(/ (?=\d\d:?\d\d$)/, '+'))
    .pipe(instant)
    .meta({
      description: 'An ISO 8601 date-time with a zone. Changes of this millisecond are included.',
    }),
)

/** Filters, combined with AND. Both ends of the arrival, and the instant, are included. */
export const PartnerQuery = perLimits(limits =>
  z
    .object({
      arrivalFrom: optionalDateFilter(stayDate).describe('Arrivals from this day on.'),
      arrivalTo: optionalDateFilter(stayDate).describe('Arrivals up to this day, included.'),
      status: optionalQueryFilter(statuses),
      modifiedSince: optionalDateFilter(instantInQuery),
      clientId: customerId,
      ...queryPaging(limits),
    })
    .refine(({ arrivalFrom, arrivalTo }) => !arrivalFrom || !arrivalTo || arrivalFrom <= arrivalTo, {
      path: ['arrivalTo'],
      error: 'expected a date not before arrivalFrom',
    }),
)

const rateLine = memoize(() => ({
  rateID: z.int().optional(),
  unitCost: z.number(),
  quantity: z.int(),
  nights: z.int(),
  isTaxOverride: z.boolean(),
  taxAmount: z.number(),
}))

export const RoomRateLine = z.lazy(() =>
  z
    .object({ ...rateLine(), fromDate: z.string(), toDate: z.string() })
    .meta({ id: 'ReservedRoomRate', description: 'A rate line of a reserved room.' }),
)
const ActivityRateLine = z.lazy(() =>
  z.object(rateLine()).meta({ id: 'ReservedActivityRate', description: 'A rate line of a reserved activity.' }),
)

const ReservedRoom = z.lazy(() =>
  z
    .object({
      roomId: z.int(),
      roomNo: z.string(),
      roomName: z.string(),
      roomTypeId: z.int(),
      roomTypeName: z.string(),
      arrivalDate: z.string(),
      departureDate: z.string(),
      guestsInRoom: z.int(),
      rates: z.array(RoomRateLine),
    })
    .meta({ id: 'ReservedRoom', description: 'A room of a reservation.' }),
)

const ReservedActivity = z.lazy(() =>
  z
    .object({
      activityId: z.int(),
      activityName: z.string(),
      activityDate: z.string(),
      activityStartTime: z.string(),
      activityEndTime: z.string(),
      participants: z.int(),
      rates: z.array(ActivityRateLine),
    })
    .meta({ id: 'ReservedActivity', description: 'An activity of a reservation.' }),
)

const ReceivedPayment = z.lazy(() =>
  z
    .object({
      paymentAmount: z.number(),
      surcharge: z.number(),
      baseAmount: z.number(),
      transactionTotal: z.number(),
      paymentSource: z.string(),
      paymentExtID: z.string(),
    })
    .meta({ id: 'ReceivedPayment', description: 'A payment of a reservation.' }),
)

const NamedGuest = z.lazy(() =>
  z
    .object({ guestId: z.int(), firstName: z.string(), lastName: z.string() })
    .meta({ id: 'GuestName', description: 'A guest: id and name.' }),
)

export const PrimaryGuest = z.lazy(() =>
  NamedGuest.unwrap()
    .extend({
      company: z.string(),
      phone: z.string(),
      email: z.string(),
      address1: z.string(),
      address2: z.string(),
      state: z.string(),
      city: z.string(),
      zip: z.string(),
      country: z.string(),
    })
    .meta({ id: 'PrimaryGuest', description: 'The primary guest with contact data.' }),
)

const guestCount = z.lazy(() => z.int().optional())

const GuestCounts = z.lazy(() =>
  z
    .object({
      guestCount,
      adultCount: guestCount,
      teenCount: guestCount,
      youthCount: guestCount,
      childCount: guestCount,
      infantCount: guestCount,
    })
    .meta({
      id: 'ReservedGuestCounts',
      description: 'The number of guests of a reservation. A count without a value is absent.',
    }),
)

const reservationStatus = z.lazy(() =>
  z.enum(STATUS_NAMES).meta({ id: 'ReservationStatus', description: 'The status of a reservation.' }),
)
const reservationType = z.lazy(() =>
  z.enum(TYPE_NAMES).meta({ id: 'ReservationType', description: 'The type of a reservation.' }),
)

/**
 * A reservation without the data that is only for the hotel and its guest. It has the guest's id and name only, and the total, but
 * neither the payments nor the balance, which would show them.
 */
export const PartnerReservation = z.lazy(() =>
  z
    .object({
      reservationId: z.int(),
      reservationNumber: z.string(),
      identity: z.string().meta({ description: "The client's reference of the booking." }),
      clientId: z.int(),
      reservationStatus: reservationStatus,
      reservationType: reservationType,
      arrivalDate: z.string().nullable().meta({ description: 'null for an inquiry without dates.' }),
      departureDate: z.string().nullable().meta({ description: 'null for an inquiry without dates.' }),
      arrivalTime: z.string().meta({ description: 'The time of the booking, or the check-in time of the property.' }),
      departureTime: z
        .string()
        .meta({ description: 'The time of the booking, or the check-out time of the property.' }),
      primaryGuest: NamedGuest,
      guests: GuestCounts,
      rooms: z.array(ReservedRoom),
      activities: z.array(ReservedActivity),
      total: z.number().meta({ description: 'Rooms and activities; 0 if the reservation is cancelled.' }),
      currency: z.string(),
      notes: z.string().meta({ description: "The booking's summary note." }),
      createdAt: z.string(),
      updatedAt: z.string(),
    })
    .meta({ id: 'PartnerReservation', description: 'A reservation without contact and payment data.' }),
)

const notes = z.lazy(() => z.array(z.string()))

const ReservedRoomWithNotes = z.lazy(() =>
  ReservedRoom.unwrap()
    .extend({ notes: notes.meta({ description: 'roomNotes of the booking.' }) })
    .meta({ id: 'ReservedRoomWithNotes', description: 'A room of a reservation, with its notes.' }),
)

const ReservedActivityWithNotes = z.lazy(() =>
  ReservedActivity.unwrap()
    .extend({ notes: notes.meta({ description: 'activityNotes of the booking.' }) })
    .meta({ id: 'ReservedActivityWithNotes', description: 'An activity of a reservation, with its notes.' }),
)

export const Reservation = z.lazy(() =>
  PartnerReservation.unwrap()
    .extend({
      type: z.string().meta({ description: 'A label of the client for the booking.' }),
      primaryGuest: PrimaryGuest,
      rooms: z.array(ReservedRoomWithNotes),
      activities: z.array(ReservedActivityWithNotes),
      payments: z.array(ReceivedPayment),
      balance: z.number().meta({
        description:
          'The amount to be paid: the total, sales on the account and a cancellation fee, minus the payments.',
      }),
    })
    .meta({ id: 'Reservation', description: 'A reservation with all its data.' }),
)

export const Reservations = z.lazy(() => listOf(Reservation))
export const PartnerReservations = z.lazy(() => listOf(PartnerReservation))

export type ReservationsRequest = z.output<ReturnType<typeof ReservationsRequest>>
export type PartnerQuery = z.output<ReturnType<typeof PartnerQuery>>
export type RoomRateLine = z.output<typeof RoomRateLine>
export type PrimaryGuest = z.output<typeof PrimaryGuest>
export type PartnerReservation = z.output<typeof PartnerReservation>
export type Reservation = z.output<typeof Reservation>
