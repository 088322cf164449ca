import type { ChannelContent } from '../../schema/wire/cm-connect-answer'
import { foldDays } from './channel-fold'
import { decimalsOf } from './money'

/*
 * What a channel manager reads of a hotel: the groups that it sent, as they stand now.
 */

/** A room or a plan, with what ties it to the house and its description as JSON. */
export interface KeptArticle {
  id: string
  tie: number | null
  isActive: number
  document: string
}

export interface KeptRoomDay {
  roomId: string
  day: string
  roomsToSell: number | null
  closed: number | null
}

export interface KeptPlanDay {
  roomId: string
  planId: string
  day: string
  closed: number | null
  prices: string | null
}

/** What is kept of one hotel: rooms and plans in the order of their ids, days in any order. */
export interface KeptChannel {
  hotel: { hotelId: string; propertyName: string; timeZone: string; currency: string; document: string | null }
  rooms: KeptArticle[]
  plans: KeptArticle[]
  roomDays: KeptRoomDay[]
  planDays: KeptPlanDay[]
}

const DELTA = 2

export function channelContent(customer: number, kept: KeptChannel): ChannelContent {
  const { hotelId, currency } = kept.hotel
  const control = { cmConnectID: 0, clientId: customer, syncType: DELTA, action: 0 }
  const calendars = foldDays(kept)
  return {
    property: [{ ...control, data: [propertyOf(kept)] }],
    rooms: byTie(kept.rooms).map(([tie, rooms]) => ({
      ...control,
      roomTypeId: tie,
      rateID: 0,
      data: [
        {
          sellableProducts: {
            hotelid: hotelId,
            sellableProduct: rooms.map(room => priced(told(room, 'roomid', 'invStatusType', 'Deactivated'), currency)),
          },
        },
      ],
    })),
    ratePlan: byTie(kept.plans).map(([tie, plans]) => ({
      ...control,
      rateID: tie,
      roomTypeID: 0,
      data: [
        {
          ratePlans: {
            hotelid: hotelId,
            ratePlan: plans.map(plan => told(plan, 'rateplanid', 'ratePlanNotifType', 'Remove')),
          },
        },
      ],
    })),
    rateAvailability: calendars.length
      ? [
          {
            ...control,
            roomId: 0,
            roomTypeId: 0,
            reservationID: 0,
            rateID: 0,
            data: [{ hotelid: hotelId, room: calendars }],
          },
        ]
      : [],
  }
}

/** The hotel as the channel manager described it; until it did, by the name under which the house has it. */
function propertyOf({ hotel: { hotelId, propertyName, currency, document } }: KeptChannel) {
  const description = document ? JSON.parse(document) : { hotelName: propertyName, currencyCode: currency }
  return {
    hotelid: hotelId,
    hotelDescriptiveContents: { hotelDescriptiveContent: { ...description, hotelid: hotelId } },
  }
}

/** Rooms or plans by what they are tied to, 0 for nothing. */
function byTie(articles: readonly KeptArticle[]): [tie: number, articles: KeptArticle[]][] {
  const groups = new Map<number, KeptArticle[]>()
  for (const article of articles) {
    const tie = article.tie ?? 0
    groups.set(tie, [...(groups.get(tie) ?? []), article])
  }
  return [...groups]
}

/** A room or plan as it was described, under its id; one that is not active says so. */
function told<Id extends string>(
  { id, isActive, document }: KeptArticle,
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
function priced<Room extends object>(room: Room, currency: string): Room {
  const { guestRoom } = room as { guestRoom?: { room?: { roomRate?: string } } }
  const rate = guestRoom?.room?.roomRate
  if (!rate) return room
  const roomRate = Number(rate).toFixed(decimalsOf(currency))
  return { ...room, guestRoom: { ...guestRoom, room: { ...guestRoom.room, roomRate } } }
}
