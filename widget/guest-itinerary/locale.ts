import { type Direction, LOCALES, type LocaleTag } from '../locales/index.ts'

/** The primary language subtag of a BCP 47 tag: `pt` of `pt-BR`. */
export const primaryLanguage = (tag: string) => tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? ''

const entryOf = (tag: string) => LOCALES.find(each => each.tag === primaryLanguage(tag))

/** The text direction of a BCP 47 tag, known before any words are loaded. */
export const directionOf = (tag: string): Direction => entryOf(tag)?.direction ?? 'ltr'

/**
 * The first supported language of `wanted` (BCP 47 tags, best first), else English, and the locale to format in. A tag without
 * a region takes the region that the guest's browser has for that language. The region decides between 3 pm and 15:00.
 */
export function chooseLocale(
  wanted: readonly string[],
  browserTags: readonly string[],
): { language: LocaleTag; locale: string } {
  const tag = wanted.find(entryOf) ?? 'en'
  const language = entryOf(tag)?.tag ?? 'en'
  const regional = tag === language ? browserTags.find(each => primaryLanguage(each) === language) : undefined
  return { language, locale: localeOf(regional ?? tag) ?? language }
}

/** The tag as a locale that Intl supports. */
function localeOf(tag: string): string | undefined {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0]
  } catch {
    return undefined
  }
}
