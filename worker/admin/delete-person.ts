import { PersonPath } from '../../schema/wire/people'
import { endpoint, success } from '../http/endpoint'
import { deletePerson as store } from '../store/people/people'
import { auditEntry } from './audit-entry'
import { lastOwnerStays, noSuchPerson } from './person-record'

export const deletePerson = endpoint(
  {
    method: 'DELETE',
    path: '/admin/people/{personId}',
    operationId: 'deletePerson',
    summary: 'Removes a person or a desk.',
    description:
      'Passkeys, sessions and one-time links end at once. An access token that was issued before ends within 5 minutes. The last owner ' +
      'stays.',
    auth: 'customer',
    example: { name: 'Remove', needs: 'A person who was invited.', params: { personId: '3' } },
    params: PersonPath,
    status: 204,
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
  },
  async call => {
    const { personId } = call.params
    const act = auditEntry(call, 'person.delete', personId)
    const outcome = await store(call.db, personId, call.actor.customer, act)
    if (outcome === 'unknown') return noSuchPerson()
    return outcome === 'last owner' ? lastOwnerStays() : success()
  },
)
