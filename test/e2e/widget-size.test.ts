import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { expect, it } from 'vitest'

/* What the widget costs a hotel's page, as it was built by `npm run build`. */

const WIDGET = join(import.meta.dirname, '../../dist/site/widget')

const brotli = (path: string) =>
  brotliCompressSync(readFileSync(join(WIDGET, path)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

it('the script is at most 20 kB, brotli, with one language and all that is shown', () => {
  const size = brotli('guest-itinerary.js')
  console.log(`widget/guest-itinerary.js: ${size} bytes brotli`)
  expect(size).toBeLessThanOrEqual(20_000)
})

it.each(['actions', 'locales'])(
  'what is fetched when it is asked for is small, and carries its hash in its name: %s',
  folder => {
    for (const file of readdirSync(join(WIDGET, folder))) {
      expect(file).toMatch(/^[\w-]+-[\w-]{6}\.js$/)
      expect(brotli(join(folder, file))).toBeLessThan(2_000)
    }
  },
)

it('what is fetched when it is asked for does not fetch the script once more', () => {
  for (const folder of ['actions', 'locales']) {
    for (const file of readdirSync(join(WIDGET, folder))) {
      expect(readFileSync(join(WIDGET, folder, file), 'utf8')).not.toMatch(/guest-itinerary\.js/)
    }
  }
})
