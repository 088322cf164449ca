import type { Plural, Words } from '../locales/words.ts'
import { type Formats, formatsFor } from './dates.ts'

/** A language, ready to speak. */
export interface Language extends Formats {
  /** for `lang` and Intl: `en-GB` */
  locale: string
  direction: Direction
  words: Words
  /** `4 nights` */
  count(plural: Plural, number: number): string
  /** `Inês, Rui and Ana`, from `Inês, Rui, Ana` */
  list(names: string): string
}

export type Direction = 'ltr' | 'rtl'

/** How a language is written, known from its tag alone. */
export const directionOf = (locale: string): Direction => (/^(ar|he)/.test(locale) ? 'rtl' : 'ltr')

/** What a hotel says in words of its own: for every language, or under a language's tag for that one. */
export type OwnWords = { [Name in keyof Words]?: unknown } & { [tag: string]: unknown }

/** `locale` must be one that Intl knows. */
export function createTranslator(locale: string, words: Words): Language {
  const plurals = new Intl.PluralRules(locale)
  const formats = formatsFor(locale)
  let lists: Intl.ListFormat | undefined
  return {
    ...formats,
    locale,
    direction: directionOf(locale),
    words,
    count: (plural, number) => fill(plural[plurals.select(number)] ?? plural.other, formats.number(number)),
    list(names) {
      if (!names.includes(', ')) return names
      lists ??= new Intl.ListFormat(locale)
      return lists.format(names.split(', '))
    },
  }
}

/** A word with what it speaks of: `with #` and `Inês` make `with Inês`. */
export const fill = (word: string, what: string) => word.replace('#', () => what)
