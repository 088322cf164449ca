import type { ControlIds } from '../../../schema/tables/channel'
import type { DateRun } from '../../../schema/wire/channel-content'
import type { RoomRuns } from './merge-days'
import type { StoredEntry, StoredRoom } from './stored-channel'

/*
 * Control ids of a channel manager's entries: which of them are kept, and the entries that they make when they are told.
 */

/**
 * Ids that are kept of the entries of a group. What ties a room or a plan to the hotel's own (`roomTypeId` of rooms, `rateID`
 * of plans) is not among them: it is kept as that tie.
 */
const STORED_FIELDS = {
  property: ['cmConnectID'],
  rooms: ['cmConnectID', 'rateID'],
  ratePlan: ['cmConnectID', 'roomTypeID'],
  rateAvailability: ['cmConnectID', 'roomId', 'roomTypeId', 'reservationID', 'rateID'],
} as const

/** The ids that an entry sends, or undefined where it sends none. */
export function idsOf(entry: object, group: keyof typeof STORED_FIELDS): ControlIds | undefined {
  const sent = entry as Record<string, number | undefined>
  let ids: Record<string, number> | undefined
  for (const field of STORED_FIELDS[group]) {
    const id = sent[field]
    if (id) ids = { ...ids, [field]: id }
  }
  return ids
}

const parseIds = (ids: string | null): ControlIds => (ids === null ? {} : JSON.parse(ids))

export const propertyIds = (kept: string | null) => ({ cmConnectID: 0, ...parseIds(kept) })

/** Rooms, or plans, whose control ids are equal. `tie` is the field that says what they are tied to. */
export function groupByControl<Tie extends string, Other extends string, Article extends StoredEntry>(
  articles: readonly Article[],
  tie: Tie,
  other: Other,
) {
  return grouped(
    articles.map(article => {
      const ids = { cmConnectID: 0, [tie]: article.linkedId ?? 0, [other]: 0, ...parseIds(article.controlIds) }
      return [ids as Record<'cmConnectID' | Tie | Other, number>, article] as const
    }),
  )
}

interface RoomDates {
  roomid: string
  date: DateRun[]
}

/**
 * The days of rooms whose control ids are equal. Sending them back must change no tie: `roomTypeId` is the room's tie, and
 * `rateID` the tie of the plans in an entry, where the room's entries ever named one.
 */
export function groupAvailabilityByControl(
  calendars: readonly RoomRuns[],
  rooms: readonly StoredRoom[],
  plans: readonly StoredEntry[],
) {
  const roomById = new Map(rooms.map(room => [room.id, room]))
  const rateOfPlan = new Map(plans.map(({ id, linkedId }) => [id, linkedId ?? 0]))
  return grouped(
    calendars.flatMap(calendar => {
      const room = roomById.get(calendar.roomid)
      const ids = parseIds(room?.availabilityIds ?? null)
      const control = {
        cmConnectID: ids.cmConnectID ?? 0,
        roomId: room?.ownRoomId ?? 0,
        roomTypeId: (ids.roomTypeId && room?.linkedId) || 0,
        reservationID: ids.reservationID ?? 0,
      }
      return byRate(calendar, ids.rateID, rateOfPlan).map(
        ([rateID, date]) =>
          [
            { ...control, rateID },
            { roomid: calendar.roomid, date },
          ] as const,
      )
    }),
  )
}

/** The days of a room by what `rateID` says of them; days of the room itself go with its plans, if those are alike. */
function byRate({ own, plans }: RoomRuns, sent: number | undefined, rateOfPlan: ReadonlyMap<string, number>) {
  const rateOf = (planId: string) => (sent ? (rateOfPlan.get(planId) ?? 0) : 0)
  const rates = new Set(plans.map(({ planId }) => rateOf(planId)))
  const [only = sent ?? 0] = rates
  const parts = new Map<number, DateRun[]>(own.length ? [[rates.size > 1 ? 0 : only, [...own]]] : [])
  for (const { planId, date } of plans) {
    const part = parts.get(rateOf(planId))
    if (part) part.push(...date)
    else parts.set(rateOf(planId), [...date])
  }
  return [...parts]
}

/** What has equal ids, together, in the order in which each first comes. */
function grouped<Ids extends object, Thing extends StoredEntry | RoomDates>(
  things: readonly (readonly [ids: Ids, thing: Thing])[],
): { ids: Ids; things: Thing[] }[] {
  const groups = new Map<string, { ids: Ids; things: Thing[] }>()
  for (const [ids, thing] of things) {
    const key = JSON.stringify(ids)
    const group = groups.get(key)
    if (group) group.things.push(thing)
    else groups.set(key, { ids, things: [thing] })
  }
  return [...groups.values()]
}
