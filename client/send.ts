import { InnletError, localError } from './errors.ts'
import type { Fetch } from './options.ts'
import { responseError } from './response-error.ts'

/** How long and how often a request is tried. */
export interface SendLimits {
  fetch: Fetch
  /** Repetitions after the first attempt. */
  retries: number
  /** Milliseconds for one attempt. */
  attemptTimeout: number
}

/** A request. Its body is a text, so that it can be sent again. */
export interface OutgoingRequest {
  url: string
  method: string
  headers: Headers
  body?: string | undefined
  /** Send it again only if the service refused it, and not if it is unknown whether it was received. */
  onlyIfRefused?: boolean | undefined
}

/** A success. */
export interface Reply {
  /** The JSON of the body, or the text of one with a JSON value in each line; undefined if it is empty. */
  body: unknown
  headers: Headers
}

/** The error of a success that is not one of the service: something else responds, or takes headers away. */
export const invalidReply = ({ headers }: Reply, description: string): InnletError =>
  localError('INVALID_RESPONSE', description, { requestId: headers.get('x-request-id') ?? undefined })

/** A header of every success of an endpoint. */
export function headerOf(reply: Reply, name: string): string {
  const value = reply.headers.get(name)
  if (value === null) throw invalidReply(reply, `A success without ${name}. Does a proxy drop headers?`)
  return value
}

/** The longest pause before the first repetition, in milliseconds. It doubles with each. */
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 8_000

/**
 * Sends a request, and repeats it after 429, 503 and broken connections. The pauses are random up to a limit that doubles each time,
 * so that clients that failed together do not come back together. They are never shorter than `Retry-After`. `onRepetition` is called
 * before each repetition.
 */
export async function send(
  request: OutgoingRequest,
  { fetch, retries, attemptTimeout }: SendLimits,
  deadline: Deadline,
  onRepetition?: () => void,
): Promise<Reply> {
  for (let repetition = 0; ; repetition++) {
    try {
      return await attempt(request, fetch, deadline, attemptTimeout)
    } catch (error) {
      if (!(error instanceof InnletError && error.retryable) || repetition === retries) throw error
      if (request.onlyIfRefused && error.status !== 429 && error.status !== 503) throw error
      const limit = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** repetition)
      const pause = (error.retryAfter ?? 0) * 1000 + Math.random() * limit
      if (pause > deadline.remaining()) throw error
      await sleep(pause, deadline.signal)
      deadline.throwIfOver()
      onRepetition?.()
    }
  }
}

async function attempt(
  { url, onlyIfRefused: _, ...init }: OutgoingRequest,
  fetch: Fetch,
  deadline: Deadline,
  timeout: number,
): Promise<Reply> {
  const limit = new Deadline(timeout, deadline.signal)
  let response: Response
  let text: string
  try {
    // A redirect would turn a POST into a GET, or take the credential elsewhere.
    response = await fetch(url, { ...init, signal: limit.signal, redirect: 'manual' })
    text = await response.text()
  } catch (cause) {
    deadline.throwIfOver()
    limit.throwIfOver()
    throw localError('NETWORK_ERROR', `No response: ${reasonOf(cause)}`, { retryable: true, cause })
  } finally {
    limit.release()
  }
  const isLines = response.headers.get('content-type')?.startsWith('application/x-ndjson')
  const body = isLines ? text : parsed(text)
  if (!response.ok || body === INVALID) throw responseError(response, body === INVALID ? undefined : body)
  return { body, headers: response.headers }
}

/** Node says `fetch failed`, and why in the cause of the error, or in the cause of that one. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  let cause = error
  while (cause.cause instanceof Error) cause = cause.cause
  return cause === error ? error.message : `${error.message}: ${cause.message || cause.name}`
}

const INVALID = Symbol()

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return INVALID
  }
}

/** React Native gives no reason. */
const reasonOfAbort = (signal: AbortSignal): unknown =>
  signal.reason ?? Object.assign(new Error('The call was aborted'), { name: 'AbortError' })

/** What a timer can wait, in milliseconds. One with a later end would be over at once. */
const LONGEST_TIMER = 2 ** 31 - 1

/**
 * The end of an attempt, or of a call with all its attempts and pauses: a time, or the abort by the caller. Release it when the work is
 * done: then it holds no timer, and no listener at the caller's signal. A signal of `AbortSignal.any` and `AbortSignal.timeout` cannot be
 * released, and in Node 20 a garbage collection takes its time away.
 */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #caller: AbortSignal | undefined
  readonly #timeout: number
  readonly #end: number
  readonly #timer: ReturnType<typeof setTimeout>
  readonly #abort = () => this.#controller.abort(this.#caller && reasonOfAbort(this.#caller))

  constructor(timeout: number, caller: AbortSignal | undefined) {
    this.#timeout = timeout
    this.#end = Date.now() + timeout
    this.#caller = caller
    this.#timer = setTimeout(this.#abort, Math.min(timeout, LONGEST_TIMER))
    caller?.addEventListener('abort', this.#abort)
    if (caller?.aborted) this.#abort()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  release(): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#abort)
  }

  /** Milliseconds until the end. */
  remaining(): number {
    return this.#end - Date.now()
  }

  throwIfOver(): void {
    if (this.#caller?.aborted) throw reasonOfAbort(this.#caller)
    if (this.signal.aborted) throw localError('TIMEOUT', `Not done within ${this.#timeout} ms`, { retryable: true })
  }

  /** The result of something that others may wait for too, unless the end comes first. */
  async within<T>(work: Promise<T>): Promise<T> {
    this.throwIfOver()
    let stop: (() => void) | undefined
    const end = new Promise<never>((_, reject) => {
      stop = () => reject(this.signal.reason)
      this.signal.addEventListener('abort', stop)
    })
    try {
      return await Promise.race([work, end])
    } catch (error) {
      this.throwIfOver()
      throw error
    } finally {
      if (stop) this.signal.removeEventListener('abort', stop)
    }
  }
}

/** A pause, which ends early if the signal is aborted. */
export const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  })
