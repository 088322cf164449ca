import { memoize } from '../../schema/memoize'
import { codesByAlpha3, isCountryCode } from '../../schema/wire/countries'
import { COUNTRIES_BY_CALLING_CODE } from './calling-codes'
import { codeOfName } from './country-names'

/*
 * Countries and telephone numbers as guests write them, and their ISO 3166-1 and calling codes. No calling code is the beginning of
 * another, so the first one found at the start of a number is the right one.
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

/** The ISO 3166-1 code of a country, from one of its two codes or its English name in any letter case; '' if it is unknown. */
export function countryCodeOf(country: string): string {
  const code = country.trim().toUpperCase()
  if (isCountryCode(code)) return code
  return codesByAlpha3().get(code) ?? codeOfName(country) ?? ''
}

/** Blanks, invisible marks of direction, and brackets, which stand anywhere in a number. */
const LEFT_OUT = /[\s\p{Z}\p{Cf}\p{Ps}\p{Pe}]/gu
/** What separates groups of digits. */
const SEPARATORS = /[\p{Pd}−./]/gu

/** A number as it is dialled: digits, after a `+` if it begins with one. */
const dialled = (phone: string): string =>
  phone
    .replace(LEFT_OUT, '')
    .replace(/^tel:/i, '')
    .replace(/^＋/, '+')
    .replace(SEPARATORS, '')
    .replace(/\p{Nd}/gu, valueOfDigit)

const DIGIT = /^\p{Nd}$/u

/** `3` for a three of any script: ten digits of a script follow each other in Unicode, from zero. */
function valueOfDigit(digit: string): string {
  const at = digit.codePointAt(0) ?? 0
  let first = at
  while (DIGIT.test(String.fromCodePoint(first - 1))) first--
  return String((at - first) % 10)
}

/**
 * `+351`, from the number itself if it is an international one, else from the country; '' if that one has none. Where the code of a
 * country is 1, international calls begin with `011`.
 */
export function callingCodeOf(phone: string, countryCode: string): string {
  const number = dialled(phone)
  const ofCountry = callingCodes().get(countryCode)
  const own = (ofCountry === '1' ? /^(?:\+|00|011)(.*)/ : /^(?:\+|00)(.*)/s).exec(number)?.[1]
  const code =
    own === undefined
      ? number && ofCountry
      : [1, 2, 3].map(length => own.slice(0, length)).find(head => Object.hasOwn(COUNTRIES_BY_CALLING_CODE, head))
  return code ? `+${code}` : ''
}
