import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { Bookmarks, exportedSql, importSql, md5 } from './fake-d1-transfer.ts'

/** What one upload makes: a version keeps its code, settings, secrets and files. */
interface Version {
  bindings: Binding[]
  secrets: Map<string, string>
  assets: string[]
  flags: string[]
  date: string
}

/** A Worker of the account, as its newest deployment is. */
interface Worker extends Version {
  isOnWorkersDev: boolean
  crons: string[]
  domains: string[]
  versions: Map<string, Version>
  /** The newest is the first. */
  deployments: { id: string; created_on: string; versions: Traffic[] }[]
}

interface Traffic {
  version_id: string
  percentage: number
}

interface Binding {
  type: string
  name: string
  id?: string
  namespace_id?: string
  dataset?: string
  text?: string
}

interface FakeResponse {
  status?: number
  result?: unknown
  code?: number
  message?: string
  /** A response without the envelope. */
  text?: string
}

/** How a request fails: `lost` closes the connection before the work, `unanswered` after it. Or its response. */
export type SimulatedFailure =
  | 'lost'
  | 'unanswered'
  | { status: number; code: number; message: string }
  | { result: unknown }

export const ACCOUNT = '0123456789abcdef0123456789abcdef'

/**
 * The parts of Cloudflare's API that wrangler and a deployment use, on loopback: one account, its D1 databases (each a real
 * SQLite database), KV namespaces and Workers. An unknown request is 404 and is listed in `unknown`.
 */
export class FakeCloudflare {
  accounts = [{ id: ACCOUNT, name: 'Acme Hotels' }]
  subdomain: string | undefined = 'acme'
  databases: { uuid: string; name: string; db: DatabaseSync }[] = []
  namespaces: { id: string; title: string; values?: Map<string, string> }[] = []
  /** Keys of the revoked links, with the time when they expire in seconds. */
  keys = new Map<string, number>()
  /** States to which Time Travel can go back, by time. */
  bookmarks = new Bookmarks()
  /** Files that wrangler has uploaded or may download, by path. */
  files = new Map<string, string>()
  /** The Workers by name. */
  workers = new Map<string, Worker>()
  /** Method and path of each request, without the account, and the title of a namespace that it makes. */
  calls: string[] = []
  unknown: string[] = []
  /** Called with each request and its number. May return a failure. */
  onCall: (call: string, n: number) => SimulatedFailure | undefined = () => undefined
  #server: Server
  #assets: string[] = []

  constructor() {
    this.#server = createServer(async (request, response) => {
      const url = new URL(request.url ?? '', 'http://fake')
      const path = url.pathname.replace(`/accounts/${ACCOUNT}`, '')
      const body = await bodyOf(request)
      const { title = '' } = body.json as { title?: string }
      const call = `${request.method} ${withoutIds(path)} ${title}`.trim()
      this.calls.push(call)
      const fault = this.onCall(call, this.calls.length)
      if (fault === 'lost') return request.socket.destroy()
      if (path.startsWith('/files/')) return this.#file(request.method ?? '', path, body, response)
      const answer: FakeResponse =
        typeof fault === 'object' ? fault : this.#answer(request.method ?? '', path, url, body)
      if (fault === 'unanswered') return request.socket.destroy()
      const { status = answer.code ? 400 : 200, result = null, code, message = 'refused' } = answer as FakeResponse
      const errors = code ? [{ code, message }] : []
      // Like Cloudflare, it does not say for how long it keeps the connection.
      response.writeHead(status, { 'content-type': 'application/json', connection: 'keep-alive' })
      if ('text' in answer) return response.end(answer.text)
      response.end(JSON.stringify({ success: !code, result, errors, messages: [] }))
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Closes a connection that is idle for so long. */
  closeIdleAfter(milliseconds: number): void {
    this.#server.keepAliveTimeout = milliseconds
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
    const name = /^\/workers\/(?:scripts|services|workers)\/([^/]+)/.exec(path)?.[1] ?? ''
    const script = `/workers/scripts/${name}`
    const none = { status: 404, code: 10007, message: 'This Worker does not exist on your account.' }
    if (call === 'GET /accounts' || call === 'GET /memberships') return { result: pageOf(this.accounts, url) }
    if (call === 'GET /d1/database') return { result: pageOf(this.databases.map(withoutDb), url) }
    if (call === 'POST /d1/database') return this.#createDatabase(String(body.json.name))
    if (path.startsWith('/d1/database/')) return this.#database(method, path.split('/').slice(3), url, body)
    if (this.#isOfLinks(path)) return this.#keys(method, path, url, body)
    if (call === 'GET /storage/kv/namespaces') return { result: pageOf(this.namespaces.map(withoutValues), url) }
    if (call === 'POST /storage/kv/namespaces') return this.#createNamespace(String(body.json.title))
    if (path.startsWith('/storage/kv/namespaces/')) return this.#namespace(method, path.split('/').slice(4), body)
    if (call === 'GET /workers/subdomain') {
      return this.subdomain ? { result: { subdomain: this.subdomain } } : { status: 404, code: 10007 }
    }
    if (call === `POST ${script}/assets-upload-session`) {
      this.#assets = Object.keys(body.json.manifest as object)
      return { result: { jwt: 'assets', buckets: [] } }
    }
    if (call === `PUT ${script}`) {
      const made = this.workers.get(name) ?? newWorker()
      this.workers.set(name, made)
      const id = this.#addVersion(made, body)
      this.#deploy(made, [{ version_id: id, percentage: 100 }])
      return { result: { id: name, deployment_id: id, startup_time_ms: 1 } }
    }
    if (call === 'GET /workers/domains') {
      const domains = this.workers.get(url.searchParams.get('service') ?? '')?.domains ?? []
      return { result: domains.map(hostname => ({ hostname })) }
    }
    const worker = this.workers.get(name)
    if (!worker) return path.startsWith('/workers/') ? none : this.#isUnknown(call)
    switch (call) {
      case `GET ${script}/settings`:
        return {
          result: {
            bindings: worker.bindings,
            compatibility_flags: worker.flags,
            compatibility_date: worker.date,
          },
        }
      case `GET ${script}/secrets`:
        return { result: [...worker.secrets.keys()].map(name => ({ name, type: 'secret_text' })) }
      case `GET /workers/services/${name}`:
        return { result: { default_environment: { environment: 'production', script: { tag: 't', tags: [] } } } }
      case `GET ${script}/deployments`:
        return { result: { deployments: worker.deployments } }
      case `POST ${script}/versions`:
        return {
          result: {
            id: this.#addVersion(worker, body),
            resources: { script: { etag: 'e' } },
            metadata: { has_preview: false },
            startup_time_ms: 1,
          },
        }
      case `POST ${script}/deployments`:
        return { result: { id: this.#deploy(worker, body.json.versions as Traffic[]) } }
      case `PATCH ${script}/script-settings`:
        return { result: {} }
      case `GET /workers/workers/${name}`:
        return { result: { subdomain: { enabled: worker.isOnWorkersDev, previews_enabled: worker.isOnWorkersDev } } }
      case `GET ${script}/subdomain`:
        return { result: { enabled: worker.isOnWorkersDev } }
      case `GET ${script}/schedules`:
        return { result: { schedules: worker.crons.map(cron => ({ cron })) } }
      case `POST ${script}/subdomain`:
        worker.isOnWorkersDev = Boolean(body.json.enabled)
        return { result: body.json }
      case `PUT ${script}/schedules`:
        worker.crons = (body.json as unknown as { cron: string }[]).map(({ cron }) => cron)
        return { result: { schedules: body.json } }
      case `POST ${script}/domains/changeset`:
        return { result: { added: body.json, removed: [], updated: [], conflicting: [] } }
      case `PUT ${script}/domains/records`:
        worker.domains = (body.json.origins as { hostname: string }[]).map(({ hostname }) => hostname)
        return { result: {} }
    }
    const version = path.startsWith(`${script}/versions/`) && path.split('/').at(-1)
    if (method === 'GET' && version && worker.versions.has(version)) return { result: shownVersion(version) }
    return this.#isUnknown(call)
  }

  get worker(): Worker | undefined {
    return this.workers.get('innlet')
  }

  namespaceId = (title: string) => this.namespaces.find(each => each.title === title)?.id

  /** A deployed Worker with these secrets and bindings. */
  addWorker(
    secrets: Record<string, string>,
    bindings: Binding[] = [],
    { id = 'first', assets = [] as string[] } = {},
  ): Worker {
    const worker = newWorker()
    this.workers.set('innlet', worker)
    worker.versions.set(id, { bindings, secrets: new Map(Object.entries(secrets)), assets, flags: [], date: '' })
    worker.isOnWorkersDev = true
    this.#deploy(worker, [{ version_id: id, percentage: 100 }])
    return worker
  }

  #addVersion(worker: Worker, body: Body): string {
    const id = randomUUID()
    const { secrets, ...rest } = this.#uploaded(worker, body)
    worker.versions.set(id, { ...rest, secrets: new Map([...worker.secrets, ...secrets]) })
    return id
  }

  #deploy(worker: Worker, versions: Traffic[]): string {
    const id = randomUUID()
    const [most] = versions.toSorted((a, b) => b.percentage - a.percentage)
    Object.assign(worker, worker.versions.get(most?.version_id ?? ''))
    // Each one later than the one before: wrangler sorts them.
    const created_on = new Date(Date.UTC(2026, 0, 1) + worker.deployments.length * 1000).toISOString()
    worker.deployments.unshift({ id, created_on, versions })
    return id
  }

  #namespace(method: string, [id, what, key = '']: string[], { text }: Body): FakeResponse {
    const namespace = this.namespaces.find(each => each.id === id)
    if (!namespace) return { status: 404, code: 10013, message: 'namespace not found' }
    namespace.values ??= new Map()
    const { values } = namespace
    if (method === 'GET' && what === 'keys') return { result: [...values.keys()].map(name => ({ name })) }
    if (method === 'GET' && values.has(key)) return { text: values.get(key) ?? '' }
    if (method !== 'PUT' || what !== 'values') return { status: 404, code: 10009, message: 'key not found' }
    values.set(key, text)
    return { result: {} }
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
    if (step === 'bookmark')
      return { result: { bookmark: url.searchParams.get('timestamp') ?? this.bookmarks.add(found) } }
    const db = this.bookmarks.databaseAt(found, url.searchParams.get('bookmark') ?? '')
    if (!db) return { code: 7400, message: 'no such bookmark' }
    const previous = this.bookmarks.add(found)
    found.db = db
    return { result: { bookmark: url.searchParams.get('bookmark'), previous_bookmark: previous, message: '' } }
  }

  #isOfLinks(path: string): boolean {
    const links = this.namespaces.find(({ title }) => title === 'innlet-links')
    return links !== undefined && path.startsWith(`/storage/kv/namespaces/${links.id}/`)
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
  #uploaded(worker: Worker, { metadata }: Body) {
    const uploaded = (metadata?.bindings ?? []) as Binding[]
    const secrets = uploaded.filter(({ type }) => type === 'secret_text')
    const others = uploaded.filter(({ type }) => type !== 'secret_text')
    const bindings = others.map(each =>
      each.type === 'inherit' ? (worker.bindings.find(({ name }) => name === each.name) ?? each) : each,
    )
    return {
      bindings,
      secrets: new Map(secrets.map(({ name, text = '' }) => [name, text])),
      assets: this.#assets,
      flags: metadata?.compatibility_flags ?? [],
      date: metadata?.compatibility_date ?? '',
    }
  }
}

interface Body {
  json: Record<string, unknown>
  text: string
  metadata?: { bindings?: unknown[]; compatibility_flags?: string[]; compatibility_date?: string }
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const type = request.headers['content-type'] ?? ''
  const bytes = Buffer.concat(chunks)
  if (type.startsWith('multipart/')) {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
    return { json: {}, text: '', metadata: JSON.parse(String(form.get('metadata'))) }
  }
  const text = bytes.toString()
  return { json: text && type.includes('json') ? JSON.parse(text) : {}, text }
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

const withoutIds = (path: string) =>
  path
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')
    .replace(/[0-9a-f]{64}/g, '{hash}')
    .replace(/[0-9a-f]{32}/g, '{id}')

const newWorker = (): Worker => ({
  bindings: [],
  secrets: new Map(),
  assets: [],
  flags: [],
  date: '',
  isOnWorkersDev: false,
  crons: [],
  domains: [],
  versions: new Map(),
  deployments: [],
})

/** What wrangler prints of a version. */
const shownVersion = (id: string) => ({
  id,
  number: 1,
  metadata: { created_on: '2026-01-01T00:00:00Z', author_email: 'ops@acme.example', source: 'wrangler' },
  annotations: {},
  resources: { bindings: [], script: {}, script_runtime: {} },
})

const withoutValues = ({ id, title }: { id: string; title: string }) => ({ id, title })

const withoutDb = ({ uuid, name }: { uuid: string; name: string }) => ({ uuid, name })

function pageOf<T>(rows: readonly T[], url: URL): T[] {
  const size = Number(url.searchParams.get('per_page') ?? 20)
  const page = Number(url.searchParams.get('page') ?? 1)
  return rows.slice((page - 1) * size, page * size)
}
