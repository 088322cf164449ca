import { CommandError, reasonOf } from '../../tooling/command/command-error.ts'

export type Credentials = { token: string } | { key: string; email: string }

/** The envelope of every response of Cloudflare's API. */
interface Envelope<T> {
  success?: boolean
  result?: T
  result_info?: { per_page?: number; cursor?: string }
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

export const API = 'https://api.cloudflare.com/client/v4'
const PER_PAGE = 50
const TIMEOUT_MS = 30_000

/** Paths of the API: the databases and the KV namespaces of an account. */
export const databasesPath = (accountId: string) => `/accounts/${accountId}/d1/database`
export const namespacesPath = (accountId: string) => `/accounts/${accountId}/storage/kv/namespaces`

/** What is sent, and how long its response may take. */
interface Content {
  body?: string
  type?: string
  timeoutMs?: number
}

/**
 * Requests to Cloudflare's API. The Worker itself is uploaded by wrangler. The official package `cloudflare` has all of these requests,
 * but takes 120 MB, an eighth of what `npm ci` installs, and half a second to load.
 */
export class CloudflareApi {
  readonly #base: string
  readonly #headers: Record<string, string>

  constructor(credentials: Credentials, base = API) {
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

  /** All rows of a list that continues by a cursor. */
  async listByCursor<T>(path: string): Promise<T[]> {
    const rows: T[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page: Envelope<T[]> = await this.#call<T[]>(
        'GET',
        cursor ? `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}` : path,
      )
      rows.push(...(page.result ?? []))
      const next = page.result_info?.cursor || undefined
      if (next && next === cursor) throw new CommandError(`Cloudflare answered ${path} with the same cursor twice`)
      cursor = next
    }
    return rows
  }

  async post<T>(path: string, body: unknown, timeoutMs?: number): Promise<T> {
    return (await this.#call<T>('POST', path, { body: JSON.stringify(body), timeoutMs })).result as T
  }

  async put<T>(path: string, body: unknown): Promise<T> {
    return (await this.#call<T>('PUT', path, { body: JSON.stringify(body) })).result as T
  }

  /** A value of KV, which has no envelope. */
  async getText(path: string): Promise<string> {
    const { status, text } = await this.#fetch('GET', path)
    if (status !== 200) throw new ApiError(`GET ${path}`, status, parsed(text).errors ?? [])
    return text
  }

  async putText(path: string, text: string): Promise<void> {
    await this.#call('PUT', path, { body: text, type: 'text/plain' })
  }

  async #call<T>(method: string, path: string, content: Content = {}): Promise<Envelope<T>> {
    const { status, text } = await this.#fetch(method, path, content)
    const envelope = parsed<T>(text)
    if (envelope.success !== true) throw new ApiError(`${method} ${path}`, status, envelope.errors ?? [])
    return envelope
  }

  async #fetch(
    method: string,
    path: string,
    { body, type = 'application/json', timeoutMs = TIMEOUT_MS }: Content = {},
  ) {
    try {
      const response = await fetch(`${this.#base}${path}`, {
        method,
        headers: { ...this.#headers, 'content-type': type },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      throw new CommandError(`Cloudflare could not be reached (${method} ${path}): ${reasonOf(error)}`)
    }
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
