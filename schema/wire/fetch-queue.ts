import * as z from 'zod'
import { perLimits } from './limits'
import { digits, listOf, queryPaging } from './paging'
import { id, idOrNone, integer, text, textOrNone } from './primitives'

/*
 * The fetch queue: what happened to room stays, for guest-messaging systems that come and fetch it.
 */

export const MESSAGE_STATUSES = ['Pending', 'Processed', 'Failed'] as const

/** What became of a message, in any letter case; '' counts as absent. */
const messageStatus = z.lazy(() =>
  z
    .string()
    .transform((name, context) => {
      const known = MESSAGE_STATUSES.find(status => status.toLowerCase() === name.toLowerCase())
      if (known || name === '') return known
      context.addIssue(`expected ${MESSAGE_STATUSES.slice(0, -1).join(', ')} or ${MESSAGE_STATUSES.at(-1)}`)
      return z.NEVER
    })
    .optional(),
)

/** In a filter 0 says as little as nothing. */
const wantedStatus = z.lazy(() => z.preprocess(value => (value === '0' ? undefined : value), messageStatus).optional())

/** Which messages are asked for: those that are Pending, of all hotels, unless it says otherwise. */
export const FetchQuery = perLimits(limits => {
  const { pageNo, pageSize, cursor } = queryPaging(limits)
  return z.object({
    clientID: digits(idOrNone.optional()),
    currentPage: pageNo,
    pageSize,
    cursor,
    status: wantedStatus,
    hotelKey: text(100)
      .transform(key => key || undefined)
      .optional(),
  })
})

/** One room stay as it stood after one change. Every str is always a string, empty where there is nothing to say. */
export const FetchMessage = z.lazy(() =>
  z.object({
    clientID: z.int(),
    reservationID: z.int(),
    guestID: z.int(),
    /** The page of the list that this message was read on. */
    currentPage: z.int(),
    fetchQueueMessageId: z.int(),
    /** The installation that tells. */
    instance: z.string(),
    reservationNumber: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    /** When the booking was made: an instant, UTC. */
    bookingDate: z.string(),
    /** The room's own dates, `YYYY-MM-DDT00:00:00`. */
    arrivalDate: z.string(),
    departureDate: z.string(),
    /** What happened: New, Modified, Cancelled or StatusChanged. */
    statusType: z.string(),
    /** What became of the message. */
    status: z.enum(MESSAGE_STATUSES),
    /** Individual, Group, Owner or Complimentary. */
    reservationType: z.string(),
    email: z.string(),
    /** As the booking has it. */
    phoneNumber: z.string(),
    /** ISO 3166-1, two letters, of the guest's country, where that is a code or an English name. */
    countryCode: z.string(),
    /** `+351`: of the phone number itself where it is an international one, else that of the country. */
    countryPhoneCode: z.string(),
    /** What whoever processed the message had to say. */
    notes: z.string(),
    hotelID: z.string(),
    hotelKey: z.string(),
    roomID: z.string(),
    roomName: z.string(),
    roomNo: z.string(),
    floorNo: z.string(),
    roomLocationName: z.string(),
  }),
)

export const FetchMessages = z.lazy(() => listOf(FetchMessage))

export type FetchMessage = z.output<typeof FetchMessage>

const ignoredInt = z.lazy(() => integer().optional())
const ignoredText = z.lazy(() => z.string().max(4000).optional())

/** A message as it was fetched, or no more than its id: status and notes are taken, the rest is not changed by anybody. */
export const FetchUpdate = z.lazy(() =>
  z
    .object({
      clientID: idOrNone.optional(),
      fetchQueueMessageId: id,
      status: messageStatus,
      notes: textOrNone(4000),
      reservationID: ignoredInt,
      guestID: ignoredInt,
      currentPage: ignoredInt,
      instance: ignoredText,
      reservationNumber: ignoredText,
      firstName: ignoredText,
      lastName: ignoredText,
      bookingDate: ignoredText,
      arrivalDate: ignoredText,
      departureDate: ignoredText,
      statusType: ignoredText,
      reservationType: ignoredText,
      email: ignoredText,
      phoneNumber: ignoredText,
      countryCode: ignoredText,
      countryPhoneCode: ignoredText,
      hotelID: ignoredText,
      hotelKey: ignoredText,
      roomID: ignoredText,
      roomName: ignoredText,
      roomNo: ignoredText,
      floorNo: ignoredText,
      roomLocationName: ignoredText,
    })
    .superRefine(({ status, notes }, context) => {
      if (status || notes !== undefined) return
      context.addIssue({ code: 'custom', path: ['status'], message: 'expected a status, or notes' })
    }),
)

export const Health = z.lazy(() => z.object({ status: z.literal('Healthy'), version: z.string() }))
