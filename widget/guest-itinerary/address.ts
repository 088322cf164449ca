import { addressLines } from '../../schema/address-lines.ts'
import type { Address, Hotel } from './hotel.ts'

/** An address as it is written in its country. */
export interface WrittenAddress {
  /** without the country; empty if the address is not known */
  lines: string[]
  /** the language for `lang`, `ja-JP`; empty if it is not known */
  language: string
}

export function writtenAddress({ address }: Hotel): WrittenAddress {
  const lines = addressLines(address)
  return { lines, language: languageOf(address, lines.join()) }
}

/**
 * The main language of the address's country, if the text is in the script of that language. Chinese and Japanese need it for
 * the forms of their characters. A Japanese address in Latin letters has no known language.
 */
function languageOf({ country }: Address, text: string): string {
  try {
    const { language, script = '' } = new Intl.Locale(`und-${country}`).maximize()
    const letters = { Jpan: 'Hani', Hans: 'Hani', Hant: 'Hani', Kore: 'Hang' }[script] ?? script
    return new RegExp(`\\p{sc=${letters}}`, 'u').test(text) ? `${language}-${script}-${country}` : ''
  } catch {
    return ''
  }
}
