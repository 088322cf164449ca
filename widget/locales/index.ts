import { words as english } from './en.ts'
import type { Words } from './words.ts'

export type Direction = 'ltr' | 'rtl'

const RIGHT_TO_LEFT: readonly string[] = ['he', 'ar']

/**
 * The languages, in the order in which the page for hotels offers them. A new language is a file with its words and an entry here;
 * the compiler then asks for its line in `LOAD_WORDS`, and for its name.
 */
const TAGS = [
  'cs',
  'da',
  'de',
  'en',
  'es',
  'fr',
  'it',
  'nl',
  'nb',
  'pl',
  'pt',
  'pt-BR',
  'sv',
  'tr',
  'ru',
  'he',
  'ar',
  'ja',
  'zh',
  'zh-Hant',
  'ko',
] as const

export type LocaleTag = (typeof TAGS)[number]

export const LOCALES = TAGS.map(tag => ({ tag, direction: RIGHT_TO_LEFT.includes(tag) ? 'rtl' : 'ltr' }) as const)

/**
 * Loads the words of a language. English is part of the widget's script; the others are files that load on demand. This table is
 * apart from the list, so that bundlers leave all words out of the Worker and out of the page for hotels, which need the list only.
 */
export const LOAD_WORDS: Record<LocaleTag, () => Promise<{ words: Words }>> = {
  cs: () => import('./cs.ts'),
  da: () => import('./da.ts'),
  de: () => import('./de.ts'),
  en: async () => ({ words: english }),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  it: () => import('./it.ts'),
  nl: () => import('./nl.ts'),
  nb: () => import('./nb.ts'),
  pl: () => import('./pl.ts'),
  pt: () => import('./pt.ts'),
  'pt-BR': () => import('./pt-BR.ts'),
  sv: () => import('./sv.ts'),
  tr: () => import('./tr.ts'),
  ru: () => import('./ru.ts'),
  he: () => import('./he.ts'),
  ar: () => import('./ar.ts'),
  ja: () => import('./ja.ts'),
  zh: () => import('./zh.ts'),
  'zh-Hant': () => import('./zh-Hant.ts'),
  ko: () => import('./ko.ts'),
}
