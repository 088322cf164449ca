import type {
  ChannelPosition,
  StoredCell,
  StoredChannel,
  StoredChannelPage,
  StoredRoom,
} from '../../store/channel/columns'

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

/** The page that begins after a position. Of `maxCells + 1` cells that are stored, the last belongs to the next page. */
export function channelPage(
  stored: StoredChannelPage,
  after: ChannelPosition | undefined,
  maxCells: number,
): ChannelPage {
  const cells = cellsOfPage(stored.cells, maxCells)
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
    for (const { isBeyond: isNext, ...room } of rooms) {
      const days = cells.of(room)
      if (isNext || !days) return endsBefore()
      shown.rooms.push(room)
      for (const day of days) shown.cells.push(day)
      const split = cells.splitOf(room)
      page.end = { hotelId, roomId: room.id, planId: split ?? '' }
      if (split !== undefined) return endsBefore()
    }
  }
  return page
}

interface CellsOfPage {
  /** The days of a room; undefined: they are on a later page. */
  of(room: StoredRoom): readonly StoredCell[] | undefined
  /** The last plan of a room on this page, if its other plans are on the next. */
  splitOf(room: StoredRoom): string | undefined
}

function cellsOfPage(cells: readonly StoredCell[], maxCells: number): CellsOfPage {
  const rooms = new Map<string, StoredCell[]>()
  for (const cell of cells) {
    const key = keyOf(cell.hotelId, cell.roomId)
    const days = rooms.get(key)
    if (days) days.push(cell)
    else rooms.set(key, [cell])
  }
  const last = cells.length > maxCells ? cells.at(-1) : undefined
  const cut = last && keyOf(last.hotelId, last.roomId)
  const isSplit = cut !== undefined && rooms.size === 1
  const whole = isSplit ? withoutLastPlan(cells) : []
  return {
    of({ hotelId, id }) {
      const key = keyOf(hotelId, id)
      if (key === cut) return isSplit ? whole : undefined
      return rooms.get(key) ?? []
    },
    splitOf({ hotelId, id }) {
      return isSplit && keyOf(hotelId, id) === cut ? (whole.at(-1)?.planId ?? '') : undefined
    },
  }
}

/** The plans of a room that are complete. They are so only if the days are in the order of the plans. */
function withoutLastPlan(cells: readonly StoredCell[]): StoredCell[] {
  const plan = ({ planId }: StoredCell) => planId ?? ''
  const last = cells.at(-1)
  if (cells.some((cell, i) => i > 0 && plan(cell) < plan(cells[i - 1] ?? cell)))
    throw new Error('days are out of order')
  return cells.filter(cell => cell.planId !== last?.planId)
}

const keyOf = (hotelId: string, roomId: string) => JSON.stringify([hotelId, roomId])

/** Rows by their hotel. */
function byHotel<Row extends { hotelId: string }>(rows: readonly Row[]) {
  const byId = Map.groupBy(rows, ({ hotelId }) => hotelId)
  return ({ hotelId }: { hotelId: string }) => byId.get(hotelId) ?? []
}
