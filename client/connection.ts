import { InnletError } from './errors.ts'
import { type CallOptions, checkOptions, type InnletOptions, isHeaderValue, type WriteOptions } from './options.ts'
import { Deadline, invalidReply, type OutgoingRequest, type Reply, type SendLimits, send } from './send.ts'
import { ApplicationToken } from './token.ts'

/** A request of the API. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: object | undefined
  body?: object | undefined
  /** Fields in which `Idempotency-Key` and such are sent. */
  headers?: Record<string, string>
  /** The endpoint needs no credential. */
  isPublic?: boolean
  /** The write has no identity, and must not happen twice. */
  onlyIfRefused?: boolean
  onRepetition?: () => void
}

/** The state of the database that a read must have: that of the last write. Bookmarks sort as text. */
const BOOKMARK = 'x-d1-bookmark'

/** Sends requests with the credential, its renewal and the bookmark. */
export class Connection {
  readonly #url: string
  readonly #limits: SendLimits
  readonly #timeout: number
  readonly #authorize: (deadline: Deadline, refused?: string) => Promise<[name: string, value: string]>
  readonly #isRenewable: boolean
  #bookmark = ''

  constructor(options: InnletOptions) {
    const { url, fetch = globalThis.fetch, retries = 3, attemptTimeout = 30_000, timeout = 120_000 } = options
    checkOptions(options)
    this.#url = url.replace(/\/+$/, '')
    // Browsers and Workers refuse a `fetch` that is called as a method.
    this.#limits = { fetch: (...request) => fetch(...request), retries, attemptTimeout }
    this.#timeout = timeout
    const { apiKey, accessToken } = options
    if (apiKey !== undefined) {
      this.#authorize = async () => ['x-api-key', apiKey]
    } else if (accessToken !== undefined) {
      const read = typeof accessToken === 'string' ? () => accessToken : accessToken
      this.#authorize = async deadline => bearer(await deadline.within(Promise.resolve(read())))
    } else {
      const token = new ApplicationToken(this.#url, options, this.#limits, timeout)
      this.#authorize = async (deadline, refused) => bearer(await token.get(deadline, refused?.slice(BEARER.length)))
    }
    this.#isRenewable = apiKey === undefined && typeof accessToken !== 'string'
  }

  /** The response to a call. */
  async send(call: Call, { signal, timeout = this.#timeout }: CallOptions = {}): Promise<Reply> {
    const deadline = new Deadline(timeout, signal)
    try {
      deadline.throwIfOver()
      return await this.#sendBefore(deadline, call)
    } finally {
      deadline.release()
    }
  }

  async #sendBefore(deadline: Deadline, call: Call): Promise<Reply> {
    const request: OutgoingRequest = {
      url: `${this.#url}${call.path}${queryOf(call.query)}`,
      method: call.method,
      headers: new Headers(call.headers),
      body: call.body && JSON.stringify(call.body),
      onlyIfRefused: call.onlyIfRefused,
    }
    if (request.body) request.headers.set('content-type', 'application/json')
    if (call.isPublic) return send(request, this.#limits, deadline, call.onRepetition)

    const [name, value] = await this.#authorize(deadline)
    setCredential(request.headers, name, value)
    try {
      return await this.#sendWithBookmark(request, deadline, call)
    } catch (error) {
      if (!(this.#isRenewable && error instanceof InnletError && error.status === 401)) throw error
      setCredential(request.headers, ...(await this.#authorize(deadline, value)))
      return await this.#sendWithBookmark(request, deadline, call)
    }
  }

  /** A write with an identity, which is the same in each attempt. The service reads the key if the body has no identity. */
  write(path: string, body: object, { idempotencyKey = newKey(), ...options }: WriteOptions = {}): Promise<Reply> {
    return this.send({ method: 'POST', path, body, headers: { 'idempotency-key': idempotencyKey } }, options)
  }

  /** A request with a body that may be repeated: a read, or a write of values that the body has. */
  post(path: string, body: object, options?: CallOptions): Promise<Reply> {
    return this.send({ method: 'POST', path, body }, options)
  }

  async #sendWithBookmark(request: OutgoingRequest, deadline: Deadline, { onRepetition }: Call): Promise<Reply> {
    const sent = this.#bookmark
    if (sent) request.headers.set(BOOKMARK, sent)
    const reply = await send(request, this.#limits, deadline, onRepetition)
    const received = reply.headers.get(BOOKMARK) ?? ''
    // A lower one than was sent: the customer has moved to another database.
    if (received && (received > this.#bookmark || this.#bookmark === sent)) this.#bookmark = received
    return reply
  }
}

/** The content of the envelope. */
export function contentOf<Content>(reply: Reply): Content {
  const { content } = Object(reply.body) as { content?: Content }
  if (content) return content
  throw invalidReply(reply, 'A success without content. Is the url that of the service?')
}

const BEARER = 'Bearer '
const bearer = (token: string): [string, string] => ['authorization', BEARER + token]

function setCredential(headers: Headers, name: string, value: string): void {
  if (!isHeaderValue(value)) throw new TypeError('The credential has characters that are not ASCII, or a line end')
  headers.set(name, value)
}

/** The parameters that have a value. A date is an instant. */
function queryOf(query: object = {}): string {
  const parameters = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined || value === null) return []
    const text = value instanceof Date ? value.toISOString() : String(value)
    // Not URLSearchParams: React Native has a part of it only.
    return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`
  })
  return parameters.length ? `?${parameters.join('&')}` : ''
}

/** A new key of a write, of 32 digits. `crypto.randomUUID` is missing on pages without TLS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
