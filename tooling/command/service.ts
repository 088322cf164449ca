import { ResponseError } from './command-error.ts'

export interface ServiceResponse {
  path: string
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint has a response of its own shape
  json: any
}

/** A client of the running service, over HTTP. */
export class Service {
  readonly origin: string
  readonly #adminToken: string

  constructor(origin: string, adminToken: string) {
    this.origin = origin
    // ADMIN_TOKEN has two tokens while it is rotated. Both are accepted.
    this.#adminToken = adminToken.split(/\s+/).find(Boolean) ?? ''
  }

  async request(method: string, path: string, body?: unknown, bearer?: string): Promise<ServiceResponse> {
    const response = await fetch(`${this.origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '') && text
    return {
      path,
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    }
  }

  /** Sends a request that must succeed. Throws a ResponseError with the error of the response otherwise. */
  async requestOk(method: string, path: string, body?: unknown, bearer?: string): Promise<ServiceResponse> {
    const answered = await this.request(method, path, body, bearer)
    const { status, headers, json } = answered
    // A proxy may answer for the service, with a page or an address to sign in.
    const isPage = /\bhtml\b/.test(headers.get('content-type') ?? '')
    if (status < 300 && !isPage) return answered
    const { code, description } = json?.errors?.[0] ?? {}
    const said = [code ?? json?.error_code, description].filter(Boolean).join(': ')
    const location = headers.get('location')
    const why = said || (location ? `to ${location}` : isPage && 'with a page of HTML')
    throw new ResponseError(status, `${method} ${path} answered ${status}${why ? ` ${why}` : ''}`)
  }

  /** Sends a request of the administrator, below /admin. */
  admin(method: string, path: string, body?: unknown): Promise<ServiceResponse> {
    return this.requestOk(method, `/admin${path}`, body, this.#adminToken)
  }

  /** Whether the path responds with 200. */
  async isServed(path: string): Promise<boolean> {
    return (await this.request('GET', path)).status === 200
  }
}
