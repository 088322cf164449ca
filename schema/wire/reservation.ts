import * as z from 'zod'
import { memoize } from '../memoize'
import { isUnsetDate } from './dates'
import { perLimits } from './limits'
import { bodyPaging, listOf, queryPaging } from './paging'
import { customerId, dateOf, id, idText, instant, instantOf, stayDate, text, timeOf } from './primitives'
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
      if (known.length === names.length) return known.length ? [...new Set(known)] : undefined
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
      fetchHotelKey: optionalFilter(
        idText(200).meta({
          description: 'The key of one property, or of several. Reservations with a room in one of them.',
        }),
      ),
      arrivalDate: optionalFilter(dates).describe('Reservations that arrive on one of these days.'),
      departureDate: optionalFilter(dates).describe('Reservations that depart on one of these days.'),
      guest: text(254)
        .transform(value => value.trim() || undefined)
        .optional()
        .describe(
          'The guest. With `@`: the whole e-mail address. Four or more digits without letters: digits in a row of the ' +
            'telephone number, separators aside. Else: the beginning of the last name. Letter case does not matter.',
        ),
      includePast: z
        .boolean()
        .optional()
        .describe('`guest` without another filter finds past stays too. Default: false.'),
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
  rateID: z.int().optional().describe('The rate plan. Absent: the line belongs to none.'),
  unitCost: z.number().describe('The price of one unit for one night, without `taxAmount`.'),
  quantity: z.int().describe('The number of units.'),
  nights: z.int().describe('The number of nights, or the factor of an activity.'),
  isTaxOverride: z.boolean().describe('True: the tax was set by hand.'),
  taxAmount: z.number().describe('The tax of the whole line.'),
}))

export const RoomRateLine = z.lazy(() =>
  z
    .object({
      ...rateLine(),
      fromDate: z.string().describe('The first day of the line.'),
      toDate: z.string().describe('The day after its last night.'),
    })
    .meta({ id: 'ReservedRoomRate', description: 'A rate line of a reserved room.' }),
)
const ActivityRateLine = z.lazy(() =>
  z.object(rateLine()).meta({ id: 'ReservedActivityRate', description: 'A rate line of a reserved activity.' }),
)

const ReservedRoom = z.lazy(() =>
  z
    .object({
      roomId: z.int().describe('The room: `roomId` of the setup.'),
      roomNo: z.string().describe('The number on the door.'),
      roomName: z.string().describe('The name of the room.'),
      roomTypeId: z.int().describe('The room type of the room.'),
      roomTypeName: z.string().describe('The name of the room type.'),
      hotelid: z.string().describe('The hotel of the room.'),
      arrivalDate: dateOf('The first night in this room.'),
      departureDate: dateOf('The day of departure from this room.'),
      guestsInRoom: z.int().describe('The number of guests in this room.'),
      rates: z.array(RoomRateLine).describe('The price of the room, in lines.'),
    })
    .meta({ id: 'ReservedRoom', description: 'A room of a reservation.' }),
)

const ReservedActivity = z.lazy(() =>
  z
    .object({
      activityId: z.int().describe('The activity: `activityId` of the setup.'),
      activityName: z.string().describe('The name of the activity.'),
      activityDate: dateOf('The day of the activity.'),
      activityStartTime: timeOf('When it begins. Empty: no fixed time.'),
      activityEndTime: timeOf('When it ends. Empty: not known.'),
      participants: z.int().describe('The number of places.'),
      rates: z.array(ActivityRateLine).describe('The price of the activity, in lines.'),
    })
    .meta({ id: 'ReservedActivity', description: 'An activity of a reservation.' }),
)

const ReceivedPayment = z.lazy(() =>
  z
    .object({
      paymentAmount: z.number().describe('The received amount, which lowers the balance.'),
      surcharge: z.number().describe('The surcharge, as it was sent.'),
      baseAmount: z.number().describe('The amount before surcharges, as it was sent.'),
      transactionTotal: z.number().describe('The amount of the transaction, as it was sent.'),
      paymentSource: z.string().describe('How it was paid, as it was sent.'),
      paymentExtID: z.string().describe("The payment's id in your system. Empty: none."),
    })
    .meta({ id: 'ReceivedPayment', description: 'A payment of a reservation.' }),
)

const NamedGuest = z.lazy(() =>
  z
    .object({
      guestId: z.int().describe('The id of the guest.'),
      firstName: z.string().describe('First and middle names.'),
      lastName: z.string().describe('The last name.'),
    })
    .meta({ id: 'GuestName', description: 'A guest: id and name.' }),
)

export const PrimaryGuest = z.lazy(() =>
  NamedGuest.unwrap()
    .extend({
      company: z.string().describe('The company.'),
      phone: z.string().describe('The telephone number, as it was sent.'),
      email: z.string().describe('The e-mail address, as it was sent.'),
      address1: z.string().describe('Street and house number.'),
      address2: z.string().describe('More of the address.'),
      state: z.string().describe('The state, province or region.'),
      city: z.string().describe('The city or town.'),
      zip: z.string().describe('The postal code.'),
      country: z.string().describe('The country, as it was sent.'),
    })
    .meta({ id: 'PrimaryGuest', description: 'The primary guest with contact data.' }),
)

const countOfGuests = (who: string) => z.int().optional().describe(`The number of ${who}.`)

const GuestCounts = z.lazy(() =>
  z
    .object({
      guestCount: countOfGuests('all guests'),
      adultCount: countOfGuests('adults'),
      teenCount: countOfGuests('teenagers'),
      youthCount: countOfGuests('youths'),
      childCount: countOfGuests('children'),
      infantCount: countOfGuests('infants'),
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
      reservationId: z.int().describe('The id of the reservation: `bookingID` of `PostBooking`.'),
      reservationNumber: z.string().describe('The number of the reservation, for people.'),
      identity: z.string().meta({ description: "The client's reference of the booking." }),
      clientId: z.int().describe('The customer.'),
      version: z
        .int()
        .describe('Counts the changes of the reservation and its account, from 1: `expectedVersion` of `PostBooking`.'),
      reservationStatus: reservationStatus,
      reservationType: reservationType,
      arrivalDate: dateOf('The day of arrival. null for an inquiry without dates.').nullable(),
      departureDate: dateOf('The day of departure. null for an inquiry without dates.').nullable(),
      arrivalTime: timeOf('The time of the booking, or the check-in time of the property.'),
      departureTime: timeOf('The time of the booking, or the check-out time of the property.'),
      primaryGuest: NamedGuest,
      guests: GuestCounts,
      rooms: z.array(ReservedRoom),
      activities: z.array(ReservedActivity),
      total: z.number().meta({ description: 'Rooms and activities; 0 if it is cancelled, or a no-show with a fee.' }),
      currency: z.string().describe('The currency of all amounts (ISO 4217).'),
      notes: z.string().meta({ description: "The booking's summary note." }),
      createdAt: instantOf('When it was made.'),
      updatedAt: instantOf('When it, or its account, was last changed.'),
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
      holdUntil: instantOf('Of a held booking: when it is cancelled, unless it is confirmed before.').nullable(),
      cancellationFee: z.number().meta({ description: 'The fee of a cancellation or a no-show; 0 without one.' }),
      balance: z.number().meta({
        description: 'The amount to be paid: the total, sales on the account and the fee, minus the payments.',
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
