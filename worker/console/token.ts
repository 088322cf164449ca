import { ConsoleToken, ConsoleTokenRequest } from '../../schema/wire/people'
import { OWN_PRODUCT, signAccessToken, subjectOf } from '../auth/access-token'
import { signingKeys } from '../auth/keys'
import { relyingPartyOf } from '../auth/own-origin'
import { hashOf, sessionSecret } from '../auth/session'
import { grantOf } from '../domain/people/roles'
import { TOKEN_SECONDS } from '../domain/people/session-times'
import { Refusal, refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { readForToken } from '../store/people/sessions'
import { signedInRecord } from './sign-in-context'

export const issueConsoleToken = endpoint(
  {
    method: 'POST',
    path: '/console/token',
    operationId: 'issueConsoleToken',
    summary: 'Issues an access token to the person of a session.',
    description:
      'The cookie of the session is needed. Without `customerId` an owner gets a token for administration alone, and anyone else one ' +
      'for the only customer. A customer that is closed, unknown or without a role of the person is 403. A desk whose customer has ' +
      'people with a PIN gets one for the person who has unlocked it.',
    auth: 'console',
    example: {
      body: { customerId: 1, active: true },
      response: {
        accessToken: 'eyJ…',
        expiresIn: TOKEN_SECONDS,
        person: { personId: 2, name: 'Reception', kind: 'desk' },
        customers: [{ customerId: 1, role: 'frontdesk' }],
        names: [{ personId: 3, name: 'Anna Silva', locked: false }],
        unlockedBy: { personId: 3, name: 'Anna Silva' },
      },
    },
    body: ConsoleTokenRequest,
    response: ConsoleToken,
    errors: ['AUTHENTICATION_REQUIRED', 'SIGNING_NOT_CONFIGURED'],
  },
  async call => {
    const { customerId, active = false } = call.body
    const { settings } = call
    const party = relyingPartyOf(call)
    if (party instanceof Refusal) return party
    const ring = await signingKeys(settings)
    if (!ring) return refuse('SIGNING_NOT_CONFIGURED')
    const secret = sessionSecret(call.request.headers, party)
    const found =
      secret &&
      (await readForToken(call.db, { sessionHash: await hashOf(secret), isActive: active, customer: customerId }))
    if (!found) return refuse('AUTHENTICATION_REQUIRED', 'nobody is signed in, or the session has ended')
    const { names } = found
    const here = names.find(({ isHere }) => isHere)
    // Who stands at a desk is the author of what is done there, with the permissions of the desk.
    const subject = subjectOf(here?.personId ?? found.personId)
    call.log.sub = subject

    const named = customerId && {
      customerId,
      located: found.isNamed ? { shard: found.namedShard ?? 0, isOpen: found.namedClosedAt === null } : undefined,
    }
    const grant = grantOf(found.roles, named || undefined, settings.permissions)
    if (grant instanceof Refusal) return grant
    const isLocked = names.length > 0 && !here
    const accessToken =
      grant &&
      !isLocked &&
      (await signAccessToken(ring, {
        issuer: call.publicUrl,
        subject,
        customer: grant.customer,
        shard: grant.shard,
        product: OWN_PRODUCT,
        permissions: grant.scope,
        audience: settings.audience,
        issuedAt: Math.floor(call.now / 1000),
        lifetime: TOKEN_SECONDS,
        signedInAt: Math.floor(found.signedInAt / 1000),
      }))
    return success({
      ...(accessToken && { accessToken }),
      expiresIn: TOKEN_SECONDS,
      person: signedInRecord(found),
      customers: found.roles.map(({ customerId, role }) => ({ customerId, role })),
      ...(names.length > 0 && {
        names: names.map(({ personId, name, isLocked }) => ({ personId, name, locked: isLocked })),
      }),
      ...(here && { unlockedBy: { personId: here.personId, name: here.name } }),
    })
  },
)
