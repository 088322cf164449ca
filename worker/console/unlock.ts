import { Unlock } from '../../schema/wire/people'
import { subjectOf } from '../auth/access-token'
import { pinHashOf } from '../auth/pin'
import { hashOf, sessionSecret } from '../auth/session'
import { Refusal, refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { unlock } from '../store/people/unlock'
import { enterSignIn, invalidCredential } from './sign-in-context'

export const postUnlock = endpoint(
  {
    method: 'POST',
    path: '/console/unlock',
    operationId: 'postUnlock',
    summary: 'Lets a person stand at a desk, by a PIN.',
    description:
      'The cookie of the desk is needed. Tokens of the desk then name this person, with the permissions of the desk, until the desk is ' +
      'locked, or for 10 minutes after the last act. Five wrong PINs in a row lock the name; then the right one is refused too.',
    auth: 'console',
    example: { body: { personId: 3, pin: '402913' } },
    body: Unlock,
    status: 204,
    errors: ['AUTHENTICATION_REQUIRED', 'INVALID_CREDENTIAL', 'RATE_LIMITED'],
  },
  async call => {
    const context = await enterSignIn(call)
    if (context instanceof Refusal) return context
    const { personId, pin } = call.body
    const secret = sessionSecret(call.request.headers, context.party)
    const outcome = secret
      ? await unlock(call.db, {
          sessionHash: await hashOf(secret),
          personId,
          pinHash: await pinHashOf(context.pepper, personId, pin),
        })
      : 'no session'
    if (outcome === 'no session')
      return refuse('AUTHENTICATION_REQUIRED', 'nobody is signed in, or the session has ended')
    if (outcome === 'refused') return invalidCredential()
    call.log.sub = subjectOf(personId)
    return success()
  },
)
