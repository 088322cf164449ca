import { Invitation, PersonPath } from '../../schema/wire/people'
import { endpoint, success } from '../http/endpoint'
import { invitePerson as store } from '../store/people/people'
import { auditEntry } from './audit-entry'
import { INVITATION_EXAMPLE, invitationRecord, newCode, noSuchPerson } from './person-record'

export const invitePerson = endpoint(
  {
    method: 'POST',
    path: '/admin/people/{personId}/invitations',
    operationId: 'createInvitation',
    summary: 'Makes a new one-time link for a person or a desk.',
    description:
      'For a person with a new device, or one whose link expired. The link of before ends. Passkeys and sessions stay. No other response ' +
      'shows the link.',
    auth: 'customer',
    example: {
      name: 'New link',
      needs: 'A person who was invited.',
      params: { personId: '3' },
      response: INVITATION_EXAMPLE,
    },
    params: PersonPath,
    response: Invitation,
    status: 201,
    errors: ['NOT_FOUND'],
  },
  async call => {
    const { personId } = call.params
    const { code, codeHash } = await newCode()
    const act = auditEntry(call, 'person.invite', personId)
    const made = await store(call.db, personId, { manager: call.actor.customer, codeHash }, act)
    return made ? success(invitationRecord(call, made, code)) : noSuchPerson()
  },
)
