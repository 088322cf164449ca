import { memoize } from '../../schema/memoize'
import { COUNTRIES_BY_CALLING_CODE } from './calling-codes'

/*
 * Countries as guests write them, and their ISO 3166-1 and calling codes. No calling code is the beginning of another, so the
 * first one found at the start of a number is the right one.
 */

/** Calling codes by country. */
const callingCodes = memoize(
  () =>
    new Map(
      Object.entries(COUNTRIES_BY_CALLING_CODE).flatMap(([code, countries]) =>
        countries
          .split(' ')
          .filter(Boolean)
          .map(country => [country, code] as const),
      ),
    ),
)

/** Other names of countries than their code and their English name. */
const ALIASES: readonly (readonly [string, string])[] = [
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['scotland', 'GB'],
  ['wales', 'GB'],
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['the netherlands', 'NL'],
  ['holland', 'NL'],
  ['czech republic', 'CZ'],
  ['turkey', 'TR'],
]

const englishNames = memoize(() => new Intl.DisplayNames('en', { type: 'region' }))

/** The English name of a country. */
export const countryName = (code: string): string => englishNames().of(code) ?? code

const namedCodes = memoize(() => {
  const named = [...callingCodes().keys()].map(code => [countryName(code).toLowerCase(), code] as const)
  return new Map([...named, ...ALIASES])
})

/** The ISO 3166-1 code of a country, from its code or its English name in any letter case; '' if it is unknown. */
export function countryCodeOf(country: string): string {
  const written = country.trim()
  const code = written.toUpperCase()
  if (callingCodes().has(code)) return code
  return (written && namedCodes().get(written.toLowerCase())) || ''
}

/** `+351`, from the number itself if it is an international one, else from the country; '' if neither has one. */
export function callingCodeOf(phone: string, countryCode: string): string {
  const digits = /^\s*(?:\+|00)([\d\s().-]+)/.exec(phone)?.[1]?.replace(/\D/g, '')
  const own =
    digits &&
    [1, 2, 3].map(length => digits.slice(0, length)).find(head => Object.hasOwn(COUNTRIES_BY_CALLING_CODE, head))
  const code = own || (phone.trim() && callingCodes().get(countryCode))
  return code ? `+${code}` : ''
}
