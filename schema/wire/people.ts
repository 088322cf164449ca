import * as z from 'zod'
import { emailAddress } from './hotel-for-guest'
import { perLimits } from './limits'
import { longList } from './long-list'
import { queryPaging } from './paging'
import { count, id, idText, instantOf, nonBlankText } from './primitives'
import { withRules } from './with-rules'

/*
 * People and their sign-in: the bodies of /console and of /admin/people.
 */

/** The roles, the widest first. */
const ROLES = ['owner', 'manager', 'frontdesk'] as const
export type Role = (typeof ROLES)[number]

/** The customer of an owner's role: all. */
export const ALL_CUSTOMERS = 0

const kind = z.lazy(() =>
  z
    .enum(['person', 'desk'])
    .describe('`person`: signs in with a passkey. `desk`: the PC of a reception, which a one-time link opens.'),
)

const role = z.lazy(() =>
  z
    .enum(ROLES)
    .describe(
      '`owner`: everything, for all customers. `manager`: everything of a customer but its setup. `frontdesk`: the day at the desk.',
    ),
)

const customerId = z.lazy(() => count(2_147_483_647).describe('The customer. 0: all, which an owner has.'))

const NewRole = z.lazy(() =>
  z.object({ customerId, role }).meta({ id: 'PersonRoleInput', description: 'What a person may do for a customer.' }),
)

const PersonRole = z.lazy(() =>
  z
    .object({ customerId: z.int().describe('The customer. 0: all, which an owner has.'), role })
    .meta({ id: 'PersonRole', description: 'What a person may do for a customer.' }),
)

export interface CustomerRole {
  customerId: number
  role: Role
}

/** Customers of one person. */
const MAX_ROLES = 100

const name = z.lazy(() => nonBlankText(200).describe('The name, for people. It is not unique.'))
const email = z.lazy(() =>
  emailAddress
    .unwrap()
    .transform(text => text.toLowerCase())
    .meta({
      description:
        'By which Cloudflare Access knows the person. Nobody else has it. Upper and lower case do not matter.',
    }),
)
const roles = z.lazy(() =>
  longList(NewRole, MAX_ROLES).min(1).describe('The roles. An owner has one, a desk has one role `frontdesk`.'),
)

/** What roles of one person must have in common. */
function* rolesMatch(sent: readonly CustomerRole[] | undefined) {
  const known = new Set<number>()
  for (const [i, { customerId, role }] of (sent ?? []).entries()) {
    const isOwner = role === 'owner'
    if (isOwner !== (customerId === ALL_CUSTOMERS)) {
      const message = isOwner
        ? 'expected 0, because an owner has all customers'
        : 'expected a customer: 0 is for owners'
      yield { path: ['roles', i, 'customerId'], message }
    } else if (isOwner && (sent ?? []).length > 1) {
      yield { path: ['roles', i, 'role'], message: 'expected no other role beside owner' }
    }
    if (known.has(customerId)) yield { path: ['roles', i, 'customerId'], message: 'expected each customer once' }
    known.add(customerId)
  }
}

/** Why the roles are none of a desk. */
export const isDeskRole = (sent: readonly CustomerRole[]) => sent.length === 1 && sent[0]?.role === 'frontdesk'
export const DESK_EMAIL = 'expected none: a desk is no person'
export const DESK_ROLE = 'expected one role frontdesk: a desk is the PC of one reception'

export const NewPerson = z.lazy(() =>
  withRules(z.object({ name, kind, email: email.optional(), roles }), function* ({ kind, email, roles }) {
    yield* rolesMatch(roles)
    if (kind === 'desk' && roles && !isDeskRole(roles)) yield { path: ['roles'], message: DESK_ROLE }
    if (kind === 'desk' && email) yield { path: ['email'], message: DESK_EMAIL }
  }).meta({ id: 'PersonInput', description: 'A person or a desk to invite.' }),
)

export const PersonChange = z.lazy(() =>
  withRules(
    z.object({ name: name.optional(), email: email.nullable().optional(), roles: roles.optional() }),
    ({ roles }) => rolesMatch(roles),
  ).meta({
    id: 'PersonChange',
    description: 'Changes of a person. A field that is not sent stays. Roles are replaced as a whole.',
  }),
)

export const PersonPath = z.lazy(() =>
  z.object({ personId: z.string().transform(Number).pipe(id).meta({ type: 'integer', description: 'The person.' }) }),
)

export const PeopleQuery = perLimits(limits => z.object(queryPaging(limits)))

export const PersonRecord = z.lazy(() =>
  z
    .object({
      personId: z.int().describe('The id of the person.'),
      name: z.string().describe('The name.'),
      kind,
      email: z.string().nullable().describe('The e-mail address for Cloudflare Access. Null: none.'),
      roles: z.array(PersonRole).describe('The roles, by customer.'),
      passkeys: z.int().describe('The number of passkeys. 0: the link was not used, or it is a desk.'),
      pin: z
        .enum(['none', 'set', 'locked'])
        .describe('The PIN at desks. `locked`: five wrong ones were typed in a row; a new PIN is needed.'),
      lastSeenAt: z
        .string()
        .nullable()
        .describe('The last sign-in or act, to the hour: an instant in UTC. Null: none.'),
    })
    .meta({ id: 'Person', description: 'A person or a desk.' }),
)

export const PersonList = z.lazy(() =>
  z.object({ people: z.array(PersonRecord) }).meta({ id: 'PersonList', description: 'A page of people.' }),
)

export const Invitation = z.lazy(() =>
  z
    .object({
      personId: z.int().describe('The id of the person.'),
      link: z.string().describe('The one-time link. It is shown only here.'),
      expiresAt: z.string().describe('Until when it can be used: an instant in UTC.'),
    })
    .meta({ id: 'Invitation', description: 'A one-time link. A new one ends the one before.' }),
)

export const IssuedPin = z.lazy(() =>
  z
    .object({ pin: z.string().describe('Six digits. They are shown only here.') })
    .meta({ id: 'IssuedPin', description: 'The PIN of a person. A new one ends the one before.' }),
)

const SessionRecord = z.lazy(() =>
  z
    .object({
      startedAt: instantOf('The sign-in.'),
      lastSeenAt: instantOf('The last act, to the hour.'),
      endsAt: instantOf('When it ends without a further act.'),
    })
    .meta({ id: 'Session', description: 'A browser in which a person or a desk is signed in.' }),
)

export const SessionList = z.lazy(() =>
  z.object({ sessions: z.array(SessionRecord) }).meta({ id: 'SessionList', description: 'A page of sessions.' }),
)

/** Characters of what a browser sends of a passkey. A key of RSA and its attestation are well below. */
const bytes = z.lazy(() => idText(8_192))

const credentialId = z.lazy(() => idText(2_048).min(1).describe('The id of the passkey, base64url.'))

/** A new passkey as `toJSON()` of the browser gives it. */
const NewPasskey = z.lazy(() =>
  z
    .object({
      id: credentialId,
      type: z.literal('public-key'),
      response: z.object({
        clientDataJSON: bytes,
        authenticatorData: bytes,
        publicKey: bytes,
        publicKeyAlgorithm: z.int(),
      }),
    })
    .meta({ id: 'NewPasskey', description: 'A `PublicKeyCredential` that was created, as `toJSON()` gives it.' }),
)
export type CreatedPasskey = z.output<typeof NewPasskey>

const PasskeyAnswer = z.lazy(() =>
  z
    .object({
      id: credentialId,
      type: z.literal('public-key'),
      response: z.object({
        clientDataJSON: bytes,
        authenticatorData: bytes,
        signature: bytes,
        userHandle: bytes.optional(),
      }),
    })
    .meta({ id: 'PasskeyAnswer', description: 'A `PublicKeyCredential` that was got, as `toJSON()` gives it.' }),
)
export type AnsweredChallenge = z.output<typeof PasskeyAnswer>

const code = z.lazy(() => idText(100).describe('The code of a one-time link: what follows `#`.'))

export const ChallengeRequest = z.lazy(() =>
  z
    .object({ code: code.optional() })
    .meta({ id: 'ChallengeRequest', description: 'Of a one-time link, or of a sign-in.' }),
)

export const Challenge = z.lazy(() =>
  z
    .object({
      challenge: z.string().describe('For WebAuthn, base64url. It can be answered once, within 5 minutes.'),
      rpId: z.string().describe('The host of the service.'),
      access: z.literal(true).optional().describe('People also sign in by Cloudflare Access.'),
      kind: kind.optional().describe('With a live code: whom it invites.'),
      name: z.string().optional().describe('With a live code: the name.'),
      userId: z.string().optional().describe('With a live code: the id of the user for WebAuthn, base64url.'),
    })
    .meta({
      id: 'Challenge',
      description: 'A challenge. Fields of the invitation are absent if the code is not live.',
    }),
)

export const Join = z.lazy(() =>
  z
    .object({ code, credential: NewPasskey.optional().describe('Of a person. A desk has none.') })
    .meta({ id: 'Join', description: 'The use of a one-time link.' }),
)

export const SignIn = z.lazy(() =>
  z
    .object({ credential: PasskeyAnswer.optional().describe('Absent: Cloudflare Access says who it is.') })
    .meta({ id: 'SignIn', description: 'The answer to a challenge.' }),
)

export const ConsoleTokenRequest = z.lazy(() =>
  z
    .object({
      customerId: id.optional().describe('The customer to work for.'),
      active: z.boolean().optional().describe('A key or a pointer was used since the last call.'),
    })
    .meta({ id: 'ConsoleTokenRequest', description: 'For whom the token is.' }),
)

const SignedInPerson = z.lazy(() => PersonRecord.unwrap().pick({ personId: true, name: true, kind: true }))

export const SignedIn = z.lazy(() =>
  z
    .object({ person: SignedInPerson })
    .meta({ id: 'SignedIn', description: 'Who has signed in. The cookie is in a header.' }),
)

const NamedPerson = z.lazy(() => PersonRecord.unwrap().pick({ personId: true, name: true }))

export const ConsoleToken = z.lazy(() =>
  z
    .object({
      accessToken: z
        .string()
        .optional()
        .describe('The token. Absent: there are several customers, or none, or nobody has unlocked the desk.'),
      expiresIn: z.int().describe('Seconds for which it is valid.'),
      person: SignedInPerson,
      customers: z.array(PersonRole).describe('The roles of the person.'),
      names: z
        .array(NamedPerson.unwrap().extend({ locked: z.boolean().describe('Five wrong PINs: a new one is needed.') }))
        .optional()
        .describe('Of a desk: the people of its customer who have a PIN. Absent: nobody has, and the desk needs none.'),
      unlockedBy: NamedPerson.optional().describe('Of such a desk: who stands there. Absent: it is locked.'),
    })
    .meta({ id: 'ConsoleToken', description: 'An access token of a person.' }),
)

export const SignOut = z.lazy(() =>
  z
    .object({ everywhere: z.boolean().optional().describe('All sessions of the person, not only this one.') })
    .meta({ id: 'SignOut', description: 'Which sessions to end.' }),
)

export const Unlock = z.lazy(() =>
  z
    .object({
      personId: id,
      pin: z
        .string()
        .regex(/^\d{6}$/, 'expected six digits')
        .meta({ 'x-format': 'six digits', description: 'The PIN.' }),
    })
    .meta({ id: 'Unlock', description: 'Who stands at a desk.' }),
)

export const Lock = z.lazy(() => z.object({}).meta({ id: 'Lock', description: 'Nothing.' }))
