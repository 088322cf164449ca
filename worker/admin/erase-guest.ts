import { GuestPath } from '../../schema/wire/admin'
import { refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { publishRevocation } from '../links/publish-revocation'
import { eraseGuest as store } from '../store/booking/erase-guest'
import { auditEntry } from './audit-entry'
import { enterCustomerScope } from './customer-scope'

export const eraseGuest = endpoint(
  {
    method: 'POST',
    path: '/admin/customers/{clientId}/guests/{guestId}/erase',
    operationId: 'eraseGuest',
    summary: 'Erases the personal data of a guest and revokes the links.',
    description:
      'Names, contact data, address and all notes of the stays are emptied, in the fetch queue too, and what receivers ' +
      'of webhooks responded. The name of the guest is then empty. Amounts, nights, numbers and references stay. The ' +
      'same request again changes nothing.',
    auth: 'admin',
    example: { params: { clientId: '1', guestId: '8' } },
    params: GuestPath,
    status: 204,
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
  },
  async call => {
    const { clientId, guestId } = call.params
    const act = auditEntry(call, 'guest.erase', `${clientId}/${guestId}`)
    const customer = await enterCustomerScope(call, clientId)
    const erased = customer && (await store(customer.db, customer.scope, guestId, act))
    if (!erased) return refuse('NOT_FOUND', 'guestId: there is no such guest of this customer')
    publishRevocation(call, erased.dead, 'revoked')
    return success(undefined, { bookmark: customer.db.bookmark })
  },
)
