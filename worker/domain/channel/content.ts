import type { ChannelContent } from '../../../schema/wire/channel-content'
import type { StoredEntry } from '../../store/channel/columns'
import { decimalsOf } from '../money'
import { groupAvailabilityByControl, groupByControl, propertyIds } from './control-ids'
import { mergeDays } from './merge-days'
import type { ChannelOnPage } from './page'

/*
 * The content of GetCMConnect: the groups that a channel manager sent for a hotel, in their current state.
 */

const DELTA = 2

/** The content of a page: the entries of each group, hotel by hotel. What an earlier page has described is not here again. */
export function channelContent(customer: number, hotels: readonly ChannelOnPage[]): ChannelContent {
  const contents = hotels.map(hotel => hotelContent(customer, hotel))
  return {
    property: contents.flatMap(({ property }) => property),
    rooms: contents.flatMap(({ rooms }) => rooms),
    ratePlan: contents.flatMap(({ ratePlan }) => ratePlan),
    rateAvailability: contents.flatMap(({ rateAvailability }) => rateAvailability),
  }
}

function hotelContent(customer: number, stored: ChannelOnPage): ChannelContent {
  const { hotelId, currency, controlIds } = stored.hotel
  const control = { clientId: customer, syncType: DELTA, action: 0 }
  const rooms = stored.rooms.filter(({ id }) => id !== stored.continuedRoom)
  const plans = stored.isContinued ? [] : stored.plans
  return {
    property: stored.isContinued ? [] : [{ ...control, ...propertyIds(controlIds), data: [propertyOf(stored)] }],
    rooms: groupByControl(rooms, 'roomTypeId', 'rateID').map(({ ids, items }) => ({
      ...control,
      ...ids,
      data: [
        {
          sellableProducts: {
            hotelid: hotelId,
            sellableProduct: items.map(room =>
              withCurrencyDecimals(describedEntry(room, 'roomid', 'invStatusType', 'Deactivated'), currency),
            ),
          },
        },
      ],
    })),
    ratePlan: groupByControl(plans, 'rateID', 'roomTypeID').map(({ ids, items }) => ({
      ...control,
      ...ids,
      data: [
        {
          ratePlans: {
            hotelid: hotelId,
            ratePlan: items.map(plan => describedEntry(plan, 'rateplanid', 'ratePlanNotifType', 'Remove')),
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
function propertyOf({ hotel: { hotelId, propertyName, currency, document } }: ChannelOnPage) {
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
