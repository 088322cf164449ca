import { words as english } from '../locales/en.ts'
import type { Words } from '../locales/words.ts'
import { type Language, type OwnWords, speak } from './speak.ts'

/** English is on board; the others come when they are asked for. */
const TONGUES: Record<string, (() => Promise<{ words: Words }>) | undefined> = {
  en: undefined,
  ar: () => import('../locales/ar.ts'),
  de: () => import('../locales/de.ts'),
  es: () => import('../locales/es.ts'),
  fr: () => import('../locales/fr.ts'),
  he: () => import('../locales/he.ts'),
  it: () => import('../locales/it.ts'),
  ja: () => import('../locales/ja.ts'),
  nl: () => import('../locales/nl.ts'),
  pt: () => import('../locales/pt.ts'),
  zh: () => import('../locales/zh.ts'),
}

/**
 * The first language of `wanted` (BCP 47 tags, dearest first) that we speak, else English, in the hotel's own words where it has
 * some. A tag without a region takes the one that the guest's browser names for that language: it decides between 3 pm and 15:00.
 */
export async function languageFor(
  wanted: readonly string[],
  guests = navigator.languages,
  own?: OwnWords,
): Promise<Language> {
  const tag = wanted.find(each => Object.hasOwn(TONGUES, tongueOf(each))) ?? 'en'
  const tongue = tongueOf(tag)
  const regional = tag === tongue ? guests.find(each => tongueOf(each) === tongue) : undefined
  try {
    const words = (await TONGUES[tongue]?.())?.words ?? english
    return speak(knownTo(regional ?? tag) ?? tongue, await reworded(words, tongue, own))
  } catch {
    return speak('en', await reworded(english, 'en', own))
  }
}

/** In the hotel's own words; in ours where they cannot be had. */
async function reworded(words: Words, tongue: string, own: OwnWords | undefined): Promise<Words> {
  try {
    return own ? (await import('../actions/own-words.ts')).inOwnWords(words, own, tongue) : words
  } catch {
    return words
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
