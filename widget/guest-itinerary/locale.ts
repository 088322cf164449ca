import { type Direction, LOCALES, type LocaleTag } from '../locales/index.ts'

/** Norwegian, and Nynorsk, whose readers read Bokmål. */
const BOKMAL: ReadonlySet<string> = new Set(['no', 'nn'])

/** A language with words, and the locale to format in: `zh-Hant` and `zh-HK`. */
export interface ChosenLocale {
  language: LocaleTag
  locale: string
  /** Whether the guest asked for this language; false: it is the fallback. */
  isWanted: boolean
}

const isSupported = (tag: string): tag is LocaleTag => LOCALES.some(each => each.tag === tag)

/** The text direction of a BCP 47 tag, known before any words are loaded. */
export const directionOf = (tag: string): Direction =>
  LOCALES.find(each => each.tag === localeOf(tag)[0]?.language)?.direction ?? 'ltr'

/**
 * The first supported language of `wanted` (BCP 47 tags, best first), else English, and the locale to format in. A tag without
 * a region takes the region that the guest's browser has for that language. The region decides between 3 pm and 15:00, and
 * between the words of Portugal and of Brazil; the script between traditional and simplified Chinese.
 */
export function chooseLocale(wanted: readonly string[], browserTags: readonly string[]): ChosenLocale {
  const browser = browserTags.flatMap(localeOf)
  for (const [index, locale] of wanted.flatMap(localeOf).entries()) {
    if (!isSupported(locale.language)) continue
    if (locale.language === 'en' && (index > 0 || !locale.region)) return { ...english(browser), isWanted: true }
    const regional = locale.region || locale.script ? locale : browser.find(each => each.language === locale.language)
    const { language, script, region } = (regional ?? locale).maximize()
    const own = regional?.region ? `${language}-${region}` : ''
    const chosen = [own, `${language}-${script}`, language].find(isSupported) ?? locale.language
    return { language: chosen, locale: String(regional ?? locale), isWanted: true }
  }
  return { ...english(browser), isWanted: false }
}

/**
 * English for a guest who did not ask for one of its regions first: as in the guest's own region where that speaks English,
 * else in the British formats, which more of the world reads: 21 November, 15:00.
 */
function english([first, ...others]: readonly Intl.Locale[]): Omit<ChosenLocale, 'isWanted'> {
  if (first?.language === 'en') {
    const regional = [first, ...others].find(({ language, region }) => language === 'en' && region)
    return { language: 'en', locale: String(regional ?? first) }
  }
  return { language: 'en', locale: first?.maximize().region === 'US' || !first ? 'en' : 'en-GB' }
}

/** The tag as a locale in its canonical form: `he` for `iw`. None if the tag is invalid. */
function localeOf(tag: string): Intl.Locale[] {
  try {
    const locale = new Intl.Locale(tag.replaceAll('_', '-'))
    return [BOKMAL.has(locale.language) ? new Intl.Locale(locale, { language: 'nb' }) : locale]
  } catch {
    return []
  }
}
