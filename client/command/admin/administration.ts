import type { Call, Connection } from '../../connection.ts'
import { hasMore, nextCursor } from '../../lists.ts'
import type { Reply } from '../../send.ts'
import { openAdministration } from '../connections.ts'
import type { Credentials } from '../credentials.ts'
import type { Output } from '../output.ts'

/** The request of a list. A search has its fields in the body. */
type ListCall = Pick<Call, 'path' | 'query' | 'body'>

/** Requests below `/admin`. */
export class Administration {
  readonly #connection: Connection

  constructor(credentials: Credentials) {
    this.#connection = openAdministration(credentials)
  }

  /** The body of the response to a read, or to a write that may be repeated. */
  async request<Body>(method: Call['method'], path: string, body?: object): Promise<Body> {
    return (await this.#send({ method, path, body })).body as Body
  }

  /** The body of the response to a write that has no identity. If it is unknown whether it was received, it is not repeated. */
  async create<Body>(path: string, body: object): Promise<Body> {
    return (await this.#send({ method: 'POST', path, body, onlyIfRefused: true })).body as Body
  }

  /** The body of each page of a list. */
  async *pages<Body>({ path, query, body }: ListCall): AsyncGenerator<Body, void, undefined> {
    for (let cursor: string | undefined; ; ) {
      const reply = body
        ? await this.#send({ method: 'POST', path, body: { ...body, cursor } })
        : await this.#send({ method: 'GET', path, query: { ...query, cursor } })
      yield reply.body as Body
      cursor = nextCursor(reply, cursor)
      if (cursor === undefined || !hasMore(reply)) return
    }
  }

  /** All elements of a list, which the pages have in a field with this name. */
  async list<Element>(call: ListCall, field: string, output: Output): Promise<Element[]> {
    const elements: Element[] = []
    for await (const { [field]: page = [] } of this.pages<Record<string, Element[]>>(call)) {
      elements.push(...page)
      if (elements.length > page.length) output.step(`${elements.length} read`)
    }
    return elements
  }

  /** A misspelt field is refused. */
  #send(call: Call): Promise<Reply> {
    const headers = { prefer: 'handling=strict' }
    return this.#connection.send({ ...call, path: `/admin${call.path}`, headers })
  }
}
