import { words as english } from '../locales/en.ts'
import type { LOCALES, Words } from '../locales/words.ts'
import { chooseLocale } from './locale.ts'
import { createTranslator, type OwnWords, type Translator } from './translator.ts'

/** English is part of the script; the other languages are loaded on demand. */
const LOADERS: { [language: string]: (() => Promise<{ words: Words }>) | undefined } = {
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
  cs: () => import('../locales/cs.ts'),
  da: () => import('../locales/da.ts'),
  ko: () => import('../locales/ko.ts'),
  nb: () => import('../locales/nb.ts'),
  pl: () => import('../locales/pl.ts'),
  'pt-BR': () => import('../locales/pt-BR.ts'),
  ru: () => import('../locales/ru.ts'),
  sv: () => import('../locales/sv.ts'),
  tr: () => import('../locales/tr.ts'),
  'zh-Hant': () => import('../locales/zh-Hant.ts'),
  zh: () => import('../locales/zh.ts'),
} satisfies Record<(typeof LOCALES)[number] | 'en', unknown>

/**
 * The first supported language of `wanted`, else English. The locale is known at once; the translator is ready when its words
 * are loaded. The hotel's own words replace ours.
 */
export function resolveLanguage(wanted: readonly string[], browserTags: readonly string[], own?: OwnWords) {
  const { language, locale } = chooseLocale(wanted, browserTags, each => Object.hasOwn(LOADERS, each))
  return { locale, translator: loadTranslator(language, locale, own) }
}

async function loadTranslator(language: string, locale: string, own: OwnWords | undefined): Promise<Translator> {
  try {
    const words = (await LOADERS[language]?.())?.words ?? english
    return createTranslator(locale, await withOwnWords(words, language, own))
  } catch {
    return createTranslator('en', await withOwnWords(english, 'en', own))
  }
}

/** Falls back to our words if the code for the hotel's words does not load. */
async function withOwnWords(words: Words, language: string, own: OwnWords | undefined): Promise<Words> {
  try {
    return own ? (await import('../actions/own-words.ts')).parseOwnWords(words, own, language) : words
  } catch {
    return words
  }
}
