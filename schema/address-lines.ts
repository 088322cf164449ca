/*
 * The lines of a postal address in the order of its country. The calendar and the element write addresses with it.
 */

/** The parts of an address. A part that is not known is absent or empty. */
interface AddressParts {
  addressLine?: string | undefined
  city?: string | undefined
  state?: string | undefined
  zip?: string | undefined
  /** ISO 3166-1 alpha-2 */
  country?: string | undefined
}

/** Countries that write the postal code after the city. */
const ZIP_LAST = new Set('AE AU BD CA CO EG GB HK ID IE IN JM KE MT MY NG NZ PH PK SA SG TH US VN ZA'.split(' '))

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

const joined = (separator: string, ...parts: string[]) => parts.filter(Boolean).join(separator)

/**
 * The lines without the country. An address in an East Asian script begins with the largest part. Elsewhere the street comes
 * first, and the postal code stands before or after the city.
 */
export function addressLines({ addressLine, city, state, zip, country }: AddressParts): string[] {
  const [town, region, code] = [city, state, zip].map(part => part?.trim() ?? '') as [string, string, string]
  const street = (addressLine ?? '').split(/[\r\n]+/).map(line => line.trim())
  if (EAST_ASIAN.test(joined('', ...street, town, region))) {
    const place = joined(country === 'KR' ? ' ' : '', region, town)
    return [country === 'JP' ? code.replace(/^〒?(?=.)/, '〒') : code, place, ...street].filter(Boolean)
  }
  const lines = ZIP_LAST.has(country ?? '')
    ? [joined(country === 'US' || country === 'CA' ? ', ' : ' ', town, joined(' ', region, code))]
    : [joined(' ', code, town), region]
  return [...street, ...lines].filter(Boolean)
}
