import * as z from 'zod'
import { ChannelContent, ChannelQuery } from '../../../schema/wire/channel-content'
import { channelContent } from '../../domain/channel/content'
import { dateAfter, todayIn } from '../../domain/stay-dates'
import { endpoint, nothingFound, success } from '../../http/endpoint'
import type { StoredChannel } from '../../store/channel/columns'
import { type DateWindow, readChannel } from '../../store/channel/read-content'

/** Days after the first, if the request does not name both ends. */
const DEFAULT_DAYS = 365

export const getCmConnect = endpoint(
  {
    method: 'GET',
    path: '/api/CMConnect/GetCMConnect',
    summary: "A hotel's property, rooms, rate plans, rates and availability, as UpdateCMConnect takes them.",
    description:
      'Without `hotelid`: all hotels of the customer, in the order of their ids; the entries of each group come hotel by hotel. ' +
      '`from` and `to` are both included and span at most {CHANNEL_WINDOW_DAYS} days. Without them: today, where the hotel is, and the 365 days ' +
      'after it; with one of them, the 365 days to its other side. Neighbouring days that say the same are one date entry. ' +
      "Each plan of a room has entries of its own, with the room's `roomstosell`; days without a plan, and days on which the " +
      'room itself was closed, opened or restricted, have entries without `rate`. What was never sent is left out. Control ids ' +
      'are those that were last sent, 0 where none was, and what has equal ones shares an entry; ids that tie rooms and plans to ' +
      'room types and rates are told as the ties are now. `syncType` and `action` say delta, create or update: sending an answer ' +
      'back changes nothing.',
    auth: 'rates:read',
    query: ChannelQuery,
    customerField: 'clientId',
    allowReplica: true,
    response: z.lazy(() => z.union([ChannelContent, z.strictObject({})])),
    example: { query: { hotelid: 'QDM', from: '2027-05-01', to: '2027-05-31' } },
  },
  async ({ db, scope, query, now }) => {
    const { hotelid, from, to } = query
    const requested = windowOf(from, to)
    const stored = await readChannel(db, scope, hotelid, requested ?? widestDefaultWindow(now))
    if (!stored.length) return nothingFound()
    const inDefaultWindow = (channel: StoredChannel) =>
      restrictTo(defaultWindowFrom(todayIn(channel.hotel.timeZone, now)), channel)
    return success(channelContent(scope.customer, requested ? stored : stored.map(inDefaultWindow)))
  },
)

const defaultWindowFrom = (from: string): DateWindow => ({ from, to: dateAfter(from, DEFAULT_DAYS) })

/** The window that a request names; undefined: it names neither end. */
function windowOf(from: string | undefined, to: string | undefined): DateWindow | undefined {
  if (from) return to ? { from, to } : defaultWindowFrom(from)
  return to ? { from: dateAfter(to, -DEFAULT_DAYS), to } : undefined
}

/** Contains the default window in any time zone: the hotel's zone is not known before it is read. */
function widestDefaultWindow(now: number): DateWindow {
  const today = todayIn('UTC', now)
  return { from: dateAfter(today, -1), to: dateAfter(today, 1 + DEFAULT_DAYS) }
}

function restrictTo({ from, to }: DateWindow, channel: StoredChannel): StoredChannel {
  const isIn = ({ day }: { day: string }) => from <= day && day <= to
  return { ...channel, roomDays: channel.roomDays.filter(isIn), planDays: channel.planDays.filter(isIn) }
}
