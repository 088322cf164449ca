import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { integrityOf, type Released } from '../../site/pinned.ts'
import { writeWholeFile } from '../../tooling/command/whole-file.ts'

/*
 * A deployment replaces all files of the site. Hotels have pinned scripts of earlier releases, and browsers still hold the
 * stable script of the day before, which loads its own locale files. So the files of earlier releases are deployed again.
 */

/** Files that must stay as they were released: the text by path. */
export type ReleasedFiles = ReadonlyMap<string, string>

const LIST = 'widget/released.json'
const WIDGET_SCRIPT = /^\/widget\/[\w./-]+\.js$/

/**
 * The files that the service at `from` has released, without those that are `known` already. Rejects if it has no list, or if a
 * file does not match its recorded hash.
 */
export async function fetchReleased(from: string, known: ReleasedFiles): Promise<ReleasedFiles> {
  const list = releasedOf(await get(new URL(LIST, from)))
  const files = new Map<string, string>()
  for (const [path, integrity] of Object.entries(list)) {
    const text = known.get(path) ?? (await get(new URL(path, from)))
    if (integrityOf(text) !== integrity) throw new Error(`${new URL(path, from)} is not what was released`)
    files.set(path, text)
  }
  return files
}

async function get(address: URL): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(30_000) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  // Not text(), which drops a byte order mark.
  return Buffer.from(await response.arrayBuffer()).toString()
}

/** Another site may answer every request with a page of its own, so the list is checked as a whole. */
function releasedOf(text: string): Released {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {}
  const entries = list && typeof list === 'object' && !Array.isArray(list) ? Object.entries(list) : []
  if (!entries.length || !entries.every(([, integrity]) => /^sha384-/.test(String(integrity))))
    throw new Error(`${LIST} is no list of released files`)
  for (const [path] of entries) refuseOtherPath(path)
  return list as Released
}

function refuseOtherPath(path: string): void {
  if (!WIDGET_SCRIPT.test(path) || path.includes('..')) throw new Error(`${path} is no file of the widget`)
}

/** The files that a built site must keep from now on. */
export function releasedIn(site: string): ReleasedFiles {
  const list = JSON.parse(readFileSync(join(site, LIST), 'utf8')) as Released
  return new Map(Object.keys(list).map(path => [path, readFileSync(join(site, path), 'utf8')]))
}

/** Adds released files to a built site and to its list. */
export function addToSite(site: string, files: ReleasedFiles): void {
  const list = JSON.parse(readFileSync(join(site, LIST), 'utf8')) as Released
  for (const [path, text] of files) {
    refuseOtherPath(path)
    const integrity = integrityOf(text)
    // A name has the hash of its content. Hotels that pinned the earlier content could not load another one.
    if (path in list && list[path] !== integrity) throw new Error(`${path} of this build is not what was released`)
    list[path] = integrity
    const file = join(site, path)
    mkdirSync(dirname(file), { recursive: true })
    // Also over half a file, which a killed run has left in a site that was built before.
    writeWholeFile(file, text)
  }
  writeWholeFile(join(site, LIST), `${JSON.stringify(list, undefined, 2)}\n`)
}
