import { Reservations, ReservationsRequest } from '../../../schema/wire/reservation'
import { STATUS } from '../../../schema/wire/reservation-status'
import { wholeReservation } from '../../domain/reservation/view'
import { Refusal } from '../../errors'
import { endpoint } from '../../http/endpoint'
import { LIST_HEADERS, listSuccess, pageOf, pageRangeOf } from '../../http/paging'
import { listReservations } from '../../store/reservation/list'
import { RESERVATION } from './example'

const LIST = 'reservations'

export const getReservations = endpoint(
  {
    method: 'POST',
    path: '/api/Reservation/GetReservations',
    operationId: 'getReservations',
    summary: 'Lists reservations with all their data.',
    description:
      'A reservation must match every field that is sent; 0, an empty text and null count as absent. Both ends of a range ' +
      'of dates are included, and either may be left out. The order is by reservationId. Follow `X-Next-Cursor` through a ' +
      'long list: every page then costs the same.',
    auth: 'reservations:read',
    allowReplica: true,
    body: ReservationsRequest,
    response: Reservations,
    responseHeaders: LIST_HEADERS,
    example: {
      body: { reservationStatus: 'Confirmed,InHouse', arrivalDate: { startDate: '2026-01-01' }, pageSize: 10 },
      response: [RESERVATION],
    },
  },
  async call => {
    const { body } = call
    const page = await pageOf(call, LIST, body)
    if (page instanceof Refusal) return page

    const filter = {
      reservationId: body.reservationID,
      reservationNumber: body.reservationNumber,
      statusIds: body.reservationStatus?.map(name => STATUS[name]),
      hotelKey: body.fetchHotelKey,
      arrival: rangeOf(body.arrivalDate),
      departure: rangeOf(body.departureDate),
    }
    const reservations = await listReservations(call.db, call.scope, filter, pageRangeOf(page))

    return listSuccess(call, LIST, page, reservations, {
      position: ({ reservationId }) => [reservationId],
      element: wholeReservation,
    })
  },
)

/** Undefined: neither end is sent, so any date matches. */
function rangeOf(dates: ReservationsRequest['arrivalDate']) {
  const { startDate: from, endDate: to } = dates ?? {}
  return from || to ? { from, to } : undefined
}
