/** Sends one request: the global `fetch`, or a function like it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** An application: the client requests its tokens. Only on servers. */
export interface ClientCredentials {
  clientId: string
  clientSecret: string
  /** The audience of the tokens. Default: `innlet-api`, unless the operator has set another. */
  audience?: string
  apiKey?: undefined
  accessToken?: undefined
}

/** An API key. Only on servers. */
export interface ApiKey {
  apiKey: string
  clientId?: undefined
  clientSecret?: undefined
  accessToken?: undefined
}

/** A token that you have requested yourself. The only credential for browsers. */
export interface AccessToken {
  /** The token, or a function that returns the present one. It is called for each request, and again after a 401. */
  accessToken: string | (() => string | Promise<string>)
  clientId?: undefined
  clientSecret?: undefined
  apiKey?: undefined
}

export type Credential = ClientCredentials | ApiKey | AccessToken

export interface ConnectionOptions {
  /** The address of the service: `https://innlet.example`. In a browser, that of your own proxy may be a path. */
  url: string
  /** Sends the requests. Default: the global `fetch`. */
  fetch?: Fetch
  /** Repetitions after 429, 503 and broken connections. Default: 3. */
  retries?: number
  /** Milliseconds for one attempt. Default: 30,000. */
  attemptTimeout?: number
  /** Milliseconds for a call with all its attempts and pauses. Default: 120,000. */
  timeout?: number
}

export type InnletOptions = ConnectionOptions & Credential

/** Options of one call. */
export interface CallOptions {
  /** Ends the call. It then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** Milliseconds for this call with all its attempts and pauses. */
  timeout?: number | undefined
}

/** Options of a write that has an identity. */
export interface WriteOptions extends CallOptions {
  /**
   * The key by which the service recognises a repetition: up to 200 characters of ASCII. Set it if your process may end and repeat
   * the call. Default: a new one for each call, the same in each attempt of it.
   */
  idempotencyKey?: string | undefined
}

/** A body whose `identity` the client makes if you have none. */
export type OptionalIdentity<Body extends { identity: string }> = Omit<Body, 'identity'> & {
  identity?: string | undefined
}

const isBrowser = () => 'document' in globalThis || 'importScripts' in globalThis

/** Whether a header can have a value. The error of `Headers` quotes one that it cannot have. */
export const isHeaderValue = (value: string): boolean => /^[\x20-\x7e]+$/.test(value)

/** Refuses a secret where everyone can read it, and what would be quoted in an error. */
export function checkOptions(options: InnletOptions): void {
  const { url, clientId, clientSecret, apiKey, accessToken } = options
  if ((clientSecret !== undefined || apiKey !== undefined) && isBrowser()) {
    throw new TypeError(
      'Everyone can read what a browser has: give an accessToken, and keep clientSecret and apiKey on a server',
    )
  }
  const given = [clientId && clientSecret, apiKey, accessToken].filter(Boolean)
  if (given.length !== 1) {
    const names = ['url', 'clientId', 'clientSecret', 'apiKey', 'accessToken'] as const
    const missing = names.filter(name => name in options && !options[name])
    const without = missing.length ? `; without a value: ${missing.join(', ')}` : ''
    throw new TypeError(`Expected clientId and clientSecret, or apiKey, or accessToken${without}`)
  }
  if (typeof url !== 'string' || /^[^/]*\/\/[^/]*@/.test(url)) {
    throw new TypeError('url: expected the text of an address, without a user name and password')
  }
}
