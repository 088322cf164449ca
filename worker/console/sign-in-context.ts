import { base64url } from 'jose'
import { subjectOf } from '../auth/access-token'
import { expiryOfChallenge } from '../auth/challenge'
import { relyingPartyOf } from '../auth/own-origin'
import type { RelyingParty, Verified } from '../auth/passkey'
import { addressOf, withinRate } from '../auth/rate-limit'
import { newSecret, requirePepper } from '../auth/secrets'
import { hashOf, sessionCookie, sessionSecret } from '../auth/session'
import { SESSION_MS } from '../domain/people/session-times'
import { Refusal, refuse } from '../errors'
import { success } from '../http/endpoint'
import type { RequestContext } from '../request-context'
import type { Answer, NewSession, SignedInPerson } from '../store/people/sessions'

/** What the calls of a sign-in need: the address at which people sign in, and the secret of challenges. */
export interface SignInContext {
  party: RelyingParty
  pepper: string
}

/** Counts the request against the rate of sign-ins of its address. */
export async function enterSignIn(
  context: RequestContext,
): Promise<SignInContext | Refusal<'NOT_CONFIGURED' | 'RATE_LIMITED'>> {
  const { env, request, settings } = context
  if (!(await withinRate(env.SIGN_IN_PER_ADDRESS, addressOf(request.headers)))) return refuse('RATE_LIMITED')
  const party = relyingPartyOf(context)
  if (party instanceof Refusal) return party
  const pepper = requirePepper(settings)
  return pepper instanceof Refusal ? pepper : { party, pepper }
}

export const invalidCredential = () => refuse('INVALID_CREDENTIAL')

/** The id of a person for WebAuthn, base64url. An authenticator has one passkey for it. */
export const userIdOf = (personId: number) => base64url.encode(new TextEncoder().encode(subjectOf(personId)))

/** The challenge that was answered. Undefined: it is not of this service, or has expired. */
export async function answerOf({ challenge }: Verified, pepper: string, now: number): Promise<Answer | undefined> {
  const expiresAt = await expiryOfChallenge(pepper, challenge, now)
  return expiresAt === undefined ? undefined : { challengeHash: await hashOf(challenge), expiresAt }
}

/** A session for the browser of the request: always a new secret, so that nobody can prepare one. */
export async function newSession(
  { request }: RequestContext,
  party: RelyingParty,
): Promise<NewSession & { secret: string }> {
  const secret = newSecret()
  const former = sessionSecret(request.headers, party)
  return { secret, sessionHash: await hashOf(secret), formerHash: former ? await hashOf(former) : '' }
}

/** The response of a sign-in, with its cookie. */
export function signedIn({ log }: RequestContext, person: SignedInPerson, party: RelyingParty, secret: string) {
  log.sub = subjectOf(person.personId)
  const seconds = SESSION_MS[person.personKind].longest / 1_000
  return success(
    { person: signedInRecord(person) },
    { headers: { 'set-cookie': sessionCookie(party, secret, seconds) } },
  )
}

/** Who has signed in. */
export const signedInRecord = ({ personId, personName, personKind }: SignedInPerson) => ({
  personId,
  name: personName,
  kind: personKind,
})

/** Who has signed in, in the examples. */
export const SIGNED_IN_EXAMPLE = { person: { personId: 3, name: 'Anna Silva', kind: 'person' as const } }
