import type * as z from 'zod'
import { InnletError } from '../client/errors.ts'
import { responseError } from '../client/response-error.ts'
import type * as people from '../schema/wire/people.ts'

type TokenContent = z.output<typeof people.ConsoleToken>

/** A person who signed in, or a desk: the PC of a reception. */
export type Person = TokenContent['person']

/** A customer that the person works for. Customer 0 of an owner stands for all. */
export type Access = TokenContent['customers'][number]

interface Token {
  value: string
  /** Milliseconds since 1970. */
  renewAt: number
}

/** A token is renewed this many milliseconds before its end. */
const MARGIN = 60_000

/** Without a customer: the token of the administration. */
const NO_CUSTOMER = 0

/** The session of this browser. Its cookie buys tokens of five minutes, which stay in memory. */
export class Session {
  person: Person | undefined
  customers: readonly Access[] = []
  /** Called when the service says that nobody is signed in. */
  onEnd: () => void = () => {}
  readonly #tokens = new Map<number, Promise<Token>>()
  /** A key or a pointer was used since the last token: the person is there. */
  #isActive = true

  constructor() {
    const act = () => {
      this.#isActive = true
    }
    for (const type of ['keydown', 'pointerdown']) addEventListener(type, act, { capture: true, passive: true })
  }

  /** Reads who is signed in. Rejects with status 401 if nobody is. */
  async open(): Promise<void> {
    this.forget()
    await this.#take(NO_CUSTOMER)
  }

  /** A token that is valid for a minute at least. Without a customer: that of the administration, which owners have. */
  async token(customerId = NO_CUSTOMER): Promise<string> {
    const token = await this.#tokens.get(customerId)?.catch(() => undefined)
    return (token && token.renewAt > Date.now() ? token : await this.#take(customerId)).value
  }

  /** Ends the use of the tokens that there are: the service refused one, or the person signed in again. */
  forget(): void {
    this.#tokens.clear()
  }

  async signOut(everywhere = false): Promise<void> {
    await this.post('sign-out', { everywhere })
    this.#end()
  }

  /** Calls `/console/…`. Rejects with an `InnletError`, as the client does. */
  async post<Content>(path: string, body: object): Promise<Content> {
    let response: Response
    try {
      const headers = { 'content-type': 'application/json' }
      response = await fetch(`/console/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    } catch (cause) {
      throw new InnletError({ errors: [{ code: 'NETWORK_ERROR', description: String(cause) }], retryable: true, cause })
    }
    const content = await response.json().catch(() => undefined)
    if (response.ok) return content
    throw responseError(response, content)
  }

  #take(customerId: number): Promise<Token> {
    const taken = this.#request(customerId)
    this.#tokens.set(customerId, taken)
    return taken
  }

  async #request(customerId: number): Promise<Token> {
    const active = this.#isActive
    this.#isActive = false
    try {
      const content = await this.post<TokenContent>('token', { active, ...(customerId && { customerId }) })
      this.person = content.person
      this.customers = content.customers
      return { value: content.accessToken ?? '', renewAt: Date.now() + content.expiresIn * 1000 - MARGIN }
    } catch (error) {
      this.#tokens.delete(customerId)
      this.#isActive ||= active
      if (error instanceof InnletError && error.status === 401) this.#end()
      throw error
    }
  }

  #end(): void {
    this.forget()
    this.person = undefined
    this.customers = []
    this.onEnd()
  }
}
