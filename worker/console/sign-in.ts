import { SignedIn, SignIn } from '../../schema/wire/people'
import { ASSERTION, verifyAssertion } from '../auth/access-assertion'
import { type RelyingParty, verifyAnswer } from '../auth/passkey'
import { Refusal } from '../errors'
import { endpoint } from '../http/endpoint'
import { logException } from '../http/log'
import type { RequestContext } from '../request-context'
import { findPasskey, openByEmail, openByPasskey } from '../store/people/sessions'
import {
  answerOf,
  enterSignIn,
  invalidCredential,
  newSession,
  SIGNED_IN_EXAMPLE,
  signedIn,
  userIdOf,
} from './sign-in-context'

export const postSignIn = endpoint(
  {
    method: 'POST',
    path: '/console/sign-in',
    operationId: 'postSignIn',
    summary: 'Signs a person in with a passkey, or by Cloudflare Access.',
    description:
      'The browser answers a challenge with a passkey. Without `credential` the header `Cf-Access-Jwt-Assertion`, which Cloudflare ' +
      'Access adds, says who it is. The cookie of the response is the session, and ends the one of before.',
    auth: 'console',
    example: {
      body: {
        credential: {
          id: 'cGFzc2tleQ',
          type: 'public-key',
          response: {
            clientDataJSON: 'eyJ0eXBlIjoi…',
            authenticatorData: 'SZYN5YgOjGh0…',
            signature: 'MEUCIQDx…',
            userHandle: 'cGVyc29uOjM',
          },
        },
      },
      response: SIGNED_IN_EXAMPLE,
    },
    body: SignIn,
    response: SignedIn,
    responseHeaders: { 'Set-Cookie': 'The session.' },
    errors: ['INVALID_CREDENTIAL', 'RATE_LIMITED'],
  },
  async call => {
    const context = await enterSignIn(call)
    if (context instanceof Refusal) return context
    const { credential } = call.body
    const { party, pepper } = context
    if (!credential) return signInByAccess(call, party)
    const passkey = await findPasskey(call.db, credential.id)
    const { userHandle } = credential.response
    if (!passkey || (userHandle && userHandle !== userIdOf(passkey.personId))) return invalidCredential()
    const verified = await verifyAnswer(credential, passkey, party)
    const answer = verified && (await answerOf(verified, pepper, call.now))
    if (!answer) return invalidCredential()

    const opened = await newSession(call, party)
    const person = await openByPasskey(call.db, passkey.credentialId, { answer, opened })
    return person ? signedIn(call, person, party, opened.secret) : invalidCredential()
  },
)

/** Signs in whom Cloudflare Access names. The instant is that of its own sign-in. */
async function signInByAccess(call: RequestContext, party: RelyingParty) {
  const { settings, request, requestId, now, db } = call
  const assertion = request.headers.get(ASSERTION)
  const logFault = (error: unknown) => logException(requestId, error)
  const asserted = settings.access && assertion && (await verifyAssertion(assertion, settings.access, now, logFault))
  if (!asserted) return invalidCredential()
  const opened = await newSession(call, party)
  const person = await openByEmail(db, asserted, opened)
  return person ? signedIn(call, person, party, opened.secret) : invalidCredential()
}
