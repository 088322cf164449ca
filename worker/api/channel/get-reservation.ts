import { ChannelReservationRequest, ChannelReservations } from '../../../schema/wire/channel-reservation'
import { channelReservation, statusesOf } from '../../domain/channel/reservation'
import { listIn, orderOf, positionIn } from '../../domain/reservation/order'
import { Refusal } from '../../errors'
import { endpoint } from '../../http/endpoint'
import { LIST_HEADERS, listSuccess, pageOf, positionRangeOf } from '../../http/paging'
import { listForChannel } from '../../store/reservation/list'
import { RESERVATION } from '../reservation/example'

const LIST = 'channel-reservations'

const CHANNEL_RESERVATION = {
  bookingID: 'demo-novak',
  reservationId: 2,
  reservationNumber: '10000002',
  clientID: 1,
  reservationCMStatusTypeID: 1,
  guest: RESERVATION.primaryGuest,
  roomInfo: [
    {
      roomTypeID: 10,
      roomid: 'DBL-SEA',
      arrivalDate: '2027-05-08',
      departureDate: '2027-05-11',
      guests: 2,
      rates: [
        {
          rateID: 1,
          unitCost: 138,
          quantity: 1,
          nights: 3,
          isTaxOverride: false,
          taxAmount: 0,
          fromDate: '2027-05-08',
          toDate: '2027-05-11',
        },
      ],
    },
  ],
  total: 414,
  currency: 'EUR',
  createdAt: '2026-11-22T08:30:00.000Z',
  updatedAt: '2026-11-22T08:30:00.000Z',
}

export const getReservation = endpoint(
  {
    method: 'POST',
    path: '/api/CMConnect/GetReservation',
    operationId: 'getChannelReservations',
    summary: 'Returns reservations for a channel manager.',
    description:
      'A reservation must match every field that is sent; 0, an empty text and null count as absent. `bookingID` is a ' +
      "reservation's id, number or identity. `roomInfo` matches a reservation with a room of the type on any night of the " +
      'dates. One matching entry is enough, and an absent field matches all.\n\n' +
      'The order is by `reservationId`; with dates in `roomInfo` by departure of the reservation and then `reservationId`. A ' +
      'cursor is valid in its own order only. A reservation whose dates change between two pages may be returned twice or ' +
      'not at all: to miss none, follow the changes.',
    auth: 'reservations:read',
    allowReplica: true,
    body: ChannelReservationRequest,
    response: ChannelReservations,
    responseHeaders: LIST_HEADERS,
    example: {
      name: 'One booking',
      body: { bookingID: 'demo-novak' },
      response: [CHANNEL_RESERVATION],
    },
    moreExamples: [
      {
        name: 'New bookings',
        body: { reservationCMStatusTypeID: 1, roomInfo: [{ arrivalDate: '2026-01-01' }], pageSize: 10 },
        response: [CHANNEL_RESERVATION],
      },
    ],
  },
  async call => {
    const { body } = call
    const status = body.reservationCMStatusTypeID
    const filter = { bookingId: body.bookingID, rooms: roomFiltersOf(body), ...(status && statusesOf(status)) }
    const order = orderOf(filter)
    const list = listIn(order, LIST)
    const page = await pageOf(call, list, body)
    if (page instanceof Refusal) return page
    const reservations = await listForChannel(call.db, call.scope, { order, filter, range: positionRangeOf(page) })

    return listSuccess(call, list, page, {
      read: reservations,
      position: positionIn(order),
      element: channelReservation,
    })
  },
)

/** Undefined: every entry is empty. */
function roomFiltersOf({ roomInfo = [] }: ChannelReservationRequest) {
  const rooms = roomInfo
    .map(entry => ({ roomTypeId: entry.roomTypeID, arrival: entry.arrivalDate, departure: entry.departureDate }))
    .filter(({ roomTypeId, arrival, departure }) => roomTypeId || arrival || departure)
  return rooms.length ? rooms : undefined
}
