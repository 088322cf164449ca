import { MAX_PAGE_CELLS } from '../../../schema/wire/channel-content'
import type {
  ChannelPosition,
  DateWindow,
  StoredCell,
  StoredChannel,
  StoredChannelPage,
  StoredPlanMonth,
  StoredRoom,
  StoredRoomDay,
} from '../../rows/channel'
import { daysOfMonth } from './plan-days'

/*
 * Which of the stored records of a channel manager are on a page of GetCMConnect: hotels with their descriptions and plans, and
 * rooms with their days, in order. A room is whole, unless it alone has more days than a page.
 */

export interface ChannelPage {
  hotels: StoredChannel[]
  /** The end of the page. Undefined: nothing is on it. */
  end: ChannelPosition | undefined
  hasMore: boolean
}

interface PageRange {
  /** The position after which the page begins. */
  after: ChannelPosition | undefined
  window: DateWindow
}

export function channelPage(stored: StoredChannelPage, { after, window }: PageRange): ChannelPage {
  const cells = new CellsOfPage(stored.planMonths, window)
  const roomsOf = byHotel(stored.rooms)
  const plansOf = byHotel(stored.plans)
  const page: ChannelPage = { hotels: [], end: undefined, hasMore: false }
  const endsBefore = () => ({ ...page, hasMore: true })

  for (const { isBeyond, ...hotel } of stored.hotels) {
    const { hotelId } = hotel
    const isContinued = hotelId === after?.hotelId
    if (isBeyond && !isContinued) return endsBefore()
    const continuedRoom = isContinued && after?.planId ? after.roomId : undefined
    const shown: StoredChannel = { hotel, isContinued, continuedRoom, rooms: [], plans: plansOf(hotel), cells: [] }
    const rooms = roomsOf(hotel)
    // A hotel whose last room ended the page before is not shown again.
    if (!isContinued || rooms.length > 0) page.hotels.push(shown)
    if (!isContinued) page.end = { hotelId, roomId: '', planId: '' }
    for (const { isBeyond: isNext, days, ...room } of rooms) {
      const taken = isNext ? undefined : cells.take(room, days)
      if (!taken) return endsBefore()
      shown.rooms.push(room)
      for (const cell of taken.cells) shown.cells.push(cell)
      page.end = { hotelId, roomId: room.id, planId: taken.lastPlan ?? '' }
      if (taken.lastPlan !== undefined) return endsBefore()
    }
  }
  return page
}

/** The cells of a room on a page. */
interface TakenCells {
  cells: StoredCell[]
  /** The last plan of the room on this page; undefined: the page has all. */
  lastPlan?: string
}

/** The cells of a page, which are taken room by room. */
class CellsOfPage {
  #count = 0
  readonly #months: Map<string, StoredPlanMonth[]>
  /** The room of which not all months were read. */
  readonly #cutRoom: string | undefined
  readonly #window: DateWindow

  constructor({ rows, isCut }: StoredChannelPage['planMonths'], window: DateWindow) {
    this.#months = Map.groupBy(rows, ({ hotelId, roomId }) => keyOf(hotelId, roomId))
    const last = rows.at(-1)
    this.#cutRoom = isCut && last ? keyOf(last.hotelId, last.roomId) : undefined
    this.#window = window
  }

  /** The cells of the next room: all of them, or the first plans of a room that alone has too many. Undefined: of a later page. */
  take({ hotelId, id }: StoredRoom, days: readonly StoredRoomDay[]): TakenCells | undefined {
    const key = keyOf(hotelId, id)
    const months = this.#months.get(key) ?? []
    const cells: StoredCell[] = days.map(day => ({ ...day, hotelId, roomId: id, planId: null, prices: null }))
    const isCut = this.#cutRoom === key
    const isAlone = this.#count === 0
    if (isCut && !isAlone) return undefined

    let lastPlan: string | undefined
    for (const [planId, ofPlan] of Map.groupBy(months, each => each.planId)) {
      const next = ofPlan.flatMap(month => cellsOf(month, this.#window))
      const isComplete = !isCut || planId !== months.at(-1)?.planId
      if (!isComplete || this.#count + cells.length + next.length > MAX_PAGE_CELLS) {
        if (!isAlone || lastPlan === undefined) return undefined
        requirePlanOrder(months)
        return { cells, lastPlan }
      }
      for (const cell of next) cells.push(cell)
      lastPlan = planId
    }
    if (this.#count + cells.length > MAX_PAGE_CELLS) return undefined
    this.#count += cells.length
    return { cells }
  }
}

/** The next page begins after a plan: it would leave out plans if they were not in order. */
function requirePlanOrder(months: readonly StoredPlanMonth[]): void {
  if (months.some(({ planId }, i) => planId < (months[i - 1]?.planId ?? ''))) throw new Error('plans are out of order')
}

/** The days of a month that are in a window. */
const cellsOf = (month: StoredPlanMonth, { from, to }: DateWindow): StoredCell[] =>
  daysOfMonth(month, from, to).map(day => ({
    ...day,
    hotelId: month.hotelId,
    roomId: month.roomId,
    planId: month.planId,
    roomsToSell: null,
  }))

const keyOf = (hotelId: string, roomId: string) => JSON.stringify([hotelId, roomId])

/** Rows by their hotel. */
function byHotel<Row extends { hotelId: string }>(rows: readonly Row[]) {
  const byId = Map.groupBy(rows, ({ hotelId }) => hotelId)
  return ({ hotelId }: { hotelId: string }) => byId.get(hotelId) ?? []
}
