import { newSecret } from '../auth/secrets'
import { hashOf } from '../auth/session'
import { PIN_FAILURES } from '../domain/people/session-times'
import { refuse } from '../errors'
import type { RequestContext } from '../request-context'
import type { ListedPerson } from '../store/people/columns'
import type { StoredInvitation } from '../store/people/people'
import { utc } from './application-record'

/** A person as administrators read it. */
export const personRecord = ({
  personId,
  personName,
  personKind,
  email,
  roles,
  passkeys,
  hasPin,
  pinFailures,
  lastSeenAt,
}: ListedPerson) => ({
  personId,
  name: personName,
  kind: personKind,
  email,
  roles,
  passkeys,
  pin: hasPin ? (pinFailures < PIN_FAILURES ? ('set' as const) : ('locked' as const)) : ('none' as const),
  lastSeenAt: utc(lastSeenAt),
})

/** A person in the examples of the reference. */
export const PERSON_EXAMPLE = {
  personId: 3,
  name: 'Anna Silva',
  kind: 'person' as const,
  email: 'anna@hotel.example',
  roles: [{ customerId: 1, role: 'manager' as const }],
  passkeys: 1,
  pin: 'none' as const,
  lastSeenAt: '2026-11-22T08:00:00.000Z',
}

export const INVITATION_EXAMPLE = {
  personId: 3,
  link: 'https://stay.hotel.example/console/join#…',
  expiresAt: '2026-11-22T08:45:00.000Z',
}

/** The code of a new link, and its hash, which alone is stored. */
export async function newCode(): Promise<{ code: string; codeHash: string }> {
  const code = newSecret()
  return { code, codeHash: await hashOf(code) }
}

/** A link with its code. The part after `#` is in no log: browsers do not send it. */
export const invitationRecord = (
  { publicUrl }: RequestContext,
  { personId, expiresAt }: StoredInvitation,
  code: string,
) => ({ personId, link: `${publicUrl}/console/join#${code}`, expiresAt: new Date(expiresAt).toISOString() })

export const noSuchPerson = () => refuse('NOT_FOUND', 'personId: there is no such person')

export const lastOwnerStays = () => refuse('INVALID_TRANSITION', 'roles: the last owner stays; make another one first')
