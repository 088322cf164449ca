import { GuestPath } from '../../schema/wire/admin'
import { spreadRevocation } from '../api/partner-itinerary/spread-revocation'
import { refuse } from '../errors'
import { answer, endpoint } from '../http/endpoint'
import { eraseGuest as store } from '../store/guest-erase'
import { actOf } from './act'
import { atHome } from './at-home'

export const eraseGuest = endpoint(
  {
    method: 'POST',
    path: '/admin/customers/{clientId}/guests/{guestId}/erase',
    summary: 'Erases what is known of a guest, and ends their links. Once more is harmless.',
    description:
      'Names, contact, address and every note about their stays are emptied, in the fetch queue too; the guest then reads as an empty name. Amounts, nights, numbers and references stay as they are.',
    needs: 'admin',
    example: { params: { clientId: 1, guestId: 8 } },
    params: GuestPath,
    status: 204,
    refuses: ['NOT_FOUND'],
  },
  async call => {
    const { clientId, guestId } = call.params
    const act = actOf(call, 'guest.erase', `${clientId}/${guestId}`)
    const scope = await atHome(call, clientId)
    const erased = scope && (await store(call.db, scope, guestId, act))
    if (!erased) return refuse('NOT_FOUND', 'guestId: there is no such guest of this customer')
    spreadRevocation(call, erased.dead)
    return answer()
  },
)
