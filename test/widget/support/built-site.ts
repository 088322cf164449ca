import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { build } from 'vite'

const PUBLIC = join(import.meta.dirname, '../../../widget/public')

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export interface SiteFile {
  type: string
  body: string | Uint8Array
}

let built: Promise<Map<string, string | Uint8Array>> | undefined

/** A file of the built site, by its path; undefined if there is none. */
export async function builtFile(path: string): Promise<SiteFile | undefined> {
  built ??= buildSite()
  const type = TYPES[extname(path)] ?? 'application/octet-stream'
  const body = (await built).get(path) ?? (await readFile(join(PUBLIC, path)).catch(() => undefined))
  return body === undefined ? undefined : { type, body }
}

async function buildSite(): Promise<Map<string, string | Uint8Array>> {
  const results = await build({ logLevel: 'warn', build: { write: false } })
  const output = [results].flat().flatMap(result => ('output' in result ? result.output : []))
  return new Map(output.map(file => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const))
}
