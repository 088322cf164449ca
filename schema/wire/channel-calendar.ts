import * as z from 'zod'
import { roomId, shortId } from './channel-values'
import { DateEntry } from './date-entry'
import { longList } from './long-list'
import { plainDateEntry } from './plain-date-entry'

/*
 * Rates and availability of a channel manager, by day. One message has tens of thousands of date entries, so that the usual ones
 * are read without the schema (plain-date-entry.ts).
 */

const RoomDates = z.lazy(() =>
  z
    .object({ roomid: roomId, date: longList(DateEntry, 100_000, plainDateEntry).default([]) })
    .meta({ id: 'ChannelRoomDates', description: 'The date entries of a room.' }),
)

export const AvailabilityData = z.lazy(() =>
  z
    .object({ hotelid: shortId, room: longList(RoomDates, 1_000).default([]) })
    .meta({ id: 'ChannelAvailabilityData', description: 'Rates and availability of one hotel.' }),
)
export type AvailabilityData = z.output<typeof AvailabilityData>
