import type { ControlIds } from '../../../schema/tables/channel'
import { ACTIONS, FULL_SYNC, type UpdateMessage } from '../../../schema/wire/channel-message'
import type { Limits } from '../../../schema/wire/limits'
import { Refusal } from '../../errors'
import type { CalendarChanges } from './calendar-changes'
import {
  type CatalogChanges,
  catalogChanges,
  declareHotel,
  type HotelDraft,
  type KnownChannel,
  mergeChanges,
  mergeEntry,
  removeEntry,
  removeHotel,
  startDraft,
} from './catalog-draft'
import { idsOf } from './control-ids'
import { readCalendars } from './read-calendars'
import type { HotelScopedId, OwnIds } from './referenced-ids'
import {
  ChannelIssues,
  type ChannelValidation,
  findHotel,
  linkedRatePlan,
  linkedRoomType,
  validateAmount,
  validateOwnIds,
} from './validation'

/*
 * Validates a channel manager's message and plans what to write. Its groups are applied in order, so that a message may use
 * what it declares.
 */

export interface ChannelChange extends CatalogChanges {
  /** The currency in which its prices were read. */
  currency: string
  /** Rooms and plans that must still exist when it is written. */
  required: { rooms: HotelScopedId[]; plans: HotelScopedId[] }
  days: CalendarChanges
}

interface Control extends OwnIds {
  action: number
  syncType: number
  cmConnectID?: number | undefined
}

/** What a message changes, or all issues that a comparison with the stored records finds. */
export function validateMessage(
  message: UpdateMessage,
  known: KnownChannel,
  limits: Limits,
): ChannelChange | Refusal<'INVALID_FIELD' | 'UNKNOWN_REFERENCE'> {
  const validation: ChannelValidation = { known, draft: startDraft(known), issues: new ChannelIssues(), limits }
  applyProperties(validation, message.property)
  applyRooms(validation, message.rooms)
  applyPlans(validation, message.ratePlan)
  const days = readCalendars(validation, message)
  if (days instanceof Refusal) return days
  const { currency, rooms, plans } = known
  return { currency, required: { rooms, plans }, ...catalogChanges(validation.draft), days }
}

function applyProperties({ known, draft, issues }: ChannelValidation, entries: UpdateMessage['property']) {
  for (const [i, entry] of entries.entries()) {
    for (const [j, { hotelid, description }] of entry.data.entries()) {
      const path = `property[${i}].data[${j}]`
      const hotel = draft.get(hotelid)
      if (!hotel && entry.action >= ACTIONS.update) {
        issues.unknown(`${path}.hotelid`, `property ${hotelid}`)
      } else if (hotel && entry.action === ACTIONS.delete) {
        removeHotel(hotel)
      } else {
        const { currencyCode, hotelName, hotelDescriptiveContentNotifType: notifType } = description
        if (currencyCode && currencyCode !== known.currency) {
          const field = 'hotelDescriptiveContents.hotelDescriptiveContent.currencyCode'
          issues.invalid(`${path}.${field}`, `expected ${known.currency}, in which the hotel's amounts are kept`)
        }
        const declared = declareHotel(draft, hotelid, hotelName || hotelid)
        const ids = idsOf(entry, 'property')
        declared.change = mergeChanges(declared.change, {
          replaces: isFullDescription(entry, notifType === 'New'),
          description,
          ids,
        })
      }
    }
  }
}

/** Whether a description is complete: the entry creates a record or synchronises in full. */
const isFullDescription = ({ action, syncType }: Control, isMarkedNew: boolean) =>
  syncType === FULL_SYNC || action === ACTIONS.create || (action === ACTIONS.upsert && isMarkedNew)

function applyRooms(validation: ChannelValidation, entries: UpdateMessage['rooms']) {
  for (const [i, entry] of entries.entries()) {
    validateOwnIds(validation, entry, `rooms[${i}]`)
    for (const [j, { sellableProducts }] of entry.data.entries()) {
      const path = `rooms[${i}].data[${j}].sellableProducts`
      const hotel = findHotel(validation, sellableProducts.hotelid, path)
      if (!hotel) continue
      const linkedId = linkedRoomType(validation, entry, hotel, `rooms[${i}]`)
      for (const [k, { roomid, description }] of sellableProducts.sellableProduct.entries()) {
        const { invStatusType: status, invNotifType, guestRoom } = description
        const entryPath = `${path}.sellableProduct[${k}]`
        validateAmount(validation, guestRoom?.room?.roomRate, `${entryPath}.guestRoom.room.roomRate`)
        applyEntry(validation, hotel, {
          kind: 'room',
          id: roomid,
          path: entryPath,
          entry,
          ids: idsOf(entry, 'rooms'),
          linkedId,
          description,
          isActive: status === 'Deactivated' ? false : status === 'Initial' || status === 'Active' ? true : undefined,
          isMarkedNew: status === 'Initial' || invNotifType === 'New',
          isMarkedDeleted: status === 'Delete',
        })
      }
    }
  }
}

function applyPlans(validation: ChannelValidation, entries: UpdateMessage['ratePlan']) {
  for (const [i, entry] of entries.entries()) {
    validateOwnIds(validation, entry, `ratePlan[${i}]`)
    for (const [j, { ratePlans }] of entry.data.entries()) {
      const path = `ratePlan[${i}].data[${j}].ratePlans`
      const hotel = findHotel(validation, ratePlans.hotelid, path)
      if (!hotel) continue
      const linkedId = linkedRatePlan(validation, entry, hotel, `ratePlan[${i}]`)
      for (const [k, { rateplanid, description }] of ratePlans.ratePlan.entries()) {
        const notifType = description.ratePlanNotifType
        applyEntry(validation, hotel, {
          kind: 'plan',
          id: rateplanid,
          path: `${path}.ratePlan[${k}]`,
          entry,
          ids: idsOf(entry, 'ratePlan'),
          linkedId,
          description,
          isActive: notifType === 'Remove' ? false : notifType === 'New' || notifType === 'Activate' ? true : undefined,
          isMarkedNew: notifType === 'New',
          isMarkedDeleted: false,
        })
      }
    }
  }
}

/** One room or plan of an entry. */
interface EntryMessage {
  kind: 'room' | 'plan'
  id: string
  path: string
  entry: Control
  ids: ControlIds | undefined
  linkedId: number | undefined
  description: Record<string, unknown>
  isActive: boolean | undefined
  isMarkedNew: boolean
  isMarkedDeleted: boolean
}

function applyEntry(
  { issues }: ChannelValidation,
  hotel: HotelDraft,
  { kind, id, path, entry, ids, linkedId, description, isActive, isMarkedNew, isMarkedDeleted }: EntryMessage,
) {
  const entries = kind === 'room' ? hotel.rooms : hotel.plans
  if (isMarkedDeleted && entry.action === ACTIONS.create) {
    issues.invalid(`${path}.invStatusType`, 'expected another than Delete with action 1, create')
    return
  }
  const isDeleted = isMarkedDeleted || entry.action === ACTIONS.delete
  // A room or plan that does not exist can be neither changed nor deactivated.
  if (!entries.present.has(id) && (isDeleted || isActive === false || entry.action === ACTIONS.update)) {
    issues.unknown(kind === 'room' ? `${path}.roomid` : `${path}.rateplanid`, `${kind} ${id} in ${hotel.hotelId}`)
  } else if (isDeleted) {
    removeEntry(entries, id)
  } else {
    mergeEntry(entries, id, { linkedId, isActive, replaces: isFullDescription(entry, isMarkedNew), description, ids })
  }
}
