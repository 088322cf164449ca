import { InnletError } from './errors.ts'
import { type ClientCredentials, isHeaderValue } from './options.ts'
import { Deadline, invalidReply, type Reply, type SendLimits, send } from './send.ts'

/** A token is renewed a minute before its end, and one that lives shorter than two minutes at half its life. */
const MARGIN = 60

export interface TokenResponse {
  access_token: string
  /** Seconds. */
  expires_in: number
  scope: string
}

/** The body of a token request. */
export const tokenRequest = ({ clientId, clientSecret, audience = 'innlet-api' }: ClientCredentials) => ({
  grant_type: 'client_credentials',
  client_id: clientId,
  client_secret: clientSecret,
  audience,
})

/** The token of a success. Something else than the service may respond there. */
export function tokenOf(reply: Reply): TokenResponse {
  const { body } = reply
  const { access_token: token, expires_in: seconds, scope = '' } = (body ?? {}) as Partial<Record<string, unknown>>
  const isToken = typeof token === 'string' && isHeaderValue(token) && typeof scope === 'string'
  if (isToken && typeof seconds === 'number') return { ...(body as TokenResponse), scope }
  throw invalidReply(reply, 'A success without a token. Is the url that of the service?')
}

/** The token of an application. All calls share it, and the request of the next one. */
export class ApplicationToken {
  readonly #request: () => Promise<TokenResponse>
  #token: { value: string; renewAt: number; endsAt: number } | undefined
  #pending: Promise<string> | undefined

  constructor(url: string, credentials: ClientCredentials, limits: SendLimits, timeout: number) {
    const body = JSON.stringify(tokenRequest(credentials))
    this.#request = async () => {
      const headers = new Headers({ 'content-type': 'application/json' })
      const request = { url: `${url}/oauth/token`, method: 'POST', headers, body }
      const deadline = new Deadline(timeout, undefined)
      try {
        return tokenOf(await send(request, limits, deadline))
      } finally {
        deadline.release()
      }
    }
  }

  /** A token that the API has not refused. */
  async get(deadline: Deadline, refused?: string): Promise<string> {
    deadline.throwIfOver()
    const token = this.#token?.value === refused ? undefined : this.#token
    if (token && Date.now() < token.renewAt) return token.value
    this.#pending ??= this.#renew()
    const pending = this.#pending
    try {
      return await deadline.within(pending)
    } catch (error) {
      // In a Worker, the request may belong to an invocation that has ended. It then never settles.
      if (deadline.signal.aborted && this.#pending === pending) this.#pending = undefined
      deadline.throwIfOver()
      // It is renewed before its end, so that an outage of the token endpoint ends no call.
      const isOutage = error instanceof InnletError && error.retryable
      if (isOutage && token && Date.now() < token.endsAt) return token.value
      throw error
    }
  }

  async #renew(): Promise<string> {
    try {
      const { access_token: value, expires_in: lifetime } = await this.#request()
      const endsAt = Date.now() + lifetime * 1000
      this.#token = { value, renewAt: endsAt - Math.min(MARGIN, lifetime / 2) * 1000, endsAt }
      return value
    } finally {
      this.#pending = undefined
    }
  }
}
