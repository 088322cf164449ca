import type { Call, Connection } from '../../connection.ts'
import type { Reply } from '../../send.ts'
import type { Credentials } from '../credentials.ts'
import type { Output } from '../output.ts'
import { openAdministration } from '../service.ts'

/** Requests below `/admin`. */
export class Administration {
  readonly #connection: Connection

  constructor(credentials: Credentials) {
    this.#connection = openAdministration(credentials)
  }

  /** The body of the response to a read, or to a write that may be repeated: PUT, PATCH and DELETE. */
  async request<Body>(method: Exclude<Call['method'], 'POST'>, path: string, body?: object): Promise<Body> {
    return (await this.#send({ method, path, body })).body as Body
  }

  /** The body of the response to a write that has no identity. If it is unknown whether it was received, it is not repeated. */
  async create<Body>(path: string, body: object): Promise<Body> {
    return (await this.#send({ method: 'POST', path, body, onlyIfRefused: true })).body as Body
  }

  /** The body of each page of a list. */
  async *pages<Body>(path: string, query: object = {}): AsyncGenerator<Body, void, undefined> {
    for (let cursor: string | undefined; ; ) {
      const { body, headers } = await this.#send({ method: 'GET', path, query: { ...query, cursor } })
      yield body as Body
      cursor = headers.get('x-next-cursor') ?? undefined
      if (cursor === undefined || headers.get('x-has-more') !== 'true') return
    }
  }

  /** All elements of a list, which the pages have in a field with this name. */
  async list<Element>(path: string, field: string, output: Output, query: object = {}): Promise<Element[]> {
    const elements: Element[] = []
    for await (const { [field]: page = [] } of this.pages<Record<string, Element[]>>(path, query)) {
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
