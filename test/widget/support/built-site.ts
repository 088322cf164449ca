import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** test/support/site.ts builds it before the tests. */
const SITE = join(import.meta.dirname, '../../../dist/site')

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
  body: Uint8Array
}

/** A file of the built site, by its path; undefined if there is none. */
export async function builtFile(path: string): Promise<SiteFile | undefined> {
  const body = await readFile(join(SITE, path)).catch(() => undefined)
  return body && { type: TYPES[extname(path)] ?? 'application/octet-stream', body }
}
