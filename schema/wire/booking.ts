import * as z from 'zod'
import { memoize } from '../memoize'
import { actionOf, bookingIssues } from './booking-rules'
import { isUnsetDate } from './dates'
import { longList } from './long-list'
import {
  amount,
  count,
  countOrNone,
  customerId,
  id,
  idOrNone,
  nonBlankText,
  price,
  stayDate,
  text,
  textOrNone,
  timeOfDay,
  timeOrEmpty,
} from './primitives'
import { withRules } from './with-rules'

/*
 * The body of PostBooking. Limits on counts keep one request within what one batch can write.
 *
 * Clients in languages without null send every field, with 0, '', false, [] or {} where there is no value. Such a field counts as
 * absent, except where 0 is an amount.
 */

/** A formatted text; '' counts as absent. */
export const orEmpty = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((value, context): z.output<T> | undefined => {
      if (value === '') return undefined
      const result = schema.safeParse(value)
      if (result.success) return result.data
      for (const issue of result.error.issues) context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue)
      return z.NEVER
    })
    .meta(schema.meta() ?? {})
    .optional()

/** A date; '' and `0001-01-01…` count as absent. */
export const dateOrEmpty = z.lazy(() =>
  z.preprocess(value => (value === '' || isUnsetDate(value) ? undefined : value), stayDate.optional()).optional(),
)

const notes = z.lazy(() => longList(text(2000), 20))

const rateLine = memoize(() => ({
  rateID: idOrNone.optional(),
  unitCost: price,
  quantity: count(10_000)
    .transform(quantity => quantity || 1)
    .default(1),
  nights: countOrNone(1_000),
  isTaxOverride: z.boolean().default(false),
  taxAmount: price.default(0),
}))

const RoomRate = z.lazy(() =>
  z
    .object({ ...rateLine(), fromDate: dateOrEmpty, toDate: dateOrEmpty })
    .meta({ id: 'BookingRoomRate', description: 'A rate line of a room.' }),
)
const ActivityRate = z.lazy(() =>
  z.object(rateLine()).meta({ id: 'BookingActivityRate', description: 'A rate line of an activity.' }),
)

const RoomBooking = z.lazy(() =>
  z
    .object({
      roomID: id,
      guestsInRoom: countOrNone(1_000),
      arrivalDate: dateOrEmpty,
      departureDate: dateOrEmpty,
      rates: longList(RoomRate, 1_000).default([]),
      roomNotes: notes.default([]),
    })
    .meta({ id: 'BookingRoom', description: 'A room to book.' }),
)

/** A list without its empty entries, which have an id of 0 and no name. */
const dropEmpty = <T extends z.ZodType>(entry: T, isNotEmpty: (entry: z.output<T>) => unknown) =>
  longList(entry, 50)
    .transform(list => list.filter(isNotEmpty))
    .default([])

const selectedHosts = z.lazy(() =>
  dropEmpty(
    z
      .object({
        employeeID: idOrNone.optional(),
        employeeLastName: text(200).default(''),
        employeeFirstName: text(200).default(''),
      })
      .meta({
        id: 'BookingHost',
        description: 'A host of an activity: an id, or a name. An entry with neither is ignored.',
      }),
    host => host.employeeID || host.employeeLastName.trim() || host.employeeFirstName.trim(),
  ),
)
const selectedLocations = z.lazy(() =>
  dropEmpty(
    z.object({ locationID: idOrNone.optional(), locationName: text(200).default('') }).meta({
      id: 'BookingLocation',
      description: 'The place of an activity: an id, or a name. An entry with neither is ignored.',
    }),
    place => place.locationID || place.locationName.trim(),
  ),
)
const selectedResources = z.lazy(() =>
  dropEmpty(
    z
      .object({
        resourceID: idOrNone.optional(),
        resourceName: text(200).default(''),
        resourceTypeID: idOrNone.optional(),
      })
      .meta({
        id: 'BookingResource',
        description: 'Equipment of an activity: an id, or a name. An entry with neither is ignored.',
      }),
    resource => resource.resourceID || resource.resourceName.trim(),
  ),
)

const ActivityBooking = z.lazy(() =>
  z
    .object({
      activityID: id,
      activityDate: stayDate.meta({
        ...stayDate.meta(),
        description: `${stayDate.meta()?.description} At most a year before or after the booking.`,
      }),
      participants: countOrNone(10_000),
      activityStartTime: orEmpty(timeOfDay),
      activityEndTime: orEmpty(timeOfDay),
      rates: longList(ActivityRate, 1_000).default([]),
      activityNotes: notes.default([]),
      selectedHosts: selectedHosts,
      selectedLocations: selectedLocations,
      selectedResources: selectedResources,
    })
    .meta({ id: 'BookingActivity', description: 'An activity to book.' }),
)

/** A guest's e-mail address or telephone number. It is stored as it was sent, without spaces around it. */
const contact = (max: number) => text(max).transform(value => value.trim())

export const Guest = z.lazy(() =>
  z
    .object({
      firstName: text(200).default(''),
      lastName: text(200).default(''),
      company: text(200).default(''),
      phone: contact(50).default(''),
      email: contact(254).default(''),
      address1: text(300).default(''),
      address2: text(300).default(''),
      state: text(100).default(''),
      city: text(100).default(''),
      zip: text(50).default(''),
      country: text(100).default(''),
    })
    .meta({ id: 'GuestDetails', description: 'A guest with contact data.' }),
)

/** A guest without any field counts as absent. */
const guestOrNone = z.lazy(() =>
  Guest.transform(guest => (Object.values(guest).some(Boolean) ? guest : undefined)).optional(),
)

const guestCountField = z.lazy(() => countOrNone(1_000))

/** Ages without a guestCount are added up. Zeros alone count as absent. */
export const Guests = z.lazy(() =>
  z
    .object({
      guestCount: guestCountField,
      adultCount: guestCountField,
      teenCount: guestCountField,
      youthCount: guestCountField,
      childCount: guestCountField,
      infantCount: guestCountField,
    })
    .transform(({ guestCount, ...ages }) => {
      const given = Object.values(ages).filter(age => age !== undefined)
      const sum = given.reduce((total, age) => total + age, 0)
      return guestCount || sum ? { guestCount: guestCount ?? sum, ...ages } : undefined
    })
    .meta({ id: 'GuestCounts', description: 'The number of guests. Without a `guestCount` the ages are added up.' }),
)

/** Money received. With no amount but 0 and no paymentExtID it counts as absent. */
export const Payment = z.lazy(() =>
  z
    .object({
      paymentAmount: amount.optional(),
      surcharge: amount.default(0),
      baseAmount: amount.default(0),
      transactionTotal: amount.default(0),
      paymentAdjustmentValue: amount.default(0),
      paymentSource: text(100).default(''),
      paymentExtID: text(200).default(''),
      applyToCorrespondenceTypeID: idOrNone.optional(),
    })
    .transform(({ paymentAmount, ...payment }, context) => {
      const { surcharge, baseAmount, transactionTotal, paymentAdjustmentValue, paymentExtID } = payment
      const others = surcharge || baseAmount || transactionTotal || paymentAdjustmentValue || paymentExtID
      if (!paymentAmount && !others) return undefined
      if (paymentAmount !== undefined) return { paymentAmount, ...payment }
      context.addIssue({ code: 'custom', path: ['paymentAmount'], message: 'expected a number' })
      return z.NEVER
    })
    .meta({ id: 'Payment', description: 'A received payment.' }),
)

const Parameters = z.lazy(() =>
  z
    .object({
      reservationStatusID: countOrNone(7),
      reservationTypeID: countOrNone(4),
      isSendCorrespondence: z.boolean().optional(),
      correspondenceToBeSent: dropEmpty(
        z.object({ correspondenceTypeID: idOrNone.optional() }).meta({
          id: 'BookingCorrespondence',
          description: 'A letter to the guest, which is recorded as a pending request. An entry with 0 is ignored.',
        }),
        ({ correspondenceTypeID }) => correspondenceTypeID,
      ),
    })
    .transform(parameters => {
      const { reservationStatusID, reservationTypeID, correspondenceToBeSent } = parameters
      return reservationStatusID || reservationTypeID || correspondenceToBeSent.length ? parameters : undefined
    })
    .meta({ id: 'BookingParameters', description: 'The status and the type of a booking.' }),
)

/** A fee may be 0. A fee without an amount counts as absent. */
const Fee = z.lazy(() =>
  z
    .object({ amount: price.optional() })
    .transform(({ amount }) => (amount === undefined ? undefined : { amount }))
    .meta({ id: 'CancellationFee', description: 'The fee of a cancellation.' }),
)

const action = z.lazy(() =>
  z
    .string()
    .transform(value => value.toLowerCase())
    .pipe(z.enum(['new', 'modify', 'cancel'], { error: 'expected new, modify or cancel' })),
)

/** Rooms and activities of one booking. Nobody has tried more in one batch of D1. */
const MAX_ROOMS = 100
const MAX_ACTIVITIES = 500

export const BookingRequest = z.lazy(() =>
  withRules(
    z.object({
      identity: orEmpty(nonBlankText(200)),
      type: textOrNone(50),
      action: orEmpty(action),
      apiKey: z.string().max(4096).optional(),
      token: z.string().max(4096).optional(),
      clientID: customerId,
      bookingID: idOrNone.optional(),
      arrivalDate: dateOrEmpty,
      departureDate: dateOrEmpty,
      arrivalTime: timeOrEmpty
        .optional()
        .describe("The guest's time of arrival, HH:mm. Empty: that of the hotel. In a change, '' removes the time."),
      departureTime: timeOrEmpty
        .optional()
        .describe("The guest's time of departure, HH:mm. Empty: that of the hotel. In a change, '' removes the time."),
      reservationSummaryNote: textOrNone(4000),
      errorMessage: text(4000).optional(),
      bookingParameters: Parameters.optional(),
      primaryGuestDetails: guestOrNone,
      paymentDetails: Payment.optional(),
      guests: Guests.optional(),
      cancellationFee: Fee.optional(),
      roomsBooked: longList(RoomBooking, MAX_ROOMS).optional(),
      activitiesBooked: longList(ActivityBooking, MAX_ACTIVITIES).optional(),
    }),
    bookingIssues,
  )
    .transform(body => ({ ...body, action: actionOf(body) }))
    .meta({ id: 'Booking', description: 'A booking to make, or its change or cancellation.' }),
)

export type BookingRequest = z.output<typeof BookingRequest>
export type RoomBooking = z.output<typeof RoomBooking>
export type ActivityBooking = z.output<typeof ActivityBooking>
export type Guests = NonNullable<z.output<typeof Guests>>
export type GuestDetails = z.output<typeof Guest>
