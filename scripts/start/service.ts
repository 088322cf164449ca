import { CommandError } from './command-error.ts'

export interface ServiceResponse {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are endpoints
  json: any
}

/** The running service, called as anybody else would call it: over HTTP. */
export class Service {
  readonly origin: string
  readonly #adminToken: string

  constructor(origin: string, adminToken: string) {
    this.origin = origin
    this.#adminToken = adminToken
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
    const isJson = response.headers.get('content-type')?.includes('json') && text
    return { status: response.status, headers: response.headers, json: isJson ? JSON.parse(text) : undefined }
  }

  /** A call that has to succeed; a CommandError says what was answered instead. */
  async requestOk(method: string, path: string, body?: unknown, bearer?: string): Promise<ServiceResponse> {
    const answered = await this.request(method, path, body, bearer)
    if (answered.status < 300) return answered
    const { code, description } = answered.json?.errors?.[0] ?? {}
    const why = [code ?? answered.json?.error_code, description].filter(Boolean).join(': ')
    throw new CommandError(`${method} ${path} answered ${answered.status}${why && ` ${why}`}`)
  }

  /** The administrator's call, under /admin. */
  admin(method: string, path: string, body?: unknown): Promise<ServiceResponse> {
    return this.requestOk(method, `/admin${path}`, body, this.#adminToken)
  }

  /** Whether a page or a document is there. */
  async isServed(path: string): Promise<boolean> {
    return (await this.request('GET', path)).status === 200
  }
}
