import * as z from 'zod'
import { orEmpty } from './booking'
import { MAX_NIGHTS } from './booking-rules'
import { daysBetween } from './dates'
import { perLimits } from './limits'
import { digits, listOf, queryPaging } from './paging'
import { customerId, id, idOrNone, idText, instantOf, nonBlankIdText, stayDate, text } from './primitives'
import { STATUS_NAMES } from './reservation-status'
import { type RuleIssue, withRules } from './with-rules'

/*
 * The nights of rooms: closures, which take a room out of service, and what holds each room.
 */

/** The most nights of one request that lists them. */
const MAX_LISTED_NIGHTS = 92
/** Without `to`. */
export const DEFAULT_NIGHTS = 31

const day = (words: string) => z.string().meta({ 'x-format': 'YYYY-MM-DD', description: words })
const roomID = z.lazy(() => id.describe('The room: `roomId` of the setup.'))
const closureId = z.lazy(() => z.int().describe('The closure.'))

export const CloseRoomRequest = z.lazy(() =>
  withRules(
    z.object({
      identity: nonBlankIdText(200)
        .optional()
        .describe(
          'Your own reference. The same request again makes no second closure: see [identity](/docs#identity).',
        ),
      roomID,
      fromDate: stayDate.describe('The first night on which the room is closed.'),
      toDate: stayDate.describe('The day after the last of these nights.'),
      reason: text(500).default('').describe('Why, for the staff.'),
      clientID: customerId,
    }),
    closureIssues,
  ).meta({ id: 'CloseRoomRequest', description: 'The nights on which a room is out of service.' }),
)
export type CloseRoomRequest = z.output<typeof CloseRoomRequest>

function closureIssues({ fromDate, toDate }: { fromDate?: string; toDate?: string }): RuleIssue[] {
  if (!fromDate || !toDate) return []
  const nights = daysBetween(fromDate, toDate)
  if (nights < 1) return [{ path: ['toDate'], message: 'expected a day after fromDate' }]
  if (nights > MAX_NIGHTS) return [{ path: ['toDate'], message: `expected at most ${MAX_NIGHTS} nights` }]
  return []
}

export const RoomClosed = z.lazy(() =>
  z
    .object({ closureId: z.int().describe('The id of the closure, for `OpenRoom`.') })
    .meta({ id: 'RoomClosed', description: 'The closure.' }),
)

export const OpenRoomRequest = z.lazy(() =>
  z
    .object({
      closureId: id.describe('The closure.'),
      fromDate: stayDate
        .optional()
        .describe('The first night that is opened, with all after it. Default: the whole closure ends.'),
      clientID: customerId,
    })
    .meta({ id: 'OpenRoomRequest', description: 'The closure, or nights of it, that end.' }),
)

/** The days of a list. */
const listedDays = {
  from: z.lazy(() => stayDate.describe('The first night.')),
  to: z.lazy(() =>
    stayDate
      .optional()
      .describe(
        `The day after the last night, at most ${MAX_LISTED_NIGHTS} nights after \`from\`. Default: ${DEFAULT_NIGHTS} nights after it.`,
      ),
  ),
}

function listedDaysIssues({ from, to }: { from?: string; to?: string | undefined }): RuleIssue[] {
  if (!from || !to) return []
  const nights = daysBetween(from, to)
  if (nights < 1) return [{ path: ['to'], message: 'expected a day after from' }]
  return nights > MAX_LISTED_NIGHTS ? [{ path: ['to'], message: `expected at most ${MAX_LISTED_NIGHTS} nights` }] : []
}

export const RoomNightQuery = perLimits(limits =>
  withRules(
    z.object({
      ...listedDays,
      hotelid: orEmpty(idText(20)).describe('Only rooms of this hotel. Default: of all hotels.'),
      clientID: customerId,
      ...queryPaging(limits),
    }),
    listedDaysIssues,
  ),
)

export const ClosureQuery = perLimits(limits =>
  withRules(
    z.object({
      ...listedDays,
      roomID: digits(idOrNone.optional(), { description: 'Only closures of this room.' }),
      clientID: customerId,
      ...queryPaging(limits),
    }),
    listedDaysIssues,
  ),
)

const heldNights = {
  roomId: z.int().describe('The room.'),
  arrivalDate: day('The first night.'),
  departureDate: day('The day after the last night.'),
}

const StayOfRoom = z.lazy(() =>
  z
    .object({
      ...heldNights,
      reservationId: z.int().describe('The reservation.'),
      reservationNumber: z.string().describe('The number of the reservation, for people.'),
      status: z.enum(STATUS_NAMES).describe('`Tentative`, `Confirmed` or `InHouse`.'),
      version: z.int().describe('The version of the reservation, for `expectedVersion`.'),
      guestName: z.string().describe('The first and the last name of the guest.'),
      guestsInRoom: z.int().describe('The guests in this room.'),
    })
    .meta({ id: 'StayOfRoom', description: 'A stay that holds a room.' }),
)

const ClosureOfRoom = z.lazy(() =>
  z
    .object({ ...heldNights, closureId, reason: z.string().describe('Why the room is closed.') })
    .meta({ id: 'ClosureOfRoom', description: 'Nights on which a room is closed.' }),
)

/** What holds a room. */
export const RoomHolder = z.lazy(() => z.union([StayOfRoom, ClosureOfRoom]))
export type RoomHolder = z.output<typeof RoomHolder>

export const RoomNights = z.lazy(() => listOf(RoomHolder))

export const Closure = z.lazy(() =>
  z
    .object({
      closureId,
      roomId: z.int().describe('The room.'),
      hotelid: z.string().describe('The hotel of the room.'),
      fromDate: day('The first night.'),
      toDate: day('The day after the last night.'),
      reason: z.string().describe('Why the room is closed.'),
      createdAt: instantOf('When the room was closed.'),
    })
    .meta({ id: 'Closure', description: 'Nights on which a room is out of service.' }),
)

export const Closures = z.lazy(() => listOf(Closure))
