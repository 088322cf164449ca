import { env } from 'cloudflare:workers'
import { withBindings } from './bindings'
import { admin, expectStatus, rows } from './service'

/** A function that sends a request of the administrator, like `admin`. */
type Admin = typeof admin

/** `admin` for the service with other bindings. */
export const adminWith =
  (changes: Parameters<typeof withBindings>[0]): Admin =>
  (method, path, body) =>
    withBindings(changes)(method, `/admin${path}`, body, { authorization: `Bearer ${env.ADMIN_TOKEN}` })

export const setState = (customer: number, state: string) =>
  expectStatus(200, admin('PUT', `/customers/${customer}/state`, { state }))

/** Pretends that a customer was closed long ago. */
export const closedLongAgo = async (customer: number) => {
  await setState(customer, 'closed')
  await rows('UPDATE customer_directory SET closed_at = 0 WHERE customer_id = ?', customer)
}

/** The whole export of a customer or a guest, and the number of its parts. `between` runs after each part but the last. */
export async function exportAll(path: string, send: Admin = admin, between?: () => Promise<unknown>) {
  let file = ''
  for (let parts = 1, query = ''; ; parts++) {
    const { text, headers } = await expectStatus(200, send('GET', `/customers/${path}/export${query}`))
    file += text
    const cursor = headers.get('x-next-cursor')
    if (headers.get('x-has-more') !== String(cursor !== null)) throw new Error('X-Has-More and X-Next-Cursor differ')
    if (!cursor) return { file, parts }
    query = `?cursor=${encodeURIComponent(cursor)}`
    await between?.()
  }
}

export interface FilePart {
  after: string
  lines: string
}

/** The pages of an export, each as one part; the end is a part of its own. */
export function partsOf(file: string): FilePart[] {
  const parts: FilePart[] = []
  let [after, lines] = ['', '']
  for (const line of file.trimEnd().split('\n')) {
    lines += `${line}\n`
    const { page, end } = JSON.parse(line)
    if (!page && !end) continue
    parts.push({ after, lines })
    after = (page ?? end).checksum
    lines = ''
  }
  return parts
}

export const importPart = (customer: number, part: Partial<FilePart>, send: Admin = admin) =>
  send('POST', `/customers/${customer}/import`, part)

/** Imports a whole file, page by page. Returns the last response. */
export async function importAll(customer: number, file: string, send: Admin = admin) {
  let last = await expectStatus(200, importPart(customer, {}, send))
  for (const part of partsOf(file)) last = await expectStatus(200, importPart(customer, part, send))
  return last.json
}

/** The rows of an export by table. */
export function rowsByTable(file: string): Record<string, Record<string, unknown>[]> {
  const tables: Record<string, Record<string, unknown>[]> = {}
  for (const line of file.trimEnd().split('\n')) {
    const { table, row } = JSON.parse(line)
    if (row) tables[table] = [...(tables[table] ?? []), row]
  }
  return tables
}
