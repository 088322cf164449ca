import { Challenge, ChallengeRequest } from '../../schema/wire/people'
import { newChallenge } from '../auth/challenge'
import { hashOf } from '../auth/session'
import { Refusal } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { findInvited } from '../store/people/sessions'
import { enterSignIn, userIdOf } from './sign-in-context'

export const createChallenge = endpoint(
  {
    method: 'POST',
    path: '/console/challenge',
    operationId: 'createChallenge',
    summary: 'Makes a challenge for a passkey.',
    description:
      'The first step of a sign-in, and of the use of a one-time link. With the code of a live link the response says whom it ' +
      'invites; that does not use it up. Only pages of the console can call this: `Origin` must be the address of the service.',
    auth: 'console',
    example: {
      body: {},
      response: { challenge: 'AAABnB7y…', rpId: 'stay.hotel.example' },
    },
    body: ChallengeRequest,
    response: Challenge,
    errors: ['RATE_LIMITED'],
  },
  async call => {
    const context = await enterSignIn(call)
    if (context instanceof Refusal) return context
    const { code } = call.body
    const challenge = await newChallenge(context.pepper, call.now)
    const { rpId } = context.party
    const invited = code && (await findInvited(call.db, await hashOf(code)))
    const access = call.settings.access && (true as const)
    if (!invited) return success({ challenge, rpId, ...(access && { access }) })
    const { personId, personName, personKind } = invited
    return success({ challenge, rpId, kind: personKind, name: personName, userId: userIdOf(personId) })
  },
)
