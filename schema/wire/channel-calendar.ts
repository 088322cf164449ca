import * as z from 'zod'
import { roomId, shortId } from './channel-values'
import { DateEntry } from './date-entry'
import { longList } from './long-list'

/* Rates and availability of a channel manager, by day. */

const RoomDates = z.lazy(() =>
  z
    .object({
      roomid: roomId().describe("The channel manager's id of the room. `rooms` declares it."),
      date: longList(DateEntry(), 100_000).default([]).describe('What changes, day by day or for ranges of days.'),
    })
    .meta({ id: 'ChannelRoomDates', description: 'The date entries of a room.' }),
)

export const AvailabilityData = z.lazy(() =>
  z
    .object({
      hotelid: shortId().describe("The channel manager's id of the hotel."),
      room: longList(RoomDates, 1_000).default([]).describe('The rooms whose days change.'),
    })
    .meta({ id: 'ChannelAvailabilityData', description: 'Rates and availability of one hotel.' }),
)
export type AvailabilityData = z.output<typeof AvailabilityData>
