import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { Bookmarks, exportedSql, importSql, md5 } from './fake-d1-transfer.ts'

/** A Worker of the account. */
interface Worker {
  bindings: Binding[]
  secrets: Map<string, string>
  assets: string[]
  isOnWorkersDev: boolean
  crons: string[]
}

interface Binding {
  type: string
  name: string
  id?: string
  namespace_id?: string
  text?: string
}

interface FakeResponse {
  status?: number
  result?: unknown
  code?: number
  message?: string
}

/** How a request fails: `lost` closes the connection before the work, `unanswered` after it. */
export type SimulatedFailure = 'lost' | 'unanswered' | { status: number; code: number; message: string }

export const ACCOUNT = '0123456789abcdef0123456789abcdef'

/**
 * The parts of Cloudflare's API that wrangler and a deployment use, on loopback: one account, its D1 databases (each a real
 * SQLite database), KV namespaces and Workers. An unknown request is 404 and is listed in `unknown`.
 */
export class FakeCloudflare {
  accounts = [{ id: ACCOUNT, name: 'Acme Hotels' }]
  subdomain: string | undefined = 'acme'
  databases: { uuid: string; name: string; db: DatabaseSync }[] = []
  namespaces: { id: string; title: string }[] = []
  /** Keys of all namespaces, with the time when they expire in seconds. */
  keys = new Map<string, number>()
  /** States to which Time Travel can go back, by time. */
  bookmarks = new Bookmarks()
  /** Files that wrangler has uploaded or may download, by path. */
  files = new Map<string, string>()
  worker: Worker | undefined
  /** Method and path of each request, without the account. */
  calls: string[] = []
  unknown: string[] = []
  /** Called with each request and its number. May return a failure. */
  onCall: (call: string, n: number) => SimulatedFailure | undefined = () => undefined
  #server: Server
  #pending: Pick<Worker, 'bindings' | 'secrets' | 'assets'> | undefined
  #assets: string[] = []

  constructor() {
    this.#server = createServer(async (request, response) => {
      const url = new URL(request.url ?? '', 'http://fake')
      const path = url.pathname.replace(`/accounts/${ACCOUNT}`, '')
      const call = `${request.method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')}`
      this.calls.push(call)
      const body = await bodyOf(request)
      const fault = this.onCall(call, this.calls.length)
      if (fault === 'lost') return request.socket.destroy()
      if (path.startsWith('/files/')) return this.#file(request.method ?? '', path, body, response)
      const answer = typeof fault === 'object' ? fault : this.#answer(request.method ?? '', path, url, body)
      if (fault === 'unanswered') return request.socket.destroy()
      const { status = answer.code ? 400 : 200, result = null, code, message = 'refused' } = answer as FakeResponse
      const errors = code ? [{ code, message }] : []
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ success: !code, result, errors, messages: [] }))
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  addDatabase(name: string): string {
    const uuid = randomUUID()
    this.databases.push({ uuid, name, db: new DatabaseSync(':memory:') })
    return uuid
  }

  #answer(method: string, path: string, url: URL, body: Body): FakeResponse {
    const call = `${method} ${path}`
    const script = '/workers/scripts/innlet'
    const none = { status: 404, code: 10007, message: 'This Worker does not exist on your account.' }
    if (call === 'GET /accounts' || call === 'GET /memberships') return { result: pageOf(this.accounts, url) }
    if (call === 'GET /d1/database') return { result: pageOf(this.databases.map(withoutDb), url) }
    if (call === 'POST /d1/database') return this.#createDatabase(String(body.json.name))
    if (path.startsWith('/d1/database/')) return this.#database(method, path.split('/').slice(3), url, body)
    if (path.startsWith('/storage/kv/namespaces/')) return this.#keys(method, path, url, body)
    if (call === 'GET /storage/kv/namespaces') return { result: pageOf(this.namespaces, url) }
    if (call === 'POST /storage/kv/namespaces') return this.#createNamespace(String(body.json.title))
    if (call === 'GET /workers/subdomain') {
      return this.subdomain ? { result: { subdomain: this.subdomain } } : { status: 404, code: 10007 }
    }
    if (call === `POST ${script}/assets-upload-session`) {
      this.#assets = Object.keys(body.json.manifest as object)
      return { result: { jwt: 'assets', buckets: [] } }
    }
    if (call === `PUT ${script}`) {
      const { secrets, ...rest } = this.#uploaded(body)
      this.worker ??= { bindings: [], secrets: new Map(), assets: [], isOnWorkersDev: false, crons: [] }
      Object.assign(this.worker, rest)
      for (const [name, value] of secrets) this.worker.secrets.set(name, value)
      return { result: { id: 'innlet', deployment_id: randomUUID(), startup_time_ms: 1 } }
    }
    const { worker } = this
    if (!worker) return path.startsWith('/workers/') ? none : this.#isUnknown(call)
    switch (call) {
      case `GET ${script}/settings`:
        return { result: { bindings: worker.bindings } }
      case `GET ${script}/secrets`:
        return { result: [...worker.secrets.keys()].map(name => ({ name, type: 'secret_text' })) }
      case 'GET /workers/services/innlet':
        return { result: { default_environment: { environment: 'production', script: { tag: 't', tags: [] } } } }
      case `GET ${script}/deployments`:
        return { result: { deployments: [] } }
      case `POST ${script}/versions`:
        this.#pending = this.#uploaded(body)
        return { result: { id: randomUUID(), resources: { script: { etag: 'e' } }, startup_time_ms: 1 } }
      case `POST ${script}/deployments`: {
        const { secrets, ...rest } = this.#pending ?? { secrets: new Map() }
        Object.assign(worker, rest)
        for (const [name, value] of secrets) worker.secrets.set(name, value)
        return { result: { id: randomUUID() } }
      }
      case `PATCH ${script}/script-settings`:
        return { result: {} }
      case 'GET /workers/workers/innlet':
        return { result: { subdomain: { enabled: worker.isOnWorkersDev, previews_enabled: worker.isOnWorkersDev } } }
      case `POST ${script}/subdomain`:
        worker.isOnWorkersDev = Boolean(body.json.enabled)
        return { result: body.json }
      case `PUT ${script}/schedules`:
        worker.crons = (body.json as unknown as { cron: string }[]).map(({ cron }) => cron)
        return { result: { schedules: body.json } }
    }
    return this.#isUnknown(call)
  }

  #isUnknown(call: string): FakeResponse {
    this.unknown.push(call)
    return { status: 404, code: 7003, message: `no route for ${call}` }
  }

  #createDatabase(name: string): FakeResponse {
    if (this.databases.some(each => each.name === name)) return { code: 7502, message: 'database exists' }
    return { result: { uuid: this.addDatabase(name), name } }
  }

  #createNamespace(title: string): FakeResponse {
    if (this.namespaces.some(each => each.title === title)) return { code: 10014, message: 'namespace exists' }
    const namespace = { id: randomUUID().replaceAll('-', ''), title }
    this.namespaces.push(namespace)
    return { result: namespace }
  }

  #database(method: string, [id, action, step]: string[], url: URL, body: Body): FakeResponse {
    const found = this.databases.find(({ uuid, name }) => uuid === id || name === id)
    if (!found) return { status: 404, code: 7404, message: `The database ${id} could not be found` }
    if (method === 'GET' && !action) return { result: withoutDb(found) }
    try {
      if (action === 'export') return { result: this.#export(found.db) }
      if (action === 'import') return { result: this.#import(found.db, body.json) }
      if (action === 'time_travel') return this.#timeTravel(found, step, url)
      return { result: run(found.db, String(body.json.sql)) }
    } catch (error) {
      return { code: 7500, message: (error as Error).message }
    }
  }

  #export(db: DatabaseSync) {
    const path = `/files/${randomUUID()}.sql`
    this.files.set(path, exportedSql(db))
    return {
      success: true,
      status: 'complete',
      messages: [],
      result: { filename: path, signed_url: this.#origin + path },
    }
  }

  #import(db: DatabaseSync, { action, filename }: Body['json']) {
    if (action === 'init') {
      const path = `/files/${randomUUID()}.sql`
      return { success: true, messages: [], filename: path, upload_url: this.#origin + path }
    }
    const count = importSql(db, this.files.get(String(filename)) ?? '')
    const meta = { duration: 1, rows_read: 0, rows_written: 0, size_after: 0 }
    return {
      success: true,
      status: 'complete',
      messages: [],
      result: { num_queries: count, final_bookmark: 'b', meta },
    }
  }

  #timeTravel(found: { name: string; db: DatabaseSync }, step: string | undefined, url: URL): FakeResponse {
    if (step === 'bookmark') return { result: { bookmark: url.searchParams.get('timestamp') } }
    const db = this.bookmarks.databaseAt(found, url.searchParams.get('bookmark') ?? '')
    if (!db) return { code: 7400, message: 'no such bookmark' }
    const previous = this.bookmarks.add(found)
    found.db = db
    return { result: { bookmark: url.searchParams.get('bookmark'), previous_bookmark: previous, message: '' } }
  }

  #keys(method: string, path: string, url: URL, body: Body): FakeResponse {
    if (method === 'PUT' && path.endsWith('/bulk')) {
      const pairs = body.json as unknown as { key: string; expiration: number }[]
      for (const { key, expiration } of pairs) this.keys.set(key, expiration)
      return { result: { successful_key_count: pairs.length, unsuccessful_keys: [] } }
    }
    const prefix = url.searchParams.get('prefix') ?? ''
    const keys = [...this.keys].filter(([name]) => name.startsWith(prefix))
    return { result: keys.map(([name, expiration]) => ({ name, expiration })) }
  }

  #file(method: string, path: string, body: Body, response: ServerResponse): void {
    if (method === 'PUT') this.files.set(path, body.text)
    const text = this.files.get(path) ?? ''
    response.writeHead(200, { etag: `"${md5(text)}"` })
    response.end(method === 'PUT' ? undefined : text)
  }

  get #origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** What an upload makes of the Worker; a binding that it inherits stays as it is. */
  #uploaded({ metadata }: Body) {
    const uploaded = (metadata?.bindings ?? []) as Binding[]
    const secrets = uploaded.filter(({ type }) => type === 'secret_text')
    const others = uploaded.filter(({ type }) => type !== 'secret_text')
    const bindings = others.map(each =>
      each.type === 'inherit' ? (this.worker?.bindings.find(({ name }) => name === each.name) ?? each) : each,
    )
    return {
      bindings,
      secrets: new Map(secrets.map(({ name, text = '' }) => [name, text])),
      assets: this.#assets,
    }
  }
}

interface Body {
  json: Record<string, unknown>
  metadata?: { bindings?: unknown[] }
  text: string
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const type = request.headers['content-type'] ?? ''
  const bytes = Buffer.concat(chunks)
  if (type.startsWith('multipart/')) {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
    return { json: {}, metadata: JSON.parse(String(form.get('metadata'))), text: '' }
  }
  const text = bytes.toString()
  return { json: /^[{[]/.test(text) ? JSON.parse(text) : {}, text }
}

/** Runs one batch as a transaction. */
function run(db: DatabaseSync, sql: string) {
  if (/^\s*(SELECT|PRAGMA foreign_key_check)/i.test(sql))
    return [{ results: db.prepare(sql).all(), success: true, meta: { duration: 0 } }]
  db.exec('BEGIN')
  try {
    db.exec(sql)
    db.exec('COMMIT')
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
  return [{ results: [], success: true, meta: { duration: 0 } }]
}

const withoutDb = ({ uuid, name }: { uuid: string; name: string }) => ({ uuid, name })

function pageOf<T>(rows: readonly T[], url: URL): T[] {
  const size = Number(url.searchParams.get('per_page') ?? 20)
  const page = Number(url.searchParams.get('page') ?? 1)
  return rows.slice((page - 1) * size, page * size)
}
