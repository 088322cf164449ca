import * as z from 'zod'
import { memoize } from '../memoize'
import { perLimits } from './limits'
import { listOf, queryPaging } from './paging'
import { customerId, id, idText, integer, NOTE_LENGTH, textOrNone } from './primitives'

/*
 * The fetch queue: changes of room stays, which guest-messaging systems poll.
 */

export const MESSAGE_STATUSES = ['Pending', 'Processed', 'Failed'] as const

/** The status of a message, in any letter case; '' counts as absent. */
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

/** The same as a filter, where 0 counts as absent too. */
const wantedStatus = z.lazy(() => z.preprocess(value => (value === '0' ? undefined : value), messageStatus).optional())

/** Filters. Default: messages that are Pending, of all hotels. */
export const FetchQuery = perLimits(limits => {
  const { pageNo, pageSize, cursor } = queryPaging(limits)
  return z.object({
    clientID: customerId,
    currentPage: pageNo.describe('The page, from 1. Following the `cursor` is better: pages shift as messages leave.'),
    pageSize,
    cursor,
    status: wantedStatus.describe('`Pending`, `Processed` or `Failed`, in any letter case. Default: `Pending`.'),
    hotelKey: idText(100)
      .transform(key => key || undefined)
      .optional()
      .describe('Only messages of this hotel: its `fetchHotelKey`. Default: all hotels.'),
  })
})

export const FetchMessage = z.lazy(() =>
  z
    .object({
      clientID: z.int().describe('The customer.'),
      reservationID: z.int().describe('The reservation.'),
      guestID: z.int().describe('The primary guest.'),
      currentPage: z.int().describe('The page of the list that has this message.'),
      fetchQueueMessageId: z.int().describe('The id of the message, for `UpdateFetchQueueMessage`.'),
      instance: z.string().describe('The name of this installation.'),
      reservationNumber: z.string().describe('The number of the reservation, for people.'),
      firstName: z.string().describe('The first name of the primary guest.'),
      lastName: z.string().describe('The last name of the primary guest.'),
      bookingDate: z.string().describe('When the booking was made: an instant in UTC.'),
      arrivalDate: z.string().describe('The arrival date of the room, `YYYY-MM-DDT00:00:00`.'),
      departureDate: z.string().describe('The departure date of the room, `YYYY-MM-DDT00:00:00`.'),
      statusType: z.string().describe('The kind of change: New, Modified, Cancelled or StatusChanged.'),
      status: z.enum(MESSAGE_STATUSES).meta({ id: 'FetchMessageStatus', description: 'The status of a message.' }),
      reservationType: z.string().describe('Individual, Group, Owner or Complimentary.'),
      email: z.string().describe('The e-mail address as it was sent with the booking.'),
      phoneNumber: z.string().describe('The telephone number as it was sent with the booking.'),
      countryCode: z
        .string()
        .describe(
          "Two letters of ISO 3166-1, if the guest's country is a code of two or three letters, or an English name.",
        ),
      countryPhoneCode: z
        .string()
        .describe('`+351`: of the phone number if that is international, otherwise of the country.'),
      notes: z.string().describe('The notes of the system that processed the message.'),
      hotelID: z.string().describe("The channel manager's id of the hotel."),
      hotelKey: z.string().describe('`fetchHotelKey` of the hotel.'),
      roomID: z.string().describe('The room: `roomId` of the setup, as text.'),
      roomName: z.string().describe('The name of the room.'),
      roomNo: z.string().describe('The number on the door.'),
      floorNo: z.string().describe('The floor.'),
      roomLocationName: z.string().describe('The building of the room.'),
    })
    .meta({
      id: 'FetchMessage',
      description: 'One room stay as it was after one change. Texts without a value are empty.',
    }),
)

export const FetchMessages = z.lazy(() => listOf(FetchMessage))

export type FetchMessage = z.output<typeof FetchMessage>

type FetchedField = Exclude<keyof FetchMessage, 'clientID' | 'fetchQueueMessageId' | 'status' | 'notes'>

/** The other fields of a message as it was fetched. */
const ignored = memoize(() => {
  const words = 'As it was fetched. It changes nothing, and may be left out.'
  const { clientID, fetchQueueMessageId, status, notes, ...others } = FetchMessage.unwrap().shape
  const fields = Object.entries(others).map(([name, field]) => {
    const schema = field instanceof z.ZodNumber ? integer() : z.string().max(4000)
    return [name, schema.optional().describe(words)]
  })
  return Object.fromEntries(fields) as {
    [Name in FetchedField]: z.ZodOptional<z.ZodType<FetchMessage[Name], FetchMessage[Name]>>
  }
})

export const FetchUpdate = z.lazy(() =>
  z
    .object({
      fetchQueueMessageId: id.describe('The message to update.'),
      status: messageStatus.describe(
        'The new status: `Processed`, `Failed` or `Pending`, in any letter case. Absent: it stays. Send it, or `notes`.',
      ),
      notes: textOrNone(NOTE_LENGTH).describe(
        'Your notes on the message. A blank text (`" "`) removes them. Absent: they stay.',
      ),
      clientID: customerId,
      ...ignored(),
    })
    .superRefine(({ status, notes }, context) => {
      if (status || notes !== undefined) return
      context.addIssue({ code: 'custom', path: ['status'], message: 'expected a status, or notes' })
    })
    .meta({
      id: 'FetchMessageUpdate',
      description: 'A message as it was fetched, or its id alone. Only `status` and `notes` are changed.',
    }),
)

export const Health = z.lazy(() =>
  z
    .object({
      status: z.literal('Healthy').describe('Always `Healthy`.'),
      version: z.string().describe('The release of the service.'),
    })
    .meta({ id: 'Health', description: 'The health of the service.' }),
)
