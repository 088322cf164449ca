import { words as english } from './en.ts'
import type { Words } from './words.ts'

export type Direction = 'ltr' | 'rtl'

/**
 * The languages, with their own names, in the order in which the page for hotels offers them. A new language is a file with its
 * words and an entry here; the compiler then asks for its line in `LOAD_WORDS`.
 */
export const LOCALES = [
  { tag: 'ar', name: 'العربية', direction: 'rtl' },
  { tag: 'zh', name: '简体中文', direction: 'ltr' },
  { tag: 'de', name: 'Deutsch', direction: 'ltr' },
  { tag: 'en', name: 'English', direction: 'ltr' },
  { tag: 'es', name: 'Español', direction: 'ltr' },
  { tag: 'fr', name: 'Français', direction: 'ltr' },
  { tag: 'he', name: 'עברית', direction: 'rtl' },
  { tag: 'it', name: 'Italiano', direction: 'ltr' },
  { tag: 'ja', name: '日本語', direction: 'ltr' },
  { tag: 'nl', name: 'Nederlands', direction: 'ltr' },
  { tag: 'pt', name: 'Português', direction: 'ltr' },
] as const satisfies readonly { tag: string; name: string; direction: Direction }[]

export type LocaleTag = (typeof LOCALES)[number]['tag']

/**
 * Loads the words of a language. English is part of the widget's script; the others are files that load on demand. This table is
 * apart from the list, so that bundlers leave all words out of the Worker and out of the page for hotels, which need the list only.
 */
export const LOAD_WORDS: Record<LocaleTag, () => Promise<{ words: Words }>> = {
  ar: () => import('./ar.ts'),
  zh: () => import('./zh.ts'),
  de: () => import('./de.ts'),
  en: async () => ({ words: english }),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  he: () => import('./he.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  nl: () => import('./nl.ts'),
  pt: () => import('./pt.ts'),
}
