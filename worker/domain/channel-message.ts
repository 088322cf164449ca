import type { ControlIds } from '../../schema/tables/channel'
import { ACTIONS, FULL_SYNC, type UpdateMessage } from '../../schema/wire/cm-connect'
import { Refusal } from '../errors'
import {
  after,
  type BookChanges,
  bookChanges,
  declareHotel,
  type Hotel,
  type KnownChannel,
  openBooks,
  put,
  take,
  takeHotel,
} from './channel-books'
import type { CalendarChanges } from './channel-calendar'
import { idsOf } from './channel-control'
import { readCalendars } from './channel-days'
import { ChannelFaults, hotelAt, type Judging, judgeAmount, judgeOwnIds, rateOf, roomTypeOf } from './channel-judging'
import type { Named, OwnIds } from './channel-names'

/*
 * A message of a channel manager, judged and made into what is to be written. Its groups are applied in order, so that a
 * message may use what it declares.
 */

export interface ChannelChange extends BookChanges {
  /** The currency that its prices were read in. */
  currency: string
  /** Rooms and plans that must still be there when it is written. */
  relied: { rooms: Named[]; plans: Named[] }
  days: CalendarChanges
}

interface Control extends OwnIds {
  action: number
  syncType: number
  cmConnectID?: number | undefined
}

/** What a message changes, or every fault of it that the records show. */
export function judgeMessage(
  message: UpdateMessage,
  known: KnownChannel,
): ChannelChange | Refusal<'INVALID_FIELD' | 'UNKNOWN_REFERENCE'> {
  const judging: Judging = { known, books: openBooks(known), faults: new ChannelFaults() }
  applyProperties(judging, message.property)
  applyRooms(judging, message.rooms)
  applyPlans(judging, message.ratePlan)
  const days = readCalendars(judging, message)
  if (days instanceof Refusal) return days
  const { currency, rooms, plans } = known
  return { currency, relied: { rooms, plans }, ...bookChanges(judging.books), days }
}

function applyProperties({ known, books, faults }: Judging, entries: UpdateMessage['property']) {
  for (const [i, entry] of entries.entries()) {
    for (const [j, { hotelid, description }] of entry.data.entries()) {
      const path = `property[${i}].data[${j}]`
      const hotel = books.get(hotelid)
      if (!hotel && entry.action >= ACTIONS.update) {
        faults.unknown(`${path}.hotelid`, `property ${hotelid}`)
      } else if (hotel && entry.action === ACTIONS.delete) {
        takeHotel(hotel)
      } else {
        const { currencyCode, hotelName, hotelDescriptiveContentNotifType: word } = description
        if (currencyCode && currencyCode !== known.currency) {
          const field = 'hotelDescriptiveContents.hotelDescriptiveContent.currencyCode'
          faults.invalid(`${path}.${field}`, `expected ${known.currency}, in which the hotel's amounts are kept`)
        }
        const declared = declareHotel(books, hotelid, hotelName || hotelid)
        const ids = idsOf(entry, 'property')
        declared.said = after(declared.said, { replaces: isWhole(entry, word === 'New'), description, ids })
      }
    }
  }
}

/** Whether a description is the whole of it: what is created, or synchronised in full. */
const isWhole = ({ action, syncType }: Control, isCalledNew: boolean) =>
  syncType === FULL_SYNC || action === ACTIONS.create || (action === ACTIONS.upsert && isCalledNew)

function applyRooms(judging: Judging, entries: UpdateMessage['rooms']) {
  for (const [i, entry] of entries.entries()) {
    judgeOwnIds(judging, entry, `rooms[${i}]`)
    for (const [j, { sellableProducts }] of entry.data.entries()) {
      const path = `rooms[${i}].data[${j}].sellableProducts`
      const hotel = hotelAt(judging, sellableProducts.hotelid, path)
      if (!hotel) continue
      const tie = roomTypeOf(judging, entry, hotel, `rooms[${i}]`)
      for (const [k, { roomid, description }] of sellableProducts.sellableProduct.entries()) {
        const { invStatusType: word, invNotifType, guestRoom } = description
        const here = `${path}.sellableProduct[${k}]`
        judgeAmount(judging, guestRoom?.room?.roomRate, `${here}.guestRoom.room.roomRate`)
        applyOne(judging, hotel, 'room', roomid, here, {
          entry,
          ids: idsOf(entry, 'rooms'),
          tie,
          description,
          isActive: word === 'Deactivated' ? false : word === 'Initial' || word === 'Active' ? true : undefined,
          isCalledNew: word === 'Initial' || invNotifType === 'New',
          isCalledDeleted: word === 'Delete',
        })
      }
    }
  }
}

function applyPlans(judging: Judging, entries: UpdateMessage['ratePlan']) {
  for (const [i, entry] of entries.entries()) {
    judgeOwnIds(judging, entry, `ratePlan[${i}]`)
    for (const [j, { ratePlans }] of entry.data.entries()) {
      const path = `ratePlan[${i}].data[${j}].ratePlans`
      const hotel = hotelAt(judging, ratePlans.hotelid, path)
      if (!hotel) continue
      const tie = rateOf(judging, entry, hotel, `ratePlan[${i}]`)
      for (const [k, { rateplanid, description }] of ratePlans.ratePlan.entries()) {
        const word = description.ratePlanNotifType
        applyOne(judging, hotel, 'plan', rateplanid, `${path}.ratePlan[${k}]`, {
          entry,
          ids: idsOf(entry, 'ratePlan'),
          tie,
          description,
          isActive: word === 'Remove' ? false : word === 'New' || word === 'Activate' ? true : undefined,
          isCalledNew: word === 'New',
          isCalledDeleted: false,
        })
      }
    }
  }
}

/** One room or plan, as an entry speaks of it. */
interface Spoken {
  entry: Control
  ids: ControlIds | undefined
  tie: number | undefined
  description: Record<string, unknown>
  isActive: boolean | undefined
  isCalledNew: boolean
  isCalledDeleted: boolean
}

function applyOne({ faults }: Judging, hotel: Hotel, kind: 'room' | 'plan', id: string, path: string, spoken: Spoken) {
  const { entry, ids, tie, description, isActive, isCalledNew, isCalledDeleted } = spoken
  const shelf = kind === 'room' ? hotel.rooms : hotel.plans
  if (isCalledDeleted && entry.action === ACTIONS.create) {
    faults.invalid(`${path}.invStatusType`, 'expected another than Delete with action 1, create')
    return
  }
  const isDeleted = isCalledDeleted || entry.action === ACTIONS.delete
  // What is not there is neither changed nor taken off sale.
  if (!shelf.there.has(id) && (isDeleted || isActive === false || entry.action === ACTIONS.update)) {
    faults.unknown(kind === 'room' ? `${path}.roomid` : `${path}.rateplanid`, `${kind} ${id} in ${hotel.hotelId}`)
  } else if (isDeleted) {
    take(shelf, id)
  } else {
    put(shelf, id, { tie, isActive, replaces: isWhole(entry, isCalledNew), description, ids })
  }
}
