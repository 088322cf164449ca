import { Reservations, ReservationsRequest } from '../../../schema/wire/reservation'
import { STATUS } from '../../../schema/wire/reservation-status'
import { listIn, orderOf, positionIn } from '../../domain/reservation/order'
import { wholeReservation } from '../../domain/reservation/view'
import { soughtBy } from '../../domain/sought-guest'
import { Refusal } from '../../errors'
import { endpoint } from '../../http/endpoint'
import { LIST_HEADERS, listSuccess, pageOf, positionRangeOf } from '../../http/paging'
import { listReservations } from '../../store/reservation/list'
import { RESERVATION } from './example'
import { findGuest } from './find-guest'

const LIST = 'reservations'

export const getReservations = endpoint(
  {
    method: 'POST',
    path: '/api/Reservation/GetReservations',
    operationId: 'getReservations',
    summary: 'Lists reservations with all their data.',
    description:
      'A reservation must match every field that is sent; 0, an empty text and null count as absent. Both ends of a range ' +
      'of dates are included, and either may be left out.\n\n' +
      'The order is by `reservationId`. With `arrivalDate`, also beside `departureDate`, it is by arrival and then ' +
      '`reservationId`; with `departureDate` alone by departure and then `reservationId`. A cursor is valid in its own ' +
      'order only. A reservation whose dates change between two pages may be returned twice or not at all: to miss none, ' +
      'follow the changes.\n\n' +
      'Follow `X-Next-Cursor` through a long list: every page then costs the same.\n\n' +
      '`guest` without another filter finds stays that depart yesterday or later, by departure; with `includePast` all, by ' +
      '`reservationId`. A page of such a search reads at most 20,000 stays, so that it can have fewer entries than ' +
      '`pageSize`, or none, while `X-Has-More` is `true`.',
    auth: 'reservations:read',
    allowReplica: true,
    body: ReservationsRequest,
    response: Reservations,
    responseHeaders: LIST_HEADERS,
    example: {
      name: 'By number',
      body: { reservationNumber: '10000002' },
      response: [RESERVATION],
    },
    moreExamples: [
      {
        name: 'Arrivals of a day',
        body: { arrivalDate: { startDate: '2027-05-08', endDate: '2027-05-08' }, reservationStatus: 'Confirmed' },
        response: [RESERVATION],
      },
      { name: 'Of a guest', body: { guest: 'lindq' }, response: [RESERVATION] },
      {
        name: 'In house',
        body: { reservationStatus: 'InHouse', pageSize: 10 },
        response: [{ ...RESERVATION, reservationStatus: 'InHouse' }],
      },
    ],
  },
  async call => {
    const { body } = call
    const filter = {
      reservationId: body.reservationID,
      reservationNumber: body.reservationNumber,
      statusIds: body.reservationStatus?.map(name => STATUS[name]),
      hotelKey: body.fetchHotelKey,
      arrival: rangeOf(body.arrivalDate),
      departure: rangeOf(body.departureDate),
    }
    if (body.guest !== undefined) return findGuest(call, filter, soughtBy(body.guest), LIST)
    const order = orderOf(filter)
    const list = listIn(order, LIST)
    const page = await pageOf(call, list, body)
    if (page instanceof Refusal) return page
    const reservations = await listReservations(call.db, call.scope, { order, filter, range: positionRangeOf(page) })

    return listSuccess(call, list, page, {
      read: reservations,
      position: positionIn(order),
      element: wholeReservation,
    })
  },
)

/** Undefined: neither end is sent, so any date matches. */
function rangeOf(dates: ReservationsRequest['arrivalDate']) {
  const { startDate: from, endDate: to } = dates ?? {}
  return from || to ? { from, to } : undefined
}
