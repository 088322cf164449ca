import { PartnerQuery, PartnerReservations } from '../../../schema/wire/reservation'
import { STATUS } from '../../../schema/wire/reservation-status'
import { positionIn } from '../../domain/reservation/order'
import { partnerReservation } from '../../domain/reservation/view'
import { Refusal } from '../../errors'
import { endpoint } from '../../http/endpoint'
import { LIST_HEADERS, listSuccess, pageOf, positionRangeOf } from '../../http/paging'
import { listStays } from '../../store/reservation/list'
import { PARTNER_RESERVATION } from './example'

const LIST = 'reservations-for-partner'

export const getReservationsForPartner = endpoint(
  {
    method: 'GET',
    path: '/api/Reservation/GetReservationsForPartner',
    operationId: 'getReservationsForPartner',
    summary: 'Lists reservations in the order of their changes, without contact and payment data.',
    description:
      'A change of any part counts: dates, rooms, activities, guests, the status, a payment, or a sale on the account. ' +
      'Each reservation is in the list once, at its last change. The order is the same with every filter.\n\n' +
      'Every page with reservations has `X-Next-Cursor`, the last page too. Send that cursor later to read the changes ' +
      'since then; none is missed. After an empty page, send the same cursor again. `modifiedSince` is an instant with a ' +
      'zone, and is included.\n\n' +
      'Of the guest, only the id and the name are returned. Of the account, only the total: payments and balance are left ' +
      'out.',
    auth: 'reservations:read',
    allowReplica: true,
    query: PartnerQuery,
    listParameters: ['status'],
    response: PartnerReservations,
    responseHeaders: LIST_HEADERS,
    example: {
      name: 'Changes since',
      query: { modifiedSince: '2026-01-01T00:00:00Z', status: 'Confirmed', pageSize: 10 },
      response: [PARTNER_RESERVATION],
    },
    moreExamples: [
      {
        name: 'Arrivals',
        query: { arrivalFrom: '2027-05-01', arrivalTo: '2027-05-31' },
        response: [PARTNER_RESERVATION],
      },
    ],
  },
  async call => {
    const { arrivalFrom: from, arrivalTo: to, status, modifiedSince, ...paging } = call.query
    const page = await pageOf(call, LIST, paging)
    if (page instanceof Refusal) return page

    const filter = {
      arrival: from || to ? { from, to } : undefined,
      statusIds: status?.map(name => STATUS[name]),
      changedSince: modifiedSince,
    }
    const query = { order: 'change' as const, filter, range: positionRangeOf(page) }
    const reservations = await listStays(call.db, call.scope, query)

    return listSuccess(call, LIST, page, {
      read: reservations,
      position: positionIn('change'),
      element: partnerReservation,
      resumable: true,
    })
  },
)
