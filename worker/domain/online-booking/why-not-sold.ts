import type { RoomDay } from '../../store/online-booking/columns'
import type { CalendarDay } from '../channel/day-settings'

/*
 * Why a stay is not sold: one night and one rule.
 */

type Key = Pick<RoomDay, 'hotelId' | 'channelRoomId' | 'day'>
type PlanDay = Key & Pick<CalendarDay, 'closed'> & { planId: string }
type PlanNights = Omit<Key, 'day'> & { planId: string; nights: readonly { day: string }[] }

/** The key of a channel room. */
export const roomOf = ({ hotelId, channelRoomId }: Omit<Key, 'day'>) => JSON.stringify([hotelId, channelRoomId])

/** Whether a channel room has something to sell on its day. */
export const isOpen = ({ isClosed, roomsToSell }: RoomDay) => !isClosed && (roomsToSell ?? 0) > 0

/**
 * The reason why no plan is sold on every night. It is of the first night on which nothing is sold. If there is none, it is of
 * the plan that is sold longest from the arrival on. `sold` has the nights of each plan that is sold on any.
 */
export function whyNotSold(
  nights: readonly string[],
  sold: readonly PlanNights[],
  roomDays: readonly RoomDay[],
  planDays: readonly PlanDay[],
): string {
  const first = nights.find(night => !sold.some(plan => isSoldOn(plan, night)))
  if (first) return `roomTypeID: ${ruleOn(first, roomDays, planDays)}`
  const ends = sold.map(plan => ({ plan, night: nights.find(night => !isSoldOn(plan, night)) ?? '' }))
  const { plan, night } = ends.reduce((longest, end) => (end.night > longest.night ? end : longest))
  const isOfRoom = ({ hotelId, channelRoomId }: Key) => hotelId === plan.hotelId && channelRoomId === plan.channelRoomId
  const rule = ruleOn(
    night,
    roomDays.filter(isOfRoom),
    planDays.filter(day => isOfRoom(day) && day.planId === plan.planId),
  )
  return `roomTypeID: no plan is sold on every night; ${plan.planId}: ${rule}`
}

const isSoldOn = ({ nights }: PlanNights, night: string) => nights.some(({ day }) => day === night)

/** The rule that stops a sale on a night: of several channel rooms and plans, the rule of the one that is nearest to a sale. */
function ruleOn(night: string, roomDays: readonly RoomDay[], planDays: readonly PlanDay[]): string {
  const rooms = roomDays.filter(({ day }) => day === night)
  if (rooms.length > 0 && rooms.every(({ isClosed }) => isClosed)) return `closed on the night of ${night}`
  const open = new Set(rooms.filter(isOpen).map(roomOf))
  if (open.size === 0) return `no rooms to sell on the night of ${night}`
  const plans = planDays.filter(plan => plan.day === night && open.has(roomOf(plan)))
  return plans.length > 0 && plans.every(({ closed }) => closed)
    ? `rate plan closed on the night of ${night}`
    : `no price on the night of ${night}`
}
