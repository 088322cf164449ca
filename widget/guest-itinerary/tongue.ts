/** The language of a BCP 47 tag: `pt` of `pt-BR`. */
export const tongueOf = (tag: string) => tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? ''

/**
 * The first language of `wanted` (BCP 47 tags, dearest first) that is spoken, else English, and the locale it is spoken in. A tag
 * without a region takes the one that the guest's browser names for that language: it decides between 3 pm and 15:00.
 */
export function choose(
  wanted: readonly string[],
  guests: readonly string[],
  isSpoken: (tongue: string) => boolean,
): { tongue: string; locale: string } {
  const tag = wanted.find(each => isSpoken(tongueOf(each))) ?? 'en'
  const tongue = tongueOf(tag)
  const regional = tag === tongue ? guests.find(each => tongueOf(each) === tongue) : undefined
  return { tongue, locale: knownTo(regional ?? tag) ?? tongue }
}

function knownTo(tag: string): string | undefined {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0]
  } catch {
    return undefined
  }
}
