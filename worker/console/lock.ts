import { Lock } from '../../schema/wire/people'
import { relyingPartyOf } from '../auth/own-origin'
import { hashOf, sessionSecret } from '../auth/session'
import { Refusal } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { lock } from '../store/people/unlock'

export const postLock = endpoint(
  {
    method: 'POST',
    path: '/console/lock',
    operationId: 'postLock',
    summary: 'Locks a desk: nobody stands there any more.',
    description: 'Access tokens that were issued before end by themselves within 5 minutes.',
    auth: 'console',
    example: { body: {} },
    body: Lock,
    status: 204,
  },
  async call => {
    const party = relyingPartyOf(call)
    if (party instanceof Refusal) return party
    const secret = sessionSecret(call.request.headers, party)
    if (secret) await lock(call.db, await hashOf(secret))
    return success()
  },
)
