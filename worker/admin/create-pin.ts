import { IssuedPin, PersonPath } from '../../schema/wire/people'
import { newPin, pinHashOf } from '../auth/pin'
import { requirePepper } from '../auth/secrets'
import { Refusal, refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { setPin } from '../store/people/sign-ins'
import { auditEntry } from './audit-entry'
import { noSuchPerson } from './person-record'

export const createPin = endpoint(
  {
    method: 'POST',
    path: '/admin/people/{personId}/pin',
    operationId: 'createPin',
    summary: 'Gives a person a PIN for the desks of the own customers.',
    description:
      'The response has six digits, and no other response shows them. From then on each desk of a customer at which the person has a ' +
      'role asks who stands there. A new PIN ends the one before, and opens a name that five wrong ones have locked.',
    auth: 'customer',
    example: {
      name: 'New PIN',
      needs: 'A person who was invited.',
      params: { personId: '3' },
      response: { pin: '402913' },
    },
    params: PersonPath,
    response: IssuedPin,
    errors: ['NOT_FOUND', 'INVALID_FIELD'],
  },
  async call => {
    const { personId } = call.params
    const pepper = requirePepper(call.settings)
    if (pepper instanceof Refusal) return pepper
    const pin = newPin()
    const pinHash = await pinHashOf(pepper, personId, pin)
    const act = auditEntry(call, 'person.pin', personId)
    const person = await setPin(call.db, personId, { manager: call.actor.customer, pinHash }, act)
    if (!person) return noSuchPerson()
    if (person.personKind === 'desk') return refuse('INVALID_FIELD', 'personId: expected a person: a desk has no PIN')
    return success({ pin })
  },
)
