import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { integrityOf, type Released } from './site/pinned.ts'

/*
 * A deployment replaces all files of the site. Hotels have pinned scripts of earlier releases, and browsers still hold the
 * stable script of the day before, which loads its own locale files. So the files of earlier releases are deployed again.
 */

const LIST = 'widget/released.json'
const WIDGET_SCRIPT = /^\/widget\/[\w./-]+\.js$/

/**
 * Adds to a built site the files that the service at `from` has released before. Resolves to their number; rejects if a file
 * does not match its recorded hash.
 */
export async function keepReleased(from: string, site: string): Promise<number> {
  const response = await fetch(new URL(LIST, from))
  if (response.status === 404) return 0
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`)
  const before = (await response.json()) as Released
  const now = JSON.parse(await readFile(join(site, LIST), 'utf8')) as Released
  let count = 0
  for (const [path, integrity] of Object.entries(before)) {
    if (path in now) continue
    if (!WIDGET_SCRIPT.test(path) || path.includes('..')) throw new Error(`${path} is no file of the widget`)
    await keep(new URL(path, from), integrity, join(site, path))
    count += 1
  }
  await writeFile(join(site, LIST), `${JSON.stringify({ ...before, ...now }, undefined, 2)}\n`)
  return count
}

async function keep(address: URL, integrity: string, file: string): Promise<void> {
  if (existsSync(file)) return
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  const content = new Uint8Array(await response.arrayBuffer())
  if (integrityOf(content) !== integrity) throw new Error(`${address} is not what was released`)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
}
