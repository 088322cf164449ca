import { mkdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What playwright needs to start a browser that is here already. */
export interface InstalledBrowser {
  executablePath: string
  args: string[]
}

const LOCK = join(tmpdir(), 'innlet-chromium.lock')
const LOCK_IS_STALE_AFTER = 60_000

/**
 * The Chromium that comes with `npm ci` on Linux x64, else the Chrome that `CHROME_PATH` names. Throws a line that says what is
 * missing.
 */
export async function installedBrowser(): Promise<InstalledBrowser> {
  const quiet = ['--disable-background-networking', '--disable-component-update', '--no-first-run']
  const { CHROME_PATH } = process.env
  if (CHROME_PATH) return { executablePath: CHROME_PATH, args: quiet }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('There is no browser to test with: set CHROME_PATH to an installed Chrome or Chromium.')
  }
  const { default: chromium } = await import('@sparticuz/chromium')
  chromium.setGraphicsMode = false
  const args = chromium.args.filter(arg => !/web-security|insecure-content|single-process/.test(arg))
  return { executablePath: await alone(() => chromium.executablePath()), args: [...args, ...quiet] }
}

/** The browser is unpacked into the temporary folder when it is first used; two who do that at once would spoil it. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  while (!(await taken())) await new Promise(resolve => setTimeout(resolve, 100))
  try {
    return await work()
  } finally {
    await rm(LOCK, { recursive: true, force: true })
  }
}

async function taken(): Promise<boolean> {
  try {
    await mkdir(LOCK)
    return true
  } catch {
    const { mtimeMs } = await stat(LOCK).catch(() => ({ mtimeMs: 0 }))
    if (Date.now() - mtimeMs > LOCK_IS_STALE_AFTER) await rm(LOCK, { recursive: true, force: true })
    return false
  }
}
