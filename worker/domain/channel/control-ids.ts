import type { ControlIds } from '../../../schema/tables/channel'
import type { DateRun } from '../../../schema/wire/channel-content'
import type { StoredEntry, StoredRoom } from '../../store/channel/columns'
import type { RoomRuns } from './merge-days'

/*
 * Control ids of a channel manager's entries: which of them are stored, and how they group the entries of a response.
 */

/**
 * Ids that are stored for the entries of a group. Ids that link a room or a plan to the hotel's own records (`roomTypeId` of
 * rooms, `rateID` of plans) are not among them: they are stored as `linkedId`.
 */
const STORED_FIELDS = {
  property: ['cmConnectID'],
  rooms: ['cmConnectID', 'rateID'],
  ratePlan: ['cmConnectID', 'roomTypeID'],
  rateAvailability: ['cmConnectID', 'roomId', 'roomTypeId', 'reservationID', 'rateID'],
} as const

/** The ids that an entry sends; undefined: none. */
export function idsOf(entry: object, group: keyof typeof STORED_FIELDS): ControlIds | undefined {
  const sent = entry as Record<string, number | undefined>
  let ids: Record<string, number> | undefined
  for (const field of STORED_FIELDS[group]) {
    const id = sent[field]
    if (id) ids = { ...ids, [field]: id }
  }
  return ids
}

export const propertyIds = (stored: ControlIds | null) => ({ cmConnectID: 0, ...stored })

/** Rooms, or plans, grouped by equal control ids. `linkField` is the field for the record that they are tied to. */
export function groupByControl<LinkField extends string, OtherField extends string, Entry extends StoredEntry>(
  entries: readonly Entry[],
  linkField: LinkField,
  otherField: OtherField,
) {
  return grouped(
    entries.map(entry => {
      const ids = { cmConnectID: 0, [linkField]: entry.linkedId ?? 0, [otherField]: 0, ...entry.controlIds }
      return [ids as Record<'cmConnectID' | LinkField | OtherField, number>, entry] as const
    }),
  )
}

interface RoomDates {
  roomid: string
  date: DateRun[]
}

/**
 * The days of rooms, grouped by equal control ids. Sending them back must not change what a room or plan is tied to. So
 * `roomTypeId` is what the room is tied to, and `rateID` what the plans of an entry are tied to, if an entry of the room ever
 * sent one.
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
      const ids: ControlIds = room?.availabilityIds ?? {}
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

/** The days of a room by `rateID`. Days of the room itself go with its plans, if those all have one `rateID`. */
function byRate({ own, plans }: RoomRuns, sent: number | undefined, rateOfPlan: ReadonlyMap<string, number>) {
  const rateOf = (planId: string) => (sent ? (rateOfPlan.get(planId) ?? 0) : 0)
  const rates = new Set(plans.map(({ planId }) => rateOf(planId)))
  const [commonRate = sent ?? 0] = rates
  const parts = new Map<number, DateRun[]>(own.length ? [[rates.size > 1 ? 0 : commonRate, [...own]]] : [])
  for (const { planId, date } of plans) {
    const part = parts.get(rateOf(planId))
    if (part) part.push(...date)
    else parts.set(rateOf(planId), [...date])
  }
  return [...parts]
}

/** Groups items by equal ids, in the order of each group's first item. */
function grouped<Ids extends object, Item extends StoredEntry | RoomDates>(
  items: readonly (readonly [ids: Ids, item: Item])[],
): { ids: Ids; items: Item[] }[] {
  const groups = new Map<string, { ids: Ids; items: Item[] }>()
  for (const [ids, item] of items) {
    const key = JSON.stringify(ids)
    const group = groups.get(key)
    if (group) group.items.push(item)
    else groups.set(key, { ids, items: [item] })
  }
  return [...groups.values()]
}
