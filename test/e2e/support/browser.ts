import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** Chromium would ask its maker's servers for this and that; the tests ask nobody. */
const ALONE = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']

/**
 * A real browser: the one at CHROME_PATH, else on Linux x64 the one that came with npm. Throws what is missing where there
 * is neither.
 */
export async function openBrowser(): Promise<Browser> {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH) {
    if (!existsSync(CHROME_PATH)) throw new Error(`CHROME_PATH: there is no browser at ${CHROME_PATH}`)
    return chromium.launch({ executablePath: CHROME_PATH, args: ALONE })
  }
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('set CHROME_PATH to an installed Chrome: only on Linux x64 a browser comes with npm')
  return chromium.launch({ executablePath: await sparticuz.executablePath(), args: [...sparticuz.args, ...ALONE] })
}
