import type { Direction } from '../locales/index.ts'
import type { Plural, Words } from '../locales/words.ts'
import { type Formats, formatsFor } from './dates.ts'
import { directionOf } from './locale.ts'

/** The words and formats of one locale. */
export interface Translator extends Formats {
  /** for `lang` and Intl: `en-GB` */
  locale: string
  direction: Direction
  words: Words
  /** `4 nights` */
  count(plural: Plural, number: number): string
}

/** The hotel's own words: for every language, or under a language's tag for that language. */
export type OwnWords = { [Name in keyof Words]?: unknown } & { [tag: string]: unknown }

/** `locale` must be a locale that Intl supports. */
export function createTranslator<Own extends Words>(locale: string, words: Own): Translator & { words: Own } {
  const plurals = new Intl.PluralRules(locale)
  const formats = formatsFor(locale)
  return {
    ...formats,
    locale,
    direction: directionOf(locale),
    words,
    count: (plural, number) => fill(plural[plurals.select(number)] ?? plural.other, formats.number(number)),
  }
}

/** Replaces `#` in a phrase: `with #` and `Inês` make `with Inês`. */
const fill = (phrase: string, value: string) => phrase.replace('#', () => value)
