import { PersonPath } from '../../schema/wire/people'
import { endpoint, success } from '../http/endpoint'
import { setPin } from '../store/people/sign-ins'
import { auditEntry } from './audit-entry'
import { noSuchPerson } from './person-record'

export const deletePin = endpoint(
  {
    method: 'DELETE',
    path: '/admin/people/{personId}/pin',
    operationId: 'deletePin',
    summary: 'Takes the PIN of a person away.',
    description: 'Where the person stands at a desk, it ends with the access token, within 5 minutes.',
    auth: 'customer',
    example: { name: 'Take away', needs: 'A person who was invited.', params: { personId: '3' } },
    params: PersonPath,
    status: 204,
    errors: ['NOT_FOUND'],
  },
  async call => {
    const { personId } = call.params
    const act = auditEntry(call, 'person.pin-delete', personId)
    const person = await setPin(call.db, personId, { manager: call.actor.customer, pinHash: null }, act)
    return person ? success() : noSuchPerson()
  },
)
