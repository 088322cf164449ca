import type { ChannelContent } from '../../../schema/wire/channel-content'
import type { StoredChannel, StoredEntry } from '../../store/channel/columns'
import { decimalsOf } from '../money'
import { groupAvailabilityByControl, groupByControl, propertyIds } from './control-ids'
import { mergeDays } from './merge-days'

/*
 * The content of GetCMConnect: the groups that a channel manager sent for a hotel, in their current state.
 */

const DELTA = 2

/** The content of several hotels: the entries of each group, hotel by hotel. */
export function channelContent(customer: number, hotels: readonly StoredChannel[]): ChannelContent {
  const contents = hotels.map(hotel => hotelContent(customer, hotel))
  return {
    property: contents.flatMap(({ property }) => property),
    rooms: contents.flatMap(({ rooms }) => rooms),
    ratePlan: contents.flatMap(({ ratePlan }) => ratePlan),
    rateAvailability: contents.flatMap(({ rateAvailability }) => rateAvailability),
  }
}

function hotelContent(customer: number, stored: StoredChannel): ChannelContent {
  const { hotelId, currency, controlIds } = stored.hotel
  const control = { clientId: customer, syncType: DELTA, action: 0 }
  return {
    property: [{ ...control, ...propertyIds(controlIds), data: [propertyOf(stored)] }],
    rooms: groupByControl(stored.rooms, 'roomTypeId', 'rateID').map(({ ids, items: rooms }) => ({
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
    ratePlan: groupByControl(stored.plans, 'rateID', 'roomTypeID').map(({ ids, items: plans }) => ({
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
    rateAvailability: groupAvailabilityByControl(mergeDays(stored), stored.rooms, stored.plans).map(
      ({ ids, items: room }) => ({
        ...control,
        ...ids,
        data: [{ hotelid: hotelId, room }],
      }),
    ),
  }
}

/** The hotel as the channel manager described it; until then its own name and currency. */
function propertyOf({ hotel: { hotelId, propertyName, currency, document } }: StoredChannel) {
  const description = document ?? { hotelName: propertyName, currencyCode: currency }
  return {
    hotelid: hotelId,
    hotelDescriptiveContents: { hotelDescriptiveContent: { ...description, hotelid: hotelId } },
  }
}

/** A room or plan as it was described, with its id. An inactive one gets `status`. */
function describedEntry<Id extends string>(
  { id, isActive, document }: StoredEntry,
  idField: Id,
  statusField: string,
  status: string,
) {
  return {
    ...document,
    ...(!isActive && { [statusField]: status }),
    [idField]: id,
  } as { [Field in Id]: string }
}

/** A room with its rate written in the decimals of the currency. */
function withCurrencyDecimals<Room extends object>(room: Room, currency: string): Room {
  const { guestRoom } = room as { guestRoom?: { room?: { roomRate?: string } } }
  const rate = guestRoom?.room?.roomRate
  if (!rate) return room
  const roomRate = Number(rate).toFixed(decimalsOf(currency))
  return { ...room, guestRoom: { ...guestRoom, room: { ...guestRoom.room, roomRate } } }
}
