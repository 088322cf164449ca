import { InnletError } from '../client/errors.ts'
import type { Session } from './session.ts'

/* The ceremonies of passkeys. Challenges come from the service, and what the browser signs goes back to it. */

/** What a one-time link is for. `userId` is base64url, as `challenge` is. */
export interface Invitation {
  challenge: string
  rpId: string
  kind: 'person' | 'desk'
  name: string
  userId: string
}

/** Milliseconds that a person has for the dialog of the browser; a challenge lives as long. */
const TIMEOUT = 300_000

const bytes = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), character => character.charCodeAt(0))

/** Signs in with a passkey of this device. Rejects with an `InnletError`, also when the person has closed the dialog. */
export async function signIn(session: Session): Promise<void> {
  const { challenge, rpId } = await session.post<Pick<Invitation, 'challenge' | 'rpId'>>('challenge', {})
  const publicKey = { challenge: bytes(challenge), rpId, userVerification: 'required' as const, timeout: TIMEOUT }
  const credential = await asked(() => navigator.credentials.get({ publicKey }))
  await session.post('sign-in', { credential })
  session.forget()
}

/** Reads what a link is for, which does not use it up. */
export const readInvitation = (session: Session, code: string) => session.post<Invitation>('challenge', { code })

/** Uses a link up: makes a passkey for a person, or opens a desk. Both sign in. */
export async function join(session: Session, code: string, invitation: Invitation): Promise<void> {
  const { challenge, rpId, kind, name, userId } = invitation
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: bytes(challenge),
    rp: { id: rpId, name: 'Innlet' },
    user: { id: bytes(userId), name, displayName: name },
    // ES256, and RS256 for Windows.
    pubKeyCredParams: [
      { type: 'public-key', alg: -7 },
      { type: 'public-key', alg: -257 },
    ],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
    timeout: TIMEOUT,
  }
  const credential = kind === 'desk' ? undefined : await asked(() => navigator.credentials.create({ publicKey }))
  await session.post('join', { code, credential })
  session.forget()
}

/** The credential as JSON. */
async function asked(ask: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await ask()
    return (credential as PublicKeyCredential).toJSON()
  } catch (cause) {
    throw new InnletError({ errors: [{ code: 'NO_PASSKEY', description: String(cause) }], cause })
  }
}
