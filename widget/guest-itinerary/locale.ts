/** The language of a BCP 47 tag: `pt` of `pt-BR`. */
export const localeOf = (tag: string) => tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? ''

/**
 * The first language of `wanted` (BCP 47 tags, dearest first) that is spoken, else English, and the locale it is spoken in. A tag
 * without a region takes the one that the guest's browser names for that language: it decides between 3 pm and 15:00.
 */
export function chooseLocale(
  wanted: readonly string[],
  guests: readonly string[],
  isSpoken: (tongue: string) => boolean,
): { tongue: string; locale: string } {
  const tag = wanted.find(each => isSpoken(localeOf(each))) ?? 'en'
  const tongue = localeOf(tag)
  const regional = tag === tongue ? guests.find(each => localeOf(each) === tongue) : undefined
  return { tongue, locale: supportedBy(regional ?? tag) ?? tongue }
}

function supportedBy(tag: string): string | undefined {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0]
  } catch {
    return undefined
  }
}
