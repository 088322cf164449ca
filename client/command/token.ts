import { type TokenResponse, tokenOf, tokenRequest } from '../token.ts'
import type { Invocation } from './action.ts'
import { openAnonymous } from './connections.ts'
import { type Credentials, kindOf, needed } from './credentials.ts'
import { UsageError } from './failure.ts'

/** Requests a token for the audience of the service. */
export async function requestToken(credentials: Credentials): Promise<TokenResponse> {
  const [clientId, clientSecret] = [needed(credentials, 'clientId'), needed(credentials, 'clientSecret')]
  const body = tokenRequest({ clientId, clientSecret })
  return tokenOf(await openAnonymous(credentials).send({ method: 'POST', path: '/oauth/token', body, isPublic: true }))
}

/** The permissions of the credential. An API key does not tell them: undefined. */
export async function permissionsOf(credentials: Credentials): Promise<string[] | undefined> {
  const kind = kindOf(credentials)
  if (kind === 'application') return (await requestToken(credentials)).scope.split(' ')
  return kind === 'access token' ? claimsOf(needed(credentials, 'accessToken')).scope.split(' ') : undefined
}

/** Whether permissions include one; `write` includes `read`. Without permissions they are not known, and the service decides. */
export const isAllowed = (permissions: readonly string[] | undefined, needed: string): boolean =>
  !permissions || permissions.includes(needed) || permissions.includes(needed.replace(/:read$/, ':write'))

/** The claims of an access token, which its holder may read. */
export function claimsOf(token: string): { iat: number; scope: string } {
  try {
    const { iat, scope = '' } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return { iat, scope }
  } catch {
    throw new UsageError('INNLET_ACCESS_TOKEN is no access token')
  }
}

/** `innlet token`: an access token of the application, alone on standard output. */
export async function token({ credentials, output }: Invocation<object>): Promise<void> {
  const response = await requestToken(credentials)
  if (output.json) return output.value(response)
  output.line(response.access_token)
  output.note(`Valid for ${response.expires_in / 60} minutes, with the permissions ${response.scope}.`)
}
