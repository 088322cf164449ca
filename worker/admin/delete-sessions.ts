import { PersonPath } from '../../schema/wire/people'
import { endpoint, success } from '../http/endpoint'
import { endSessionsOf } from '../store/people/sign-ins'
import { auditEntry } from './audit-entry'
import { noSuchPerson } from './person-record'

export const deleteSessions = endpoint(
  {
    method: 'DELETE',
    path: '/admin/people/{personId}/sessions',
    operationId: 'deleteSessions',
    summary: 'Signs a person or a desk out everywhere.',
    description: 'Access tokens that were issued before end by themselves within 5 minutes. Passkeys stay.',
    auth: 'customer',
    example: { name: 'Sign out', needs: 'A person who was invited.', params: { personId: '3' } },
    params: PersonPath,
    status: 204,
    errors: ['NOT_FOUND'],
  },
  async call => {
    const { personId } = call.params
    const act = auditEntry(call, 'person.sign-out', personId)
    return (await endSessionsOf(call.db, personId, call.actor.customer, act)) ? success() : noSuchPerson()
  },
)
