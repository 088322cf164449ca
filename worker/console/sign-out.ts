import { SignOut } from '../../schema/wire/people'
import { relyingPartyOf } from '../auth/own-origin'
import { hashOf, sessionCookie, sessionSecret } from '../auth/session'
import { Refusal } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { endSessions } from '../store/people/sessions'

export const postSignOut = endpoint(
  {
    method: 'POST',
    path: '/console/sign-out',
    operationId: 'postSignOut',
    summary: 'Ends the session of this browser, or all of its person.',
    description:
      'Access tokens that were issued before end by themselves within 5 minutes. Without a session nothing happens.',
    auth: 'console',
    example: { body: { everywhere: false } },
    body: SignOut,
    status: 204,
  },
  async call => {
    const party = relyingPartyOf(call)
    if (party instanceof Refusal) return party
    const secret = sessionSecret(call.request.headers, party)
    if (secret) await endSessions(call.db, await hashOf(secret), call.body.everywhere ?? false)
    return success(undefined, { headers: { 'set-cookie': sessionCookie(party, '', 0) } })
  },
)
