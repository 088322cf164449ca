import { expect, onTestFinished, test } from 'vitest'
import { LANGUAGE_NAMES } from '../../widget/embed/language-names.ts'
import { directionOf } from '../../widget/guest-itinerary/locale.ts'
import { LOAD_WORDS, LOCALES } from '../../widget/locales/index.ts'
import { openAddress } from './support/service.ts'

/* The list of languages, from which the loaders, the directions and the choice of the page for hotels come. */

test('Each language has the direction of its script, by CLDR', () => {
  // Chromium has this method; TypeScript does not know it yet.
  const textInfo = (tag: string) =>
    (new Intl.Locale(tag) as unknown as { getTextInfo(): { direction: string } }).getTextInfo()
  const directions = LOCALES.map(({ tag }) => [tag, textInfo(tag).direction])
  expect(LOCALES.map(({ tag, direction }) => [tag, direction])).toEqual(directions)
})

test('A tag with a region has the direction of its language; an unknown one is left to right', () => {
  expect(['ar-EG', 'he_IL', 'de-AT', 'arn', 'xx', ''].map(directionOf)).toEqual([
    'rtl',
    'rtl',
    'ltr',
    'ltr',
    'ltr',
    'ltr',
  ])
})

test('Each language loads its own words', async () => {
  const titles = await Promise.all(LOCALES.map(async ({ tag }) => (await LOAD_WORDS[tag]()).words.stayAt))
  expect(new Set(titles).size).toBe(LOCALES.length)
})

test('The page for hotels offers each language, under its own name and in its own language', async () => {
  const page = await openAddress('/embed')
  onTestFinished(page.close)
  const [guests, ...options] = [...(page.document.querySelector<HTMLSelectElement>('#lang')?.options ?? [])]
  expect(guests?.value).toBe('')
  expect(options.map(({ value, lang, text }) => ({ value, lang, text }))).toEqual(
    LOCALES.map(({ tag }) => ({ value: tag, lang: tag, text: LANGUAGE_NAMES[tag] })),
  )
})
