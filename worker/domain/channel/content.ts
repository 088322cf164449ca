import type { ChannelContent } from '../../../schema/wire/channel-content'
import { decimalsOf } from '../money'
import type { StayRestrictions } from '../online-booking/stay-restrictions'
import { groupAvailabilityByControl, groupByControl, propertyIds } from './control-ids'
import { mergeDays } from './merge-days'

/*
 * What a channel manager reads of a hotel: the groups that it sent, as they stand now.
 */

/** A room or a plan, with what ties it to the house and its description as JSON. */
export interface StoredEntry {
  id: string
  linkedId: number | null
  isActive: number
  document: string
  /** Control ids as JSON; null: none was sent. */
  controlIds: string | null
}

export interface StoredRoom extends StoredEntry {
  /** Those of the entries with its rates and availability. */
  availabilityIds: string | null
  /** Their `roomId`, if that room of the hotel is of the type that this room is tied to. */
  ownRoomId: number | null
}

export interface StoredRoomDay extends StayRestrictions {
  roomId: string
  day: string
  roomsToSell: number | null
  closed: number | null
}

export interface StoredPlanDay extends StayRestrictions {
  roomId: string
  planId: string
  day: string
  closed: number | null
  prices: string | null
}

/** What is kept of one hotel: rooms and plans in the order of their ids, days in any order. */
export interface StoredChannel {
  hotel: {
    hotelId: string
    propertyName: string
    timeZone: string
    currency: string
    document: string | null
    controlIds: string | null
  }
  rooms: StoredRoom[]
  plans: StoredEntry[]
  roomDays: StoredRoomDay[]
  planDays: StoredPlanDay[]
}

const DELTA = 2

/** Hotels in one content: the entries of each group, hotel by hotel. */
export function channelContent(customer: number, hotels: readonly StoredChannel[]): ChannelContent {
  const contents = hotels.map(kept => hotelContent(customer, kept))
  return {
    property: contents.flatMap(({ property }) => property),
    rooms: contents.flatMap(({ rooms }) => rooms),
    ratePlan: contents.flatMap(({ ratePlan }) => ratePlan),
    rateAvailability: contents.flatMap(({ rateAvailability }) => rateAvailability),
  }
}

function hotelContent(customer: number, kept: StoredChannel): ChannelContent {
  const { hotelId, currency, controlIds } = kept.hotel
  const control = { clientId: customer, syncType: DELTA, action: 0 }
  return {
    property: [{ ...control, ...propertyIds(controlIds), data: [propertyOf(kept)] }],
    rooms: groupByControl(kept.rooms, 'roomTypeId', 'rateID').map(({ ids, things: rooms }) => ({
      ...control,
      ...ids,
      data: [
        {
          sellableProducts: {
            hotelid: hotelId,
            sellableProduct: rooms.map(room =>
              withCurrencyDecimals(describedEntry(room, 'roomid', 'invStatusType', 'Deactivated'), currency),
            ),
          },
        },
      ],
    })),
    ratePlan: groupByControl(kept.plans, 'rateID', 'roomTypeID').map(({ ids, things: plans }) => ({
      ...control,
      ...ids,
      data: [
        {
          ratePlans: {
            hotelid: hotelId,
            ratePlan: plans.map(plan => describedEntry(plan, 'rateplanid', 'ratePlanNotifType', 'Remove')),
          },
        },
      ],
    })),
    rateAvailability: groupAvailabilityByControl(mergeDays(kept), kept.rooms, kept.plans).map(
      ({ ids, things: room }) => ({
        ...control,
        ...ids,
        data: [{ hotelid: hotelId, room }],
      }),
    ),
  }
}

/** The hotel as the channel manager described it; until it did, by the name under which the house has it. */
function propertyOf({ hotel: { hotelId, propertyName, currency, document } }: StoredChannel) {
  const description = document ? JSON.parse(document) : { hotelName: propertyName, currencyCode: currency }
  return {
    hotelid: hotelId,
    hotelDescriptiveContents: { hotelDescriptiveContent: { ...description, hotelid: hotelId } },
  }
}

/** A room or plan as it was described, under its id; one that is not active says so. */
function describedEntry<Id extends string>(
  { id, isActive, document }: StoredEntry,
  idField: Id,
  wordField: string,
  word: string,
) {
  return {
    ...(JSON.parse(document) as Record<string, unknown>),
    ...(!isActive && { [wordField]: word }),
    [idField]: id,
  } as { [Field in Id]: string }
}

/** A room whose rate is written with the currency's decimals, however it came. */
function withCurrencyDecimals<Room extends object>(room: Room, currency: string): Room {
  const { guestRoom } = room as { guestRoom?: { room?: { roomRate?: string } } }
  const rate = guestRoom?.room?.roomRate
  if (!rate) return room
  const roomRate = Number(rate).toFixed(decimalsOf(currency))
  return { ...room, guestRoom: { ...guestRoom, room: { ...guestRoom.room, roomRate } } }
}
