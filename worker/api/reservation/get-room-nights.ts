import { RoomNightQuery, RoomNights } from '../../../schema/wire/room-nights'
import { assembleHolders, lastListedDay } from '../../domain/reservation/room-nights'
import { Refusal } from '../../errors'
import { endpoint, nothingFound, success } from '../../http/endpoint'
import { LIST_HEADERS, pageOf, pageRangeOf, showPage } from '../../http/paging'
import { readRoomNights } from '../../store/closure/room-nights'

const LIST = 'room-nights'

export const getRoomNights = endpoint(
  {
    method: 'GET',
    path: '/api/Reservation/GetRoomNights',
    operationId: 'getRoomNights',
    summary: 'Lists what holds each room on some nights.',
    description:
      'These are stays that are Tentative, Confirmed or InHouse, and closures, with all of their nights: also those before ' +
      '`from` and from `to` on. The order is by room, then by date.\n\n' +
      'A page has all that holds its rooms: `pageSize` and `X-Page-Size` count rooms. By default a page has as many rooms as ' +
      'it may. It can be empty although `X-Has-More` is `true`.',
    auth: 'reservations:read',
    allowReplica: true,
    query: RoomNightQuery,
    response: RoomNights,
    responseHeaders: LIST_HEADERS,
    example: {
      query: { from: '2027-11-01', to: '2027-11-08' },
      response: [
        {
          roomId: 104,
          arrivalDate: '2027-11-02',
          departureDate: '2027-11-05',
          closureId: 2,
          reason: 'The bathroom is repaired.',
        },
        {
          roomId: 201,
          arrivalDate: '2027-10-30',
          departureDate: '2027-11-03',
          reservationId: 9,
          reservationNumber: '10000009',
          status: 'Confirmed',
          version: 1,
          guestName: 'Mina Okabe',
          guestsInRoom: 2,
        },
      ],
    },
  },
  async call => {
    const { from, to, hotelid: hotelId, ...paging } = call.query
    const page = await pageOf(call, LIST, paging, 'LARGEST_PAGE_SIZE')
    if (page instanceof Refusal) return page
    const filter = { from, to: lastListedDay({ from, to }), hotelId }
    const rooms = await readRoomNights(call.db, call.scope, filter, pageRangeOf(page))
    const { shown, headers } = await showPage(call, LIST, page, { read: rooms, position: ({ roomId }) => [roomId] })
    const holders = shown.flatMap(assembleHolders)
    return holders.length ? success(holders, { headers }) : nothingFound(headers)
  },
)
