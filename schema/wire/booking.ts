import * as z from 'zod'
import { once } from '../once'
import { actionOf, bookingFaults } from './booking-rules'
import { longList } from './long-list'
import { amount, count, id, idOrNone, price, someText, stayDate, text, timeOfDay } from './primitives'
import { withRules } from './with-rules'

/*
 * The body of PostBooking. Limits on counts keep one request within what one batch can write.
 */

/** A formatted text that may be left empty: '' counts as absent. */
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

const notes = z.lazy(() => longList(text(2000), 20))

const rateLine = once(() => ({
  rateID: idOrNone.optional(),
  unitCost: price,
  quantity: count(10_000).default(1),
  nights: count(1_000).optional(),
  isTaxOverride: z.boolean().default(false),
  taxAmount: price.default(0),
}))

const RoomRate = z.lazy(() => z.object({ ...rateLine(), fromDate: orEmpty(stayDate), toDate: orEmpty(stayDate) }))
const ActivityRate = z.lazy(() => z.object(rateLine()))

const RoomBooking = z.lazy(() =>
  z.object({
    roomID: id,
    guestsInRoom: count(1_000, 1).optional(),
    arrivalDate: orEmpty(stayDate),
    departureDate: orEmpty(stayDate),
    rates: longList(RoomRate, 1_000).default([]),
    roomNotes: notes.default([]),
  }),
)

const ID_OR_NAME = 'expected an id or a name'

const Host = z.lazy(() =>
  z
    .object({
      employeeID: idOrNone.optional(),
      employeeLastName: text(200).default(''),
      employeeFirstName: text(200).default(''),
    })
    .refine(host => host.employeeID || host.employeeLastName.trim() || host.employeeFirstName.trim(), ID_OR_NAME),
)
const Place = z.lazy(() =>
  z
    .object({ locationID: idOrNone.optional(), locationName: text(200).default('') })
    .refine(place => place.locationID || place.locationName.trim(), ID_OR_NAME),
)
const Resource = z.lazy(() =>
  z
    .object({
      resourceID: idOrNone.optional(),
      resourceName: text(200).default(''),
      resourceTypeID: idOrNone.optional(),
    })
    .refine(resource => resource.resourceID || resource.resourceName.trim(), ID_OR_NAME),
)

const ActivityBooking = z.lazy(() =>
  z.object({
    activityID: id,
    activityDate: stayDate,
    participants: count(10_000, 1).optional(),
    activityStartTime: orEmpty(timeOfDay),
    activityEndTime: orEmpty(timeOfDay),
    rates: longList(ActivityRate, 1_000).default([]),
    activityNotes: notes.default([]),
    selectedHosts: longList(Host, 50).default([]),
    selectedLocations: longList(Place, 50).default([]),
    selectedResources: longList(Resource, 50).default([]),
  }),
)

export const Guest = z.lazy(() =>
  z.object({
    firstName: text(200).default(''),
    lastName: text(200).default(''),
    company: text(200).default(''),
    phone: text(50).default(''),
    email: text(254)
      .regex(/^$|^[^\s@]+@[^\s@]+$/, 'expected an e-mail address')
      .default(''),
    address1: text(300).default(''),
    address2: text(300).default(''),
    state: text(100).default(''),
    city: text(100).default(''),
    zip: text(50).default(''),
    country: text(100).default(''),
  }),
)

const head = z.lazy(() => count(1_000).optional())

export const Guests = z.lazy(() =>
  z.object({
    guestCount: head,
    adultCount: head,
    teenCount: head,
    youthCount: head,
    childCount: head,
    infantCount: head,
  }),
)

export const Payment = z.lazy(() =>
  z.object({
    paymentAmount: amount,
    surcharge: amount.default(0),
    baseAmount: amount.default(0),
    transactionTotal: amount.default(0),
    paymentAdjustmentValue: amount.default(0),
    paymentSource: text(100).default(''),
    paymentExtID: text(200).default(''),
    applyToCorrespondenceTypeID: idOrNone.optional(),
  }),
)

const Parameters = z.lazy(() =>
  z.object({
    reservationStatusID: count(7, 1).optional(),
    reservationTypeID: count(4, 1).optional(),
    isSendCorrespondence: z.boolean().optional(),
    correspondenceToBeSent: longList(z.object({ correspondenceTypeID: id }), 50).default([]),
  }),
)

const action = z.lazy(() =>
  z
    .string()
    .transform(value => value.toLowerCase())
    .pipe(z.enum(['new', 'modify', 'cancel'], { error: 'expected new, modify or cancel' })),
)

export const BookingRequest = z.lazy(() =>
  withRules(
    z.object({
      identity: orEmpty(someText(200)),
      type: text(50).optional(),
      action: orEmpty(action),
      apiKey: z.string().max(4096).optional(),
      token: z.string().max(4096).optional(),
      clientID: idOrNone.optional(),
      bookingID: idOrNone.optional(),
      arrivalDate: orEmpty(stayDate),
      departureDate: orEmpty(stayDate),
      reservationSummaryNote: text(4000).optional(),
      errorMessage: text(4000).optional(),
      bookingParameters: Parameters.optional(),
      primaryGuestDetails: Guest.optional(),
      paymentDetails: Payment.optional(),
      guests: Guests.optional(),
      cancellationFee: z.object({ amount: price.default(0) }).optional(),
      roomsBooked: longList(RoomBooking, 'BOOKING_ROOMS').optional(),
      activitiesBooked: longList(ActivityBooking, 'BOOKING_ACTIVITIES').optional(),
    }),
    bookingFaults,
  ).transform(body => ({ ...body, action: actionOf(body) })),
)

export type BookingRequest = z.output<typeof BookingRequest>
export type RoomBooking = z.output<typeof RoomBooking>
export type RoomRate = z.output<typeof RoomRate>
export type ActivityBooking = z.output<typeof ActivityBooking>
export type ActivityRate = z.output<typeof ActivityRate>
export type Guests = z.output<typeof Guests>
export type GuestDetails = z.output<typeof Guest>
