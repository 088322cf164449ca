import { words as english } from '../locales/en.ts'
import type { Plural, Words } from '../locales/words.ts'
import { type Formats, formatsFor } from './dates.ts'

/** A language, ready to speak. */
export interface Language extends Formats {
  /** for `lang` and Intl: `en-GB` */
  locale: string
  words: Words
  /** `4 nights` */
  count(plural: Plural, number: number): string
}

/** English is on board; the others come when they are asked for. */
const TONGUES: Record<string, () => Promise<{ words: Words }>> = {
  en: async () => ({ words: english }),
  de: () => import('../locales/de.ts'),
  es: () => import('../locales/es.ts'),
  fr: () => import('../locales/fr.ts'),
  pt: () => import('../locales/pt.ts'),
}

/**
 * The first language of `wanted` (BCP 47 tags, dearest first) that we speak, else English. A tag without a region takes the one
 * that the guest's browser names for that language: it decides between 3 pm and 15:00.
 */
export async function languageFor(wanted: readonly string[], guests = navigator.languages): Promise<Language> {
  const tag = wanted.find(each => Object.hasOwn(TONGUES, tongueOf(each))) ?? 'en'
  const tongue = tongueOf(tag)
  const regional = tag === tongue ? guests.find(each => tongueOf(each) === tongue) : undefined
  try {
    const { words } = (await TONGUES[tongue]?.()) ?? { words: english }
    return speak(knownTo(regional ?? tag) ?? tongue, words)
  } catch {
    return speak('en', english)
  }
}

const tongueOf = (tag: string) => tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? ''

function knownTo(tag: string): string | undefined {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0]
  } catch {
    return undefined
  }
}

function speak(locale: string, words: Words): Language {
  const plurals = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return {
    ...formatsFor(locale),
    locale,
    words,
    count: (plural, number) => (plural[plurals.select(number)] ?? plural.other).replace('#', numbers.format(number)),
  }
}
