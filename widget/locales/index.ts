import { words as english } from './en.ts'
import type { Words } from './words.ts'

export type Direction = 'ltr' | 'rtl'

/**
 * The languages, with their own names, in the order in which the page for hotels offers them. A new language is a file with its
 * words and an entry here; the compiler then asks for its line in `LOAD_WORDS`.
 */
export const LOCALES = [
  { tag: 'cs', name: 'Čeština', direction: 'ltr' },
  { tag: 'da', name: 'Dansk', direction: 'ltr' },
  { tag: 'de', name: 'Deutsch', direction: 'ltr' },
  { tag: 'en', name: 'English', direction: 'ltr' },
  { tag: 'es', name: 'Español', direction: 'ltr' },
  { tag: 'fr', name: 'Français', direction: 'ltr' },
  { tag: 'it', name: 'Italiano', direction: 'ltr' },
  { tag: 'nl', name: 'Nederlands', direction: 'ltr' },
  { tag: 'nb', name: 'Norsk bokmål', direction: 'ltr' },
  { tag: 'pl', name: 'Polski', direction: 'ltr' },
  { tag: 'pt', name: 'Português (Portugal)', direction: 'ltr' },
  { tag: 'pt-BR', name: 'Português (Brasil)', direction: 'ltr' },
  { tag: 'sv', name: 'Svenska', direction: 'ltr' },
  { tag: 'tr', name: 'Türkçe', direction: 'ltr' },
  { tag: 'ru', name: 'Русский', direction: 'ltr' },
  { tag: 'he', name: 'עברית', direction: 'rtl' },
  { tag: 'ar', name: 'العربية', direction: 'rtl' },
  { tag: 'ja', name: '日本語', direction: 'ltr' },
  { tag: 'zh', name: '简体中文', direction: 'ltr' },
  { tag: 'zh-Hant', name: '繁體中文', direction: 'ltr' },
  { tag: 'ko', name: '한국어', direction: 'ltr' },
] as const satisfies readonly { tag: string; name: string; direction: Direction }[]

export type LocaleTag = (typeof LOCALES)[number]['tag']

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
