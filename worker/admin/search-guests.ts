import { CustomerPath } from '../../schema/wire/admin'
import { GuestList, GuestSearch } from '../../schema/wire/guest-search'
import { refuseGuests, stateOf } from '../domain/customer/state'
import { Refusal } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { LIST_HEADERS, pageOf, rowsOf, showPage } from '../http/paging'
import { GUESTS_PER_PAGE, searchGuests as store } from '../store/reservation/search-guests'
import { auditEntry } from './audit-entry'
import { locateCustomer } from './customer-scope'
import { noSuchCustomer } from './customer-state-record'

export const searchGuests = endpoint(
  {
    method: 'POST',
    path: '/admin/customers/{clientId}/guests/search',
    operationId: 'listGuests',
    summary: 'Finds guests of a customer by e-mail address, telephone number or last name.',
    description:
      'A guest is found who has every value that is sent. The customer may be read-only or closed. ' +
      `A page reads at most ${GUESTS_PER_PAGE.toLocaleString('en')} guests, so that it can have fewer guests than \`pageSize\`, or none, ` +
      'and more after it. While `X-Has-More` is true, send `X-Next-Cursor` as `cursor` with the same values. ' +
      'The audit has which fields were searched, not their values.',
    auth: 'admin',
    example: {
      params: { clientId: '1' },
      body: { email: 'anna@guest.example' },
      response: {
        guests: [
          {
            guestId: 8,
            firstName: 'Anna',
            lastName: 'Berg',
            email: 'anna@guest.example',
            phone: '+46 8 123 456',
            reservationIds: [8],
          },
        ],
      },
    },
    params: CustomerPath,
    body: GuestSearch,
    response: GuestList,
    responseHeaders: LIST_HEADERS,
    errors: ['NOT_FOUND', 'INVALID_FIELD', 'INVALID_TRANSITION'],
  },
  async call => {
    const { clientId } = call.params
    const { pageSize, cursor, ...sought } = call.body
    const list = `guests ${clientId} ${JSON.stringify([sought.email, sought.phone, sought.lastName])}`
    const page = await pageOf(call, list, { pageSize, cursor })
    if (page instanceof Refusal) return page
    const customer = await locateCustomer(call, clientId)
    if (!customer) return noSuchCustomer()
    const refusal = refuseGuests(stateOf(customer), 'searched')
    if (refusal) return refusal

    const { db, scope } = customer
    call.log.scope = scope
    const fields = Object.entries(sought).flatMap(([name, value]) => (value === undefined ? [] : [name]))
    // A cursor is valid for the values of its search only. So the entry of the first page covers the others.
    const act = page.after ? undefined : auditEntry(call, 'guest.search', clientId, { fields })
    const after = Number(page.after?.[0] ?? 0)
    const { guests, rest } = await store(db, scope, sought, { after, rows: rowsOf(page) }, act)
    const { shown, headers } = await showPage(call, list, page, {
      read: guests,
      position: ({ guestId }) => [guestId],
      rest: rest === undefined ? undefined : [rest],
    })
    return success({ guests: [...shown] }, { headers })
  },
)
