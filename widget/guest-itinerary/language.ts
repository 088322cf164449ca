import { words as english } from '../locales/en.ts'
import type { LOCALES } from '../locales/locales.ts'
import type { Words } from '../locales/words.ts'
import { chooseLocale } from './locale.ts'
import { createTranslator, type Language, type OwnWords } from './translator.ts'

/** English is on board; the others come when they are asked for. */
const LOADERS: { [tongue: string]: (() => Promise<{ words: Words }>) | undefined } = {
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
} satisfies Record<(typeof LOCALES)[number] | 'en', unknown>

/**
 * The first language of `wanted` that we speak, else English: which one it is, at once, and when its words are there. They are the
 * hotel's own where it has some.
 */
export function resolveLanguage(wanted: readonly string[], guests: readonly string[], own?: OwnWords) {
  const { tongue, locale } = chooseLocale(wanted, guests, each => Object.hasOwn(LOADERS, each))
  return { locale, learnt: loadLanguage(tongue, locale, own) }
}

async function loadLanguage(tongue: string, locale: string, own: OwnWords | undefined): Promise<Language> {
  try {
    const words = (await LOADERS[tongue]?.())?.words ?? english
    return createTranslator(locale, await withOwnWords(words, tongue, own))
  } catch {
    return createTranslator('en', await withOwnWords(english, 'en', own))
  }
}

/** In the hotel's own words; in ours where they cannot be had. */
async function withOwnWords(words: Words, tongue: string, own: OwnWords | undefined): Promise<Words> {
  try {
    return own ? (await import('../actions/own-words.ts')).parseOwnWords(words, own, tongue) : words
  } catch {
    return words
  }
}
