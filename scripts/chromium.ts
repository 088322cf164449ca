import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Launch options of playwright for an installed browser. */
export interface InstalledBrowser {
  executablePath: string
  args: string[]
  env?: NodeJS.ProcessEnv
}

/** Keep the browser from sending requests of its own. */
const ADDED_ARGS = ['--disable-background-networking', '--disable-component-update', '--no-first-run']

/**
 * Flags that the package advises for AWS Lambda. They would hide errors of Innlet, or share state between tests. Without a zygote,
 * each page loads the browser anew.
 */
const REMOVED_ARGS = /web-security|insecure-content|single-process|site-isolation|no-zygote/

const MODULES = join(import.meta.dirname, '../node_modules')
const UNPACK = join(import.meta.dirname, 'chromium/unpack.ts')

/**
 * The Chrome of `CHROME_PATH`, else the Chromium that `npm ci` installs on Linux x64. Throws an error that names what is
 * missing.
 */
export async function installedBrowser(): Promise<InstalledBrowser> {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH) return { executablePath: CHROME_PATH, args: ADDED_ARGS }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('There is no browser to test with: set CHROME_PATH to an installed Chrome or Chromium.')
  }
  const { default: chromium } = await import('@sparticuz/chromium')
  chromium.setGraphicsMode = false
  const args = chromium.args.filter(arg => !REMOVED_ARGS.test(arg))
  const { version } = JSON.parse(readFileSync(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8'))
  return unpackedBrowser(join(MODULES, `.cache/innlet-chromium-${version}`), [...args, ...ADDED_ARGS])
}

/**
 * Unpacks the browser of the package on first use. The system libraries that it needs come with it, so that every machine runs
 * the same.
 */
export async function unpackedBrowser(folder: string, args: string[]): Promise<InstalledBrowser> {
  if (!existsSync(folder)) {
    await promisify(execFile)(process.execPath, [UNPACK, folder])
  }
  return {
    executablePath: join(folder, 'chromium'),
    args,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}
