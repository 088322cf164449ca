import { html } from 'lit'
import { responseError } from '../client/response-error.ts'
import { type Act, showAct } from './act.ts'
import { signIn } from './passkey.ts'
import type { Access, Session } from './session.ts'
import { words } from './words.ts'

interface Reply<Content> {
  content: Content
  headers: Headers
}

/** Calls below `/admin` for one customer. Each rejects with an `InnletError`. */
export class Administration {
  readonly #session: Session
  readonly #customerId: number

  constructor(session: Session, { customerId }: Access) {
    this.#session = session
    this.#customerId = customerId
  }

  /** Sends a request. One that needs a sign-in of the last 15 minutes asks for it, and goes on. */
  async request<Content>(method: string, path: string, body?: unknown): Promise<Content> {
    return (await this.#send<Content>(method, path, body)).content
  }

  /** All elements of a list, which is the field `name` of each page. */
  async list<Element>(path: string, name: string): Promise<Element[]> {
    const elements: Element[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor && `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
      const page = await this.page<Element>(path + query, name)
      elements.push(...page.elements)
      cursor = page.next
    }
    return elements
  }

  /** One page of a list, and the cursor of the next one. */
  async page<Element>(path: string, name: string): Promise<{ elements: Element[]; next: string | null }> {
    const { content, headers } = await this.#send<Record<string, Element[]>>('GET', path)
    const hasMore = headers.get('x-has-more') === 'true'
    return { elements: content[name] ?? [], next: hasMore ? headers.get('x-next-cursor') : null }
  }

  async #send<Content>(method: string, path: string, body?: unknown, isRepeated = false): Promise<Reply<Content>> {
    const authorization = `Bearer ${await this.#session.token(this.#customerId)}`
    const type = body === undefined ? undefined : { 'content-type': 'application/json' }
    const response = await fetch(`/admin${path}`, {
      method,
      headers: { authorization, ...type },
      body: JSON.stringify(body),
    })
    const content = await response.json().catch(() => undefined)
    if (response.ok) return { content, headers: response.headers }
    const error = responseError(response, content)
    if (isRepeated || error.code !== 'REAUTHENTICATION_REQUIRED') throw error
    if (!(await showAct(signInAgainAct(this.#session)))) throw error
    return this.#send(method, path, body, true)
  }
}

/** The sign-in that an act needs whose last one is older than 15 minutes. */
const signInAgainAct = (session: Session): Act => ({
  title: words.signIn,
  fields: () => html`<p>${words.signInAgain}</p>`,
  button: () => words.signInWithPasskey,
  send: () => signIn(session),
})
