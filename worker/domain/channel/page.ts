import { MAX_PAGE_CELLS } from '../../../schema/wire/channel-content'
import type { RowOf } from '../../db/select-rows'
import type {
  ChannelPosition,
  DateWindow,
  hotelColumns,
  StoredChannelPage,
  StoredPlan,
  StoredPlanMonth,
  StoredRoom,
  StoredRoomDay,
} from '../../store/channel/columns'
import type { CalendarDay } from './day-settings'
import { PlanMonths } from './plan-days'

/*
 * Which of the stored records of a channel manager are on a page of GetCMConnect: hotels with their descriptions and plans, and
 * rooms with their days, in order. A room is whole, unless it alone has more days than a page.
 */

export interface ChannelPage {
  hotels: ChannelOnPage[]
  /** The end of the page. Undefined: nothing is on it. */
  end: ChannelPosition | undefined
  hasMore: boolean
}

/** The records of one hotel on a page: rooms and plans in the order of their ids. */
export interface ChannelOnPage {
  hotel: RowOf<typeof hotelColumns>
  /** An earlier page has the hotel's description and plans. */
  isContinued: boolean
  /** A room whose description and own days an earlier page has. Its days are here for the allotment of the plans. */
  continuedRoom: string | undefined
  rooms: StoredRoom[]
  plans: StoredPlan[]
  calendars: RoomDays[]
}

/** The days of a room, and of each plan in it. */
interface RoomDays {
  roomId: string
  own: CalendarDay[]
  plans: { planId: string; days: CalendarDay[] }[]
}

interface PageRange {
  /** The position after which the page begins. */
  after: ChannelPosition | undefined
  window: DateWindow
}

export function channelPage(stored: StoredChannelPage, { after, window }: PageRange): ChannelPage {
  const cells = new DaysOfPage(stored.planMonths, window)
  const roomsOf = byHotel(stored.rooms)
  const plansOf = byHotel(stored.plans)
  const page: ChannelPage = { hotels: [], end: undefined, hasMore: false }
  const endsBefore = () => ({ ...page, hasMore: true })

  for (const { isBeyond, ...hotel } of stored.hotels) {
    const { hotelId } = hotel
    const isContinued = hotelId === after?.hotelId
    if (isBeyond && !isContinued) return endsBefore()
    const continuedRoom = isContinued && after?.planId ? after.roomId : undefined
    const shown: ChannelOnPage = { hotel, isContinued, continuedRoom, rooms: [], plans: plansOf(hotel), calendars: [] }
    const rooms = roomsOf(hotel)
    // A hotel whose last room ended the page before is not shown again.
    if (!isContinued || rooms.length > 0) page.hotels.push(shown)
    if (!isContinued) page.end = { hotelId, roomId: '', planId: '' }
    for (const { isBeyond: isNext, days, ...room } of rooms) {
      const taken = isNext ? undefined : cells.take(room, days)
      if (!taken) return endsBefore()
      shown.rooms.push(room)
      shown.calendars.push(taken.calendar)
      page.end = { hotelId, roomId: room.id, planId: taken.lastPlan ?? '' }
      if (taken.lastPlan !== undefined) return endsBefore()
    }
  }
  return page
}

/** The days of a room on a page. */
interface TakenDays {
  calendar: RoomDays
  /** The last plan of the room on this page; undefined: the page has all. */
  lastPlan?: string
}

/** The days of a page, which are taken room by room. */
class DaysOfPage {
  #count = 0
  readonly #months: Map<string, StoredPlanMonth[]>
  readonly #reader = new PlanMonths()
  /** The room of which not all months were read. */
  readonly #cutRoom: string | undefined
  readonly #window: DateWindow

  constructor({ rows, isCut }: StoredChannelPage['planMonths'], window: DateWindow) {
    this.#months = Map.groupBy(rows, ({ hotelId, roomId }) => keyOf(hotelId, roomId))
    const last = rows.at(-1)
    this.#cutRoom = isCut && last ? keyOf(last.hotelId, last.roomId) : undefined
    this.#window = window
  }

  /** The days of the next room: all of them, or the first plans of a room that alone has too many. Undefined: of a later page. */
  take({ hotelId, id }: StoredRoom, days: readonly StoredRoomDay[]): TakenDays | undefined {
    const key = keyOf(hotelId, id)
    const months = this.#months.get(key) ?? []
    const calendar: RoomDays = { roomId: id, own: days.map(day => ({ ...day, prices: null })), plans: [] }
    const isCut = this.#cutRoom === key
    const isAlone = this.#count === 0
    if (isCut && !isAlone) return undefined

    let count = this.#count + days.length
    for (const [planId, ofPlan] of Map.groupBy(months, each => each.planId)) {
      const planDays = ofPlan.flatMap(month => this.#reader.daysOf(month, this.#window.from, this.#window.to))
      const isComplete = !isCut || planId !== months.at(-1)?.planId
      if (!isComplete || count + planDays.length > MAX_PAGE_CELLS) {
        const lastPlan = calendar.plans.at(-1)?.planId
        if (!isAlone || lastPlan === undefined) return undefined
        requirePlanOrder(months)
        return { calendar, lastPlan }
      }
      count += planDays.length
      calendar.plans.push({ planId, days: planDays })
    }
    if (count > MAX_PAGE_CELLS) return undefined
    this.#count = count
    return { calendar }
  }
}

/** The next page begins after a plan: it would leave out plans if they were not in order. */
function requirePlanOrder(months: readonly StoredPlanMonth[]): void {
  if (months.some(({ planId }, i) => planId < (months[i - 1]?.planId ?? ''))) throw new Error('plans are out of order')
}

const keyOf = (hotelId: string, roomId: string) => JSON.stringify([hotelId, roomId])

/** Rows by their hotel. */
function byHotel<Row extends { hotelId: string }>(rows: readonly Row[]) {
  const byId = Map.groupBy(rows, ({ hotelId }) => hotelId)
  return ({ hotelId }: { hotelId: string }) => byId.get(hotelId) ?? []
}
