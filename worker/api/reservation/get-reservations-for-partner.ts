import { PartnerQuery, PartnerReservations } from '../../../schema/wire/reservation'
import { STATUS } from '../../../schema/wire/reservation-status'
import { partnerReservation } from '../../domain/reservation/view'
import { Refusal } from '../../errors'
import { endpoint } from '../../http/endpoint'
import { LIST_HEADERS, listSuccess, pageOf, pageRangeOf } from '../../http/paging'
import { listChanges } from '../../store/reservation/list'

const LIST = 'reservations-for-partner'

export const getReservationsForPartner = endpoint(
  {
    method: 'GET',
    path: '/api/Reservation/GetReservationsForPartner',
    summary: 'Reservations in the order of their changes, without contact and payment data.',
    description:
      'A change of anything counts: of dates, rooms, activities and guests, of the status, a payment, a sale on the account. ' +
      'Each reservation is in the list once, where its last change is. `X-Next-Cursor` comes with every page that holds ' +
      'reservations, the last too: whoever passes it back, tomorrow or while changes keep coming, misses none. A page that ' +
      'holds none leaves the cursor that was sent as good as it was. `modifiedSince` is an instant with its zone, and within ' +
      'what is asked. Of the guest there are id and name alone, of the account the total: payments and balance are left out.',
    auth: 'reservations:read',
    customerField: 'clientId',
    allowReplica: true,
    query: PartnerQuery,
    response: PartnerReservations,
    responseHeaders: LIST_HEADERS,
    example: { query: { modifiedSince: '2026-01-01T00:00:00Z', status: 'Confirmed', pageSize: '10' } },
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
    const reservations = await listChanges(call.db, call.scope, filter, pageRangeOf(page))

    return listSuccess(call, LIST, page, reservations, {
      position: ({ changeSeq }) => [changeSeq],
      element: partnerReservation,
      resumable: true,
    })
  },
)
