import { Join, SignedIn } from '../../schema/wire/people'
import { verifyNewPasskey } from '../auth/passkey'
import { hashOf } from '../auth/session'
import { Refusal, refuse } from '../errors'
import { endpoint } from '../http/endpoint'
import { findInvited, type NewPasskey, openByInvitation } from '../store/people/sessions'
import {
  answerOf,
  enterSignIn,
  invalidCredential,
  newSession,
  SIGNED_IN_EXAMPLE,
  type SignInContext,
  signedIn,
} from './sign-in-context'

export const postJoin = endpoint(
  {
    method: 'POST',
    path: '/console/join',
    operationId: 'postJoin',
    summary: 'Uses a one-time link up.',
    description:
      'A person sends the passkey that the browser has made with the challenge. A desk sends none. Both are then signed in: the ' +
      'cookie of the response is the session. A link that is unknown, used or expired is 404.',
    auth: 'console',
    example: {
      body: {
        code: 'ek6oi7GMJltgOV4P7lXLMAkPigRu2P8oQa3TfjJhD4c',
        credential: {
          id: 'cGFzc2tleQ',
          type: 'public-key',
          response: {
            clientDataJSON: 'eyJ0eXBlIjoi…',
            authenticatorData: 'SZYN5YgOjGh0…',
            publicKey: 'MFkwEwYHKoZI…',
            publicKeyAlgorithm: -7,
          },
        },
      },
      response: SIGNED_IN_EXAMPLE,
    },
    body: Join,
    response: SignedIn,
    responseHeaders: { 'Set-Cookie': 'The session.' },
    errors: ['NOT_FOUND', 'INVALID_CREDENTIAL', 'RATE_LIMITED'],
  },
  async call => {
    const context = await enterSignIn(call)
    if (context instanceof Refusal) return context
    const { code, credential } = call.body
    const codeHash = await hashOf(code)
    const invited = await findInvited(call.db, codeHash)
    if (!invited) return noSuchLink()
    const needsPasskey = invited.personKind === 'person'
    if (needsPasskey && !credential) return refuse('INVALID_FIELD', 'credential: expected a passkey')
    const created = needsPasskey && credential ? await createdOf(credential, context, call.now) : undefined
    if (needsPasskey && !created) return invalidCredential()

    const opened = await newSession(call, context.party)
    const person = await openByInvitation(call.db, codeHash, { created, opened })
    if (person) return signedIn(call, person, context.party, opened.secret)
    // Somebody else may have used the link meanwhile.
    return (await findInvited(call.db, codeHash)) ? invalidCredential() : noSuchLink()
  },
)

const noSuchLink = () => refuse('NOT_FOUND', 'code: the link is unknown, used or expired')

/** Undefined: the passkey is not valid, or answers no challenge of this service. */
async function createdOf(
  credential: Parameters<typeof verifyNewPasskey>[0],
  { party, pepper }: SignInContext,
  now: number,
): Promise<NewPasskey | undefined> {
  const verified = await verifyNewPasskey(credential, party)
  const answer = verified && (await answerOf(verified, pepper, now))
  return answer && { ...verified, answer }
}
