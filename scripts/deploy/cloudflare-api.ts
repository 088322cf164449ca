import { CommandError } from '../start/command-error.ts'

export type Credentials = { token: string } | { key: string; email: string }

/** The envelope of every response of Cloudflare's API. */
interface Envelope<T> {
  success?: boolean
  result?: T
  result_info?: { per_page?: number }
  errors?: { code: number; message: string }[]
}

/** Cloudflare refused a request. */
export class ApiError extends CommandError {
  readonly codes: readonly number[]

  constructor(request: string, status: number, errors: { code: number; message: string }[]) {
    const reasons = errors.map(({ code, message }) => `${message} (code ${code})`).join('; ')
    super(`Cloudflare answered ${status} to ${request}${reasons && `: ${reasons}`}${hintFor(status)}`)
    this.codes = errors.map(({ code }) => code)
  }
}

function hintFor(status: number): string {
  if (status !== 401 && status !== 403) return ''
  return '. The credentials need these permissions of the account: Workers Scripts (edit), D1 (edit), Workers KV Storage (edit), Account Settings (read)'
}

const PER_PAGE = 50
const TIMEOUT_MS = 30_000

/** Requests that read an account. Changes are made through wrangler. */
export class CloudflareApi {
  readonly #base: string
  readonly #headers: Record<string, string>

  constructor(credentials: Credentials, base = 'https://api.cloudflare.com/client/v4') {
    this.#base = base
    this.#headers =
      'token' in credentials
        ? { authorization: `Bearer ${credentials.token}` }
        : { 'x-auth-key': credentials.key, 'x-auth-email': credentials.email }
  }

  async get<T>(path: string): Promise<T> {
    return (await this.#call<T>('GET', path)).result as T
  }

  /** All rows of a list, page after page. */
  async list<T>(path: string): Promise<T[]> {
    const rows: T[] = []
    for (let page = 1; ; page++) {
      const { result = [], result_info } = await this.#call<T[]>('GET', `${path}?per_page=${PER_PAGE}&page=${page}`)
      rows.push(...result)
      if (result.length < (result_info?.per_page ?? PER_PAGE)) return rows
    }
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    return (await this.#call<T>('POST', path, JSON.stringify(body))).result as T
  }

  async #call<T>(method: string, path: string, body?: string): Promise<Envelope<T>> {
    const request = `${method} ${path}`
    let status: number
    let envelope: Envelope<T>
    try {
      const response = await fetch(`${this.#base}${path}`, {
        method,
        headers: { ...this.#headers, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      status = response.status
      envelope = parsed(await response.text())
    } catch (error) {
      const { cause, message } = error as Error & { cause?: Error }
      throw new CommandError(`Cloudflare could not be reached (${request}): ${cause?.message || message}`)
    }
    if (envelope.success !== true) throw new ApiError(request, status, envelope.errors ?? [])
    return envelope
  }
}

/** An error page of a gateway is not JSON; the status says what happened. */
function parsed<T>(text: string): Envelope<T> {
  try {
    return (JSON.parse(text) as Envelope<T> | null) ?? {}
  } catch {
    return {}
  }
}
