import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { expect, it } from 'vitest'

/*
 * The size of the widget, as `npm run build` builds it. A hotel's page gets all of it before the first stay is shown; 24,000 bytes
 * take 0.12 s at 1.6 Mbit/s.
 */

const WIDGET = join(import.meta.dirname, '../../dist/site/widget')

/** One language, with all that a stay shows. Menus and other languages load on demand. */
const MAX_BYTES = 24_000

/** The QR code with its library. */
const MAX_CODE_BYTES = 4_500

const brotli = (path: string) =>
  brotliCompressSync(readFileSync(join(WIDGET, path)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

it('the script is at most 24 kB, brotli, with one language and all templates [WIDGET-27]', () => {
  const size = brotli('guest-itinerary.js')
  console.log(`widget/guest-itinerary.js: ${size} bytes brotli`)
  expect(size).toBeLessThanOrEqual(MAX_BYTES)
})

it.each(['actions', 'locales'])(
  'chunks that load on demand are small, with a hash in the name: %s [WIDGET-12]',
  folder => {
    for (const file of readdirSync(join(WIDGET, folder))) {
      expect(file).toMatch(/^[\w-]+-[\w-]{6}\.js$/)
      expect(brotli(join(folder, file))).toBeLessThan(file.startsWith('wifi-code-') ? MAX_CODE_BYTES : 2_000)
    }
  },
)

it('chunks that load on demand do not import the script', () => {
  for (const folder of ['actions', 'locales']) {
    for (const file of readdirSync(join(WIDGET, folder))) {
      expect(readFileSync(join(WIDGET, folder, file), 'utf8')).not.toMatch(/guest-itinerary\.js/)
    }
  }
})
