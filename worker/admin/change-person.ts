import { DESK_EMAIL, DESK_ROLE, isDeskRole, PersonChange, PersonPath, PersonRecord } from '../../schema/wire/people'
import { refuseRoles } from '../domain/people/roles'
import { refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { findPerson, changePerson as store } from '../store/people/people'
import { auditEntry } from './audit-entry'
import { lastOwnerStays, noSuchPerson, PERSON_EXAMPLE, personRecord } from './person-record'
import { writePerson } from './write-person'

export const changePerson = endpoint(
  {
    method: 'PUT',
    path: '/admin/people/{personId}',
    operationId: 'updatePerson',
    summary: 'Changes the name, the e-mail address or the roles of a person.',
    description:
      'A field that is not sent stays; roles are replaced as a whole, and `null` takes the e-mail address away. A role that is taken away ends with the access token of the ' +
      'person, within 5 minutes. The last owner stays an owner.',
    auth: 'customer',
    example: {
      name: 'Change',
      needs: 'A person who was invited.',
      params: { personId: '3' },
      body: { roles: [{ customerId: 1, role: 'frontdesk' }] },
      response: { ...PERSON_EXAMPLE, roles: [{ customerId: 1, role: 'frontdesk' }] },
    },
    params: PersonPath,
    body: PersonChange,
    keepNulls: true,
    response: PersonRecord,
    errors: ['PERMISSION_DENIED', 'NOT_FOUND', 'INVALID_TRANSITION', 'UNKNOWN_REFERENCE'],
  },
  async call => {
    const { name, email, roles } = call.body
    const { personId } = call.params
    const manager = call.actor.customer
    const refusal = roles && refuseRoles(roles, manager)
    if (refusal) return refusal
    const found = await findPerson(call.db, personId, manager)
    if (!found) return noSuchPerson()
    // The kind of a person never changes.
    if (roles && found.personKind === 'desk' && !isDeskRole(roles))
      return refuse('INVALID_FIELD', `roles: ${DESK_ROLE}`)
    if (email && found.personKind === 'desk') return refuse('INVALID_FIELD', `email: ${DESK_EMAIL}`)

    const act = auditEntry(call, 'person.change', personId, {
      roles,
      ...(email !== undefined && { email: email ? 'set' : 'removed' }),
    })
    return writePerson(call.db, roles ?? [], async () => {
      const changed = await store(call.db, personId, { manager, name, email, roles }, act)
      if (!changed) return noSuchPerson()
      const staysOwner = roles?.some(({ role }) => role === 'owner') ?? true
      return changed.isLastOwner && !staysOwner ? lastOwnerStays() : success(personRecord(changed))
    })
  },
)
