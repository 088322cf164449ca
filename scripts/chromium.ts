import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'

/** What playwright needs to start a browser that is here already. */
export interface InstalledBrowser {
  executablePath: string
  args: string[]
}

/** A browser that asks the network for nothing of its own. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--no-first-run']

/** What the package advises for where it was made for, and what would hide faults of ours or tests apart from each other. */
const UNWANTED = /web-security|insecure-content|single-process|site-isolation/

/**
 * The Chrome that `CHROME_PATH` names, else the Chromium that comes with `npm ci` on Linux x64. Throws a line that says what is
 * missing.
 */
export async function installedBrowser(): Promise<InstalledBrowser> {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH) return { executablePath: CHROME_PATH, args: QUIET }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('There is no browser to test with: set CHROME_PATH to an installed Chrome or Chromium.')
  }
  const { default: chromium } = await import('@sparticuz/chromium')
  chromium.setGraphicsMode = false
  const args = chromium.args.filter(arg => !UNWANTED.test(arg))
  return { executablePath: await unpackedChromium(), args: [...args, ...QUIET] }
}

/**
 * The package's browser, unpacked into the temporary folder when it is first used. It appears there whole or not at all, so that
 * neither two who unpack at once nor one who is interrupted leaves half a browser behind.
 */
async function unpackedChromium(): Promise<string> {
  const home = join(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '../../..')
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const browser = join(tmpdir(), `innlet-chromium-${version}-${userInfo().uid}`)
  if (existsSync(browser)) return browser
  const unpacking = `${browser}.${process.pid}`
  await pipeline(
    createReadStream(join(home, 'bin/chromium.br')),
    createBrotliDecompress(),
    createWriteStream(unpacking, { mode: 0o700 }),
  )
  await rename(unpacking, browser)
  return browser
}
