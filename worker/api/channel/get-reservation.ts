import { ChannelReservationRequest, ChannelReservations } from '../../../schema/wire/channel-reservation'
import { channelReservation, statusesOf } from '../../domain/channel/reservation'
import { Refusal } from '../../errors'
import { endpoint } from '../../http/endpoint'
import { LIST_HEADERS, listSuccess, pageOf, pageRangeOf } from '../../http/paging'
import { listForChannel } from '../../store/reservation/list'

const LIST = 'channel-reservations'

export const getReservation = endpoint(
  {
    method: 'POST',
    path: '/api/CMConnect/GetReservation',
    summary: 'Reservations as a channel manager reads them.',
    description:
      'A reservation must meet every field that is sent; 0, an empty text and null count as absent. `bookingID` is a ' +
      "reservation's id, number or identity. `roomInfo` is met by a reservation with a room of the type that is taken on any " +
      'night of the dates; of several entries any will do, and what an entry leaves out is open. Ordered by reservationId.',
    auth: 'reservations:read',
    customerField: 'clientID',
    allowReplica: true,
    body: ChannelReservationRequest,
    response: ChannelReservations,
    responseHeaders: LIST_HEADERS,
    example: { body: { reservationCMStatusTypeID: 1, roomInfo: [{ arrivalDate: '2026-01-01' }], pageSize: 10 } },
  },
  async call => {
    const { body } = call
    const page = await pageOf(call, LIST, body)
    if (page instanceof Refusal) return page

    const status = body.reservationCMStatusTypeID
    const filter = { bookingId: body.bookingID, rooms: roomFiltersOf(body), ...(status && statusesOf(status)) }
    const reservations = await listForChannel(call.db, call.scope, filter, pageRangeOf(page))

    return listSuccess(call, LIST, page, reservations, {
      position: ({ reservationId }) => [reservationId],
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
