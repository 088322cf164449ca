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
    summary: 'Erases what is known of a guest, and ends their links. Once more is harmless.',
    description:
      'Names, contact, address and every note about their stays are emptied, in the fetch queue too; the guest then reads as an empty name. Amounts, nights, numbers and references stay as they are.',
    auth: 'admin',
    example: { params: { clientId: 1, guestId: 8 } },
    params: GuestPath,
    status: 204,
    errors: ['NOT_FOUND'],
  },
  async call => {
    const { clientId, guestId } = call.params
    const act = auditEntry(call, 'guest.erase', `${clientId}/${guestId}`)
    const customer = await enterCustomerScope(call, clientId)
    const erased = customer && (await store(customer.db, customer.scope, guestId, act))
    if (!erased) return refuse('NOT_FOUND', 'guestId: there is no such guest of this customer')
    publishRevocation(call, erased.dead)
    return success(undefined, { bookmark: customer.db.bookmark })
  },
)
