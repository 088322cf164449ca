/*
 * Money is stored as whole minor units of the customer's currency and sent as a decimal number. The conversion uses the
 * decimal text of the number, not multiplication, so it has no rounding errors.
 */

/** ISO 4217 currencies whose minor unit is not a hundredth. */
const DECIMALS: Record<string, number> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map(c => [c, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map(c => [c, 3])),
  CLF: 4,
  UYW: 4,
}

/** The number of decimals of a currency: 0 for JPY, 2 for EUR, 3 for BHD. */
export const decimalsOf = (currency: string): number => DECIMALS[currency] ?? 2

/**
 * `scaled(19.9, 2)` is 1990, and so is `scaled(19.899999999999999, 2)`; undefined when the number has more decimals than that, or is
 * too large to be exact.
 */
export function scaled(value: number, decimals: number): number | undefined {
  // A whole number needs no text: a product of integers is exact if it is a safe integer.
  if (Number.isInteger(value)) return safeInteger(value * 10 ** decimals)
  const [whole = '', fraction = ''] = decimalText(Math.abs(value)).split('.')
  const units = wholeUnits(whole, fraction, decimals)
  return units === undefined ? undefined : safeInteger(value < 0 ? -units : units)
}

/** The shortest decimal text of a number, without an exponent. */
const decimalText = (value: number) => (value < 1e-6 ? value.toFixed(20) : String(value))

/** The part of a unit that a number may be away from a whole one: what computing with binary fractions leaves. */
const TOLERANCE = 1e-6

/** The units of a decimal text that is not negative; undefined when it is between two units. */
function wholeUnits(whole: string, fraction: string, decimals: number): number | undefined {
  const below = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  const rest = Number(`0.${fraction.slice(decimals)}`)
  if (rest <= TOLERANCE) return below
  return 1 - rest <= TOLERANCE ? below + 1 : undefined
}

/** Adding 0 makes -0 a 0. */
const safeInteger = (value: number) => (Number.isSafeInteger(value) ? value + 0 : undefined)

/** An amount in minor units; undefined when it has more decimals than its currency. */
export const toMinor = (value: number, currency: string) => scaled(value, decimalsOf(currency))

/** Minor units as a decimal number. */
export const fromMinor = (units: number, currency: string): number => unscaled(units, decimalsOf(currency))

/**
 * The inverse of `scaled`. Both operands of the division are exact, so the result is the number nearest to the decimal, as if
 * its text were parsed.
 */
export const unscaled = (units: number, decimals: number): number => units / 10 ** decimals + 0

/** A decimal text in minor units; undefined as for `toMinor`. `100.00` is 100 yen. */
export function writtenToMinor(written: string, currency: string): number | undefined {
  const decimals = decimalsOf(currency)
  const point = written.indexOf('.')
  const whole = point < 0 ? written : written.slice(0, point)
  const fraction = point < 0 ? '' : written.slice(point + 1)
  const units = wholeUnits(whole, fraction, decimals)
  return Number.isSafeInteger(units) ? units : undefined
}

/** Minor units as decimal text, with all the decimals of the currency: `120.00`. */
export const minorToWritten = (units: number, currency: string) =>
  fromMinor(units, currency).toFixed(decimalsOf(currency))

/** The error text for an amount with too many decimals. */
export const decimalsExpected = (currency: string) => `expected at most ${decimalsOf(currency)} decimals (${currency})`
