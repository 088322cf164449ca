import * as z from 'zod'
import { dateAfter, todayIn } from '../../../schema/stay-dates'
import { ChannelContent, ChannelQuery, MAX_PAGE_CELLS } from '../../../schema/wire/channel-content'
import { NothingFound } from '../../../schema/wire/paging'
import { channelContent } from '../../domain/channel/content'
import type { CalendarDay } from '../../domain/channel/day-settings'
import { type ChannelOnPage, channelPage } from '../../domain/channel/page'
import { Refusal } from '../../errors'
import { endpoint, nothingFound, success } from '../../http/endpoint'
import { LIST_HEADERS, type Page, pageOf, showPage } from '../../http/paging'
import type { ChannelPosition, DateWindow } from '../../store/channel/columns'
import { readChannelPage } from '../../store/channel/read-content'
import { CONTENT_EXAMPLE } from './update-cm-connect-description'

/** Days after the first, if the request does not name both ends. */
const DEFAULT_DAYS = 365

export const getCmConnect = endpoint(
  {
    method: 'GET',
    path: '/api/CMConnect/GetCMConnect',
    operationId: 'getCMConnect',
    summary: "Returns a hotel's property, rooms, rate plans, rates and availability, in the format of UpdateCMConnect.",
    description:
      'Without `hotelid` the response has all hotels of the customer, in the order of their ids. Each group then has the ' +
      'entries of one hotel after the other.\n\n' +
      '`from` and `to` are both included and span at most {CHANNEL_WINDOW_DAYS} days. Default: today at the hotel, and the ' +
      '365 days after it. With one of them: the 365 days after `from`, or before `to`.\n\n' +
      'Consecutive days with equal values are one date entry. Each plan of a room has entries of its own, with the ' +
      '`roomstosell` of the room. Entries without `rate` are of the room itself: days without a plan, and days on which ' +
      'the room was closed, opened or restricted.\n\n' +
      'A field that was never sent is absent. Control ids are those that were sent last, or 0. Rooms, plans or days with ' +
      'equal control ids share an entry. `roomTypeId` and `rateID` of rooms and plans are the current links to room types ' +
      'and rate plans.\n\n' +
      `The content comes in pages of at most ${MAX_PAGE_CELLS} days of rooms and of rate plans. ` +
      'While `X-Has-More` is `true`, ' +
      'send `X-Next-Cursor` as `cursor`, with the same `hotelid`, `from` and `to`. `property` and `ratePlan` of a hotel are on ' +
      'its first page, a room with all its days on one page. A room that alone has more days than a page continues plan by ' +
      'plan.\n\n' +
      '`syncType` and `action` mean delta, and create or update. Sending the content back changes nothing.',
    auth: 'rates:read',
    query: ChannelQuery,
    allowReplica: true,
    responseHeaders: LIST_HEADERS,
    response: z.lazy(() => z.union([ChannelContent, NothingFound])),
    example: { query: { hotelid: 'QDM', from: '2027-05-01', to: '2027-05-31' }, response: CONTENT_EXAMPLE },
  },
  async call => {
    const { db, scope, now } = call
    const { hotelid, from, to, cursor } = call.query
    const list = `channel ${JSON.stringify([hotelid, from, to])}`
    const requestedPage = await pageOf(call, list, { cursor })
    if (requestedPage instanceof Refusal) return requestedPage

    const page = { ...requestedPage, size: MAX_PAGE_CELLS }
    const { begunAt = now, after } = continuedFrom(page)
    const requested = windowOf(from, to)
    const window = requested ?? widestDefaultWindow(begunAt)
    const stored = await readChannelPage(db, scope, { hotelId: hotelid, window, after, maxBytes: page.maxBytes })
    const { hotels, end, hasMore } = channelPage(stored, { after, window })

    const ends = { rows: end ? [end] : [], hasMore }
    const { headers } = await showPage(call, list, page, {
      read: ends,
      position: ({ hotelId, roomId, planId }) => [begunAt, hotelId, roomId, planId],
    })
    if (!hotels.length) return nothingFound(headers)
    const inDefaultWindow = (channel: ChannelOnPage) =>
      restrictTo(defaultWindowFrom(todayIn(channel.hotel.timeZone, begunAt)), channel)
    return success(channelContent(scope.customer, requested ? hotels : hotels.map(inDefaultWindow)), { headers })
  },
)

/**
 * The position after which a page begins, and the time of the first page. The default window of all pages is that of the first: a
 * day may end in between.
 */
function continuedFrom({ after }: Page): { begunAt?: number; after?: ChannelPosition } {
  if (!after) return {}
  const [begunAt, hotelId, roomId, planId] = after as [number, string, string, string]
  return { begunAt, after: { hotelId, roomId, planId } }
}

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

function restrictTo({ from, to }: DateWindow, channel: ChannelOnPage): ChannelOnPage {
  const within = (days: CalendarDay[]) => days.filter(({ day }) => from <= day && day <= to)
  const calendars = channel.calendars.map(({ roomId, own, plans }) => ({
    roomId,
    own: within(own),
    plans: plans.map(({ planId, days }) => ({ planId, days: within(days) })),
  }))
  return { ...channel, calendars }
}
