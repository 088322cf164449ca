import * as z from 'zod'
import { actionOf, bookingIssues } from './booking-rules'
import { isUnsetDate } from './dates'
import { Guest, Guests } from './guest'
import { longList } from './long-list'
import {
  amountOf,
  count,
  countOrNone,
  customerId,
  holdMinutesOf,
  id,
  idOrNone,
  idText,
  NOTE_LENGTH,
  nonBlankIdText,
  priceOf,
  stayDate,
  text,
  textOrNone,
  timeOfDay,
  timeOrEmpty,
} from './primitives'
import { STATUS_NAMES, TYPE_NAMES } from './reservation-status'
import { withRules } from './with-rules'

/*
 * The body of PostBooking. Limits on counts keep one request within what one batch can write.
 *
 * Clients in languages without null send every field, with 0, '', false, [] or {} where there is no value. Such a field counts as
 * absent, except where 0 is an amount.
 *
 * The order of the fields is that of the reference: what most bookings need comes first.
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

const notes = z.lazy(() => longList(text(NOTE_LENGTH), 20))

/** What each rate line adds to the total of the booking. */
const LINE_TOTAL = '`unitCost × quantity × nights + taxAmount` is added to the total of the booking.'

const rateLine = (nights: string) => ({
  rateID: idOrNone.optional().describe('The rate plan: `rateId` of the setup. 0 or absent: the line belongs to none.'),
  unitCost: priceOf('The price of one unit for one night, without `taxAmount`. 0: free.'),
  quantity: count(10_000)
    .transform(quantity => quantity || 1)
    .default(1)
    .describe('The number of units. 0 means 1.'),
  nights: countOrNone(1_000).describe(nights),
  taxAmount: priceOf('The tax of the whole line, which is added once.').default(0),
  isTaxOverride: z
    .boolean()
    .default(false)
    .describe('True: the tax was set by hand. It is stored and returned, and changes no total.'),
})

const RoomRate = z.lazy(() =>
  z
    .object({
      ...rateLine(
        'The number of nights. Default: those from `fromDate` to `toDate`. Another number is charged as it is, and does not ' +
          'follow changes of dates: 1 for a charge for the stay.',
      ),
      fromDate: dateOrEmpty.describe("The first night of the line, a night of the room's stay. Default: its arrival."),
      toDate: dateOrEmpty.describe(
        "The day after the last night of the line, within the room's stay. Default: the room's departure. The day of " +
          '`fromDate` means that night. If `nights` is one more than the dates have, `toDate` is the last night. Responses ' +
          'have the day after it.',
      ),
    })
    .meta({ id: 'BookingRoomRate', description: `A rate line of a room. ${LINE_TOTAL}` }),
)
const ActivityRate = z.lazy(() =>
  z
    .object(rateLine('A factor of the total. Default: 1.'))
    .meta({ id: 'BookingActivityRate', description: `A rate line of an activity. ${LINE_TOTAL}` }),
)

const RoomBooking = z.lazy(() =>
  z
    .object({
      roomID: id.describe('The room: `roomId` of the setup.'),
      guestsInRoom: countOrNone(1_000).describe(
        'The number of guests in this room, at most `maxOccupancy` of its type; infants (`infantCount`) do not count against it ' +
          'if there is one room. Default: `guestCount` if there is one room, otherwise 1. In a change: those it has.',
      ),
      arrivalDate: dateOrEmpty.describe('The first night in this room. Default: `arrivalDate` of the booking.'),
      departureDate: dateOrEmpty.describe(
        'The day of departure from this room, whose night is free again. Default: `departureDate` of the booking.',
      ),
      rates: longList(RoomRate, 1_000)
        .optional()
        .describe(
          'The price of the room, in lines. Without a line the room is free of charge. In a change, lines that are not sent ' +
            'stay and follow the dates; an empty list removes them.',
        ),
      roomNotes: notes
        .optional()
        .describe(
          'Notes on this room, for the staff. Each has at most 20,000 characters. In a change, notes that are not sent stay; an ' +
            'empty list removes them.',
        ),
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
        employeeID: idOrNone.optional().describe('The host: `employeeId` of the setup. 0: the host has only a name.'),
        employeeLastName: text(200).default('').describe('The last name of a host who is not in the setup.'),
        employeeFirstName: text(200).default('').describe('The first name of a host who is not in the setup.'),
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
    z
      .object({
        locationID: idOrNone.optional().describe('The place: `locationId` of the setup. 0: the place has only a name.'),
        locationName: text(200).default('').describe('The name of a place that is not in the setup.'),
      })
      .meta({
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
        resourceID: idOrNone
          .optional()
          .describe('The equipment: `resourceId` of the setup. 0: the equipment has only a name.'),
        resourceName: text(200).default('').describe('The name of equipment that is not in the setup.'),
        resourceTypeID: idOrNone.optional().describe('Your own number for the kind of equipment. It is not checked.'),
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
      activityID: id.describe('The activity: `activityId` of the setup.'),
      activityDate: stayDate.describe(
        'The day of the activity: at most a year before the arrival, or after the departure.',
      ),
      activityStartTime: orEmpty(timeOfDay).describe(
        'When it begins. Bookings with the same day and start share the capacity of the activity. Absent: no fixed time.',
      ),
      activityEndTime: orEmpty(timeOfDay).describe('When it ends. The itinerary shows it.'),
      participants: countOrNone(10_000).describe('The number of places to take. Default: 1.'),
      rates: longList(ActivityRate, 1_000)
        .default([])
        .describe('The price of the activity, in lines. Without a line it is free of charge.'),
      activityNotes: notes
        .default([])
        .describe('Notes on the activity. The guest sees them in the itinerary. Each has at most 20,000 characters.'),
      selectedHosts: selectedHosts.describe('Who leads the activity. The itinerary shows the names.'),
      selectedLocations: selectedLocations.describe('Where it takes place. The itinerary shows the names.'),
      selectedResources: selectedResources.describe('Equipment that the activity uses.'),
    })
    .meta({ id: 'BookingActivity', description: 'An activity to book.' }),
)

/**
 * A guest without any text counts as absent, if it is of a client that sends every field. One without the names only removes the
 * fields that it has.
 */
const guestOrNone = z.lazy(() =>
  Guest.transform(guest => {
    const isEmpty = !Object.values(guest).some(Boolean)
    const hasNames = guest.firstName !== undefined && guest.lastName !== undefined
    return isEmpty && (hasNames || Object.keys(guest).length === 0) ? undefined : guest
  }).optional(),
)

/** Money received. With no amount but 0 and no paymentExtID it counts as absent. */
export const Payment = z.lazy(() =>
  z
    .object({
      paymentAmount: amountOf('The received amount, which lowers the balance. Below zero: a refund.').optional(),
      paymentExtID: idText(200)
        .default('')
        .describe("The payment's id in your system. A payment with a known id is not recorded again."),
      paymentSource: text(100).default('').describe('How it was paid: your own word, such as `Card`.'),
      baseAmount: amountOf('The amount before surcharges. It is stored, and changes no balance.').default(0),
      surcharge: amountOf('The surcharge of the payment. It is stored, and changes no balance.').default(0),
      transactionTotal: amountOf('The amount of the whole transaction. It is stored, and changes no balance.').default(
        0,
      ),
      paymentAdjustmentValue: amountOf('A correction. It is stored, and changes no balance.').default(0),
      applyToCorrespondenceTypeID: idOrNone
        .optional()
        .describe('Your number for the type of letter that the payment belongs to. It is stored.'),
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
      reservationStatusID: countOrNone(STATUS_NAMES.length).describe(
        `The status: ${numbered(STATUS_NAMES)}. A new booking has 3 without it, and may have 1 to 4.`,
      ),
      reservationTypeID: countOrNone(TYPE_NAMES.length).describe(
        `The type: ${numbered(TYPE_NAMES)}. A new booking has 1 without it.`,
      ),
      isSendCorrespondence: z
        .boolean()
        .optional()
        .describe('False: no letter is sent, and `correspondenceToBeSent` is ignored. Default: true.'),
      correspondenceToBeSent: dropEmpty(
        z
          .object({
            correspondenceTypeID: idOrNone.optional().describe('Your number for the type of letter.'),
          })
          .meta({
            id: 'BookingCorrespondence',
            description: 'A letter to the guest, which is recorded as a pending request. An entry with 0 is ignored.',
          }),
        ({ correspondenceTypeID }) => correspondenceTypeID,
      ).describe('Letters to order for the guest. They are recorded; another system sends them.'),
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
    .object({ amount: priceOf('The fee, which is added to what the guest has to pay.').optional() })
    .transform(({ amount }) => (amount === undefined ? undefined : { amount }))
    .meta({
      id: 'CancellationFee',
      description: 'The fee of a cancellation: of `cancel`, or of a `modify` to status 6.',
    }),
)

const action = z.lazy(() =>
  z
    .string()
    .transform(value => value.toLowerCase())
    .pipe(z.enum(['new', 'modify', 'cancel'], { error: 'expected new, modify or cancel' })),
)

/** The words of a credential in the body. */
const inBody = (header: string) =>
  `The [credential](/docs#credentials-and-customer), where a client cannot send the header \`${header}\`.`

const numbered = (names: readonly string[]) => names.map((name, i) => `${i + 1} ${name}`).join(', ')

/** Rooms and activities of one booking. Nobody has tried more in one batch of D1. */
const MAX_ROOMS = 100
const MAX_ACTIVITIES = 500

export const BookingRequest = z.lazy(() =>
  withRules(
    z.object({
      action: orEmpty(action).describe(
        '`new`, `modify` or `cancel`, in any letter case. Default: `modify` with a `bookingID`, otherwise `new`.',
      ),
      identity: orEmpty(nonBlankIdText(200)).describe(
        'Your own reference of the booking. It makes a retry safe: see [identity](/docs#identity). A change may name its booking by it.',
      ),
      bookingID: idOrNone
        .optional()
        .describe(
          'The booking to change or cancel: `X-Reservation-Id` of the response that made it. A new booking has none.',
        ),
      expectedVersion: countOrNone(Number.MAX_SAFE_INTEGER).describe(
        'The `version` of the booking on which the change was decided. With another one it is 409 `VERSION_CONFLICT`, and nothing ' +
          'changes. 0 or absent: any version. Refused with `new`.',
      ),
      arrivalDate: dateOrEmpty.describe('The day of arrival, which is the first night.'),
      departureDate: dateOrEmpty.describe(
        'The day of departure, after the last night: 1 to 1,000 nights after the arrival.',
      ),
      primaryGuestDetails: guestOrNone.describe(
        'The guest who books. In a change, a field that is absent stays, and `""` removes it.',
      ),
      guests: Guests.optional().describe('How many guests come, by age if you know it.'),
      roomsBooked: longList(RoomBooking, MAX_ROOMS)
        .optional()
        .describe(
          'The rooms. In a change they replace all rooms, and keep what they do not send; an empty list removes them.',
        ),
      activitiesBooked: longList(ActivityBooking, MAX_ACTIVITIES)
        .optional()
        .describe('The activities. In a change they replace all activities; an empty list removes them.'),
      paymentDetails: Payment.optional().describe('A payment to record. It is added to those that the booking has.'),
      bookingParameters: Parameters.optional().describe(
        'The status and the type of the booking, and letters to the guest.',
      ),
      holdMinutes: holdMinutesOf('Holds a new booking, which is then Tentative (2).'),
      reservationSummaryNote: textOrNone(NOTE_LENGTH).describe(
        'A note on the booking, for the staff. In a change it replaces the note; a blank text (`" "`) removes it.',
      ),
      arrivalTime: timeOrEmpty
        .optional()
        .describe('The guest\'s time of arrival. Empty: that of the hotel. In a change, `""` removes the time.'),
      departureTime: timeOrEmpty
        .optional()
        .describe('The guest\'s time of departure. Empty: that of the hotel. In a change, `""` removes the time.'),
      cancellationFee: Fee.optional().describe('The fee, with a cancellation or a no-show only.'),
      type: textOrNone(50).describe('Your own label of the booking.'),
      clientID: customerId,
      apiKey: z.string().max(4096).optional().describe(inBody('x-api-key')),
      token: z.string().max(4096).optional().describe(inBody('Authorization')),
      errorMessage: text(4000).optional().describe('Accepted, and not stored.'),
    }),
    bookingIssues,
  )
    .transform(body => ({ ...body, action: actionOf(body) }))
    .meta({ id: 'Booking', description: 'A booking to make, or its change or cancellation.' }),
)

export type BookingRequest = z.output<typeof BookingRequest>
export type RoomBooking = z.output<typeof RoomBooking>
export type ActivityBooking = z.output<typeof ActivityBooking>
