import { words as english } from '../locales/en.ts'
import { LOAD_WORDS, type LocaleTag } from '../locales/index.ts'
import type { Words } from '../locales/words.ts'
import { chooseLocale } from './locale.ts'
import { createTranslator, type OwnWords, type Translator } from './translator.ts'

/**
 * The first supported language of `wanted`, else English. The locale is known at once; the translator is ready when its words
 * are loaded. The hotel's own words replace ours.
 */
export function resolveLanguage(wanted: readonly string[], browserTags: readonly string[], own?: OwnWords) {
  const { language, locale } = chooseLocale(wanted, browserTags)
  return { locale, translator: loadTranslator(language, locale, own) }
}

async function loadTranslator(language: LocaleTag, locale: string, own: OwnWords | undefined): Promise<Translator> {
  try {
    const { words } = await LOAD_WORDS[language]()
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
