import type * as z from 'zod'
import { InnletError } from '../client/errors.ts'
import { responseError } from '../client/response-error.ts'
import type * as people from '../schema/wire/people.ts'
import { Presence } from './presence.ts'

type TokenContent = z.output<typeof people.ConsoleToken>

/** A person who signed in, or a desk: the PC of a reception. */
export type Person = TokenContent['person']

/** A customer that the person works for. Customer 0 of an owner stands for all. */
export type Access = TokenContent['customers'][number]

/** A person who can unlock this desk by a PIN. */
export type Name = NonNullable<TokenContent['names']>[number]

interface Token {
  value: string
  /** Milliseconds since 1970. */
  renewAt: number
}

/** A token is renewed this many milliseconds before its end. */
const MARGIN = 60_000

/** Milliseconds after which a lock is sent again that did not reach the service. */
const LOCK_AGAIN = 5_000

/** Without a customer: the token of the administration. */
const NO_CUSTOMER = 0

/** The session of this browser. Its cookie buys tokens of five minutes, which stay in memory. */
export class Session {
  person: Person | undefined
  customers: readonly Access[] = []
  /** Of a desk: who may unlock it. Nobody: it is never locked. */
  names: readonly Name[] = []
  /** Of a desk with names: who stands there. */
  unlockedBy: TokenContent['unlockedBy']
  /** Called when the service says that nobody is signed in. */
  onEnd: () => void = () => {}
  /** Called when it may be another person who works, or nobody. */
  onChange: () => void = () => {}
  readonly #tokens = new Map<number, Promise<Token>>()
  /** A key or a pointer was used since the last token: the person is there. */
  #isActive = true

  /** What was asked for before a lock is not used after it. */
  #turn = 0
  #locking: Promise<void> | undefined
  #mayUseAccess = true
  readonly #presence = new Presence()

  constructor() {
    this.#presence.onAct = () => {
      this.#isActive = true
    }
    this.#presence.onIdle = () => this.lock()
    this.#presence.onOther = message => {
      if (message === 'lock') this.#cover()
      else if (this.isLocked) this.readNames().catch(() => {})
    }
  }

  /** Whether this is a desk with names at which nobody stands. */
  get isLocked(): boolean {
    return this.names.length > 0 && !this.unlockedBy
  }

  /** Who is the author of what is done here. */
  get author(): { personId: number; name: string } | undefined {
    return this.unlockedBy ?? this.person
  }

  /** Reads who is signed in. Rejects with status 401 if nobody is. */
  async open(): Promise<void> {
    this.forget()
    await this.#take(NO_CUSTOMER)
  }

  /** A token that is valid for a minute at least. Without a customer: that of the administration, which owners have. */
  async token(customerId = NO_CUSTOMER): Promise<string> {
    if (this.isLocked) throw locked()
    const token = await this.#tokens.get(customerId)?.catch(() => undefined)
    return (token && token.renewAt > Date.now() ? token : await this.#take(customerId)).value
  }

  /** Ends the use of the tokens that there are: the service refused one, or the person signed in again. */
  forget(): void {
    this.#tokens.clear()
  }

  /** Signs in whom Cloudflare Access names, where it is on. Once: then the person decides. */
  async signInByAccess(): Promise<boolean> {
    if (!this.#mayUseAccess) return false
    this.#mayUseAccess = false
    try {
      const { access = false } = await this.post<{ access?: true }>('challenge', {})
      if (access) await this.post('sign-in', {})
      return access
    } catch {
      return false
    }
  }

  async signOut(everywhere = false): Promise<void> {
    this.#mayUseAccess = false
    await this.post('sign-out', { everywhere })
    this.#end()
  }

  /** Locks a desk that somebody has unlocked: here and in other tabs at once, and at the service as soon as it is reached. */
  lock(): void {
    if (!this.unlockedBy) return
    this.#presence.tell('lock')
    this.#cover()
    this.#locking ??= this.#sendLock()
  }

  /** Lets a person stand at the desk. Rejects with `INVALID_CREDENTIAL` if the PIN is not right. */
  async unlock(personId: number, pin: string): Promise<void> {
    await this.#locking
    await this.post('unlock', { personId, pin })
    this.#presence.tell('unlock')
    await this.readNames()
  }

  /** Reads whose names the desk has, and who stands there. */
  async readNames(): Promise<void> {
    await this.#locking
    await this.#take(NO_CUSTOMER)
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

  #cover(): void {
    if (!this.unlockedBy) return
    this.#turn++
    this.forget()
    this.unlockedBy = undefined
    this.onChange()
  }

  async #sendLock(): Promise<void> {
    for (let isSent = false; !isSent; ) {
      isSent = await this.post('lock', {}).then(
        () => true,
        () => false,
      )
      if (!isSent) await new Promise(resolve => setTimeout(resolve, LOCK_AGAIN))
    }
    this.#locking = undefined
  }

  async #request(customerId: number): Promise<Token> {
    const turn = this.#turn
    // Looking at the names of a locked desk is no act.
    const active = this.#isActive && !this.isLocked
    this.#isActive = false
    try {
      const content = await this.post<TokenContent>('token', { active, ...(customerId && { customerId }) })
      if (turn !== this.#turn) throw locked()
      this.person = content.person
      this.customers = content.customers
      this.names = content.names ?? []
      this.unlockedBy = content.unlockedBy
      this.onChange()
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
    this.names = []
    this.unlockedBy = undefined
    this.onEnd()
  }
}

const locked = () => new InnletError({ errors: [{ code: 'LOCKED', description: 'the desk is locked' }] })
