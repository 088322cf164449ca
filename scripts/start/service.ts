import { ResponseError } from './command-error.ts'

export interface ServiceResponse {
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
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
  }

  /** Sends a request that must succeed. Throws a ResponseError with the error of the response otherwise. */
  async requestOk(method: string, path: string, body?: unknown, bearer?: string): Promise<ServiceResponse> {
    const answered = await this.request(method, path, body, bearer)
    if (answered.status < 300) return answered
    const { code, description } = answered.json?.errors?.[0] ?? {}
    const why = [code ?? answered.json?.error_code, description].filter(Boolean).join(': ')
    throw new ResponseError(answered.status, `${method} ${path} answered ${answered.status}${why && ` ${why}`}`)
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
