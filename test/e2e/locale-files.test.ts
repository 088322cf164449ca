import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LOAD_WORDS, LOCALES } from '../../widget/locales/index.ts'

/* The words of each language, as `npm run build` builds them. */

const SITE = join(import.meta.dirname, '../../dist/site')
const OTHERS = LOCALES.map(({ tag }) => tag).filter(tag => tag !== 'en')
const read = (path: string) => readFileSync(join(SITE, path), 'utf8')

it('each language but English is one file of the widget, and one of the guest’s page', () => {
  const files = readdirSync(join(SITE, 'widget/locales')).map(name => name.replace(/-.{6}\.js$/, ''))
  expect(files.sort()).toEqual([...OTHERS].sort())
  for (const tag of OTHERS) expect(Object.keys(JSON.parse(read(`page/words/${tag}.json`)))).not.toHaveLength(0)
})

it('a guest loads the words of no other language', async () => {
  const { words: english } = await LOAD_WORDS.en()
  expect(read('widget/guest-itinerary.js')).toContain(english.noSchedule)
  for (const tag of OTHERS) {
    const { words } = await LOAD_WORDS[tag]()
    for (const script of ['widget/guest-itinerary.js', 'embed/embed.js', 'page/itinerary.js', 'page/service-worker.js'])
      expect(read(script), `${script}: ${tag}`).not.toContain(words.noSchedule)
  }
})
