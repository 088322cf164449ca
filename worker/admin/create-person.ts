import { Invitation, NewPerson } from '../../schema/wire/people'
import { refuseRoles } from '../domain/people/roles'
import { endpoint, success } from '../http/endpoint'
import { addPerson } from '../store/people/people'
import { auditEntry } from './audit-entry'
import { INVITATION_EXAMPLE, invitationRecord, newCode } from './person-record'
import { writePerson } from './write-person'

export const createPerson = endpoint(
  {
    method: 'POST',
    path: '/admin/people',
    operationId: 'createPerson',
    summary: 'Invites a person or a desk to the console.',
    description:
      'The response has a one-time link, and no other response shows it. A person uses it within 15 minutes and makes a passkey. On the PC ' +
      'of a reception, the link of a desk opens the console within 24 hours. A manager invites people for the own customer.',
    auth: 'customer',
    example: {
      body: { name: 'Anna Silva', kind: 'person', roles: [{ customerId: 1, role: 'manager' }] },
      response: INVITATION_EXAMPLE,
    },
    body: NewPerson,
    response: Invitation,
    status: 201,
    errors: ['PERMISSION_DENIED', 'UNKNOWN_REFERENCE'],
  },
  async call => {
    const { name, kind, email, roles } = call.body
    const refusal = refuseRoles(roles, call.actor.customer)
    if (refusal) return refusal
    const { code, codeHash } = await newCode()
    // The audit has no names of people: their rows can be deleted, and its entries cannot.
    const act = auditEntry(call, 'person.create', '', { kind, roles })
    return writePerson(call.db, roles, async () => {
      const made = await addPerson(call.db, { name, kind, email, roles, codeHash }, act)
      return success(invitationRecord(call, made, code))
    })
  },
)
