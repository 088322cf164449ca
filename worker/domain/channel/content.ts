import type { ChannelContent } from '../../../schema/wire/channel-content'
import { decimalsOf } from '../money'
import { groupAvailabilityByControl, groupByControl, propertyIds } from './control-ids'
import { mergeDays } from './merge-days'
import type { StoredChannel, StoredEntry } from './stored-channel'

/*
 * What a channel manager reads of a hotel: the groups that it sent, as they stand now.
 */

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
