import type { LocaleTag } from '../locales/index.ts'

/** Each language in itself. The element does not need the names. */
export const LANGUAGE_NAMES: Record<LocaleTag, string> = {
  cs: 'Čeština',
  da: 'Dansk',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  nb: 'Norsk bokmål',
  pl: 'Polski',
  pt: 'Português (Portugal)',
  'pt-BR': 'Português (Brasil)',
  sv: 'Svenska',
  tr: 'Türkçe',
  ru: 'Русский',
  he: 'עברית',
  ar: 'العربية',
  ja: '日本語',
  zh: '简体中文',
  'zh-Hant': '繁體中文',
  ko: '한국어',
}
