import { InvalidArgumentError, Option } from 'commander'

/* How the text of an option is read, and options of several commands. */

/** Reads a whole number that is not negative. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}

/** Reads a text that is not blank: an empty variable of a shell is a wrong use. */
export function nonBlank(text: string): string {
  if (!text.trim()) throw new InvalidArgumentError('Expected a value.')
  return text
}

/** Reads a language of BCP 47 that this runtime knows. */
export function languageTag(text: string): string {
  try {
    if (Intl.DateTimeFormat.supportedLocalesOf(text).length) return text
  } catch {
    // It is no tag.
  }
  throw new InvalidArgumentError('Expected a language such as de or en-GB.')
}

/** Collects the values of an option that may be given several times. */
export const collected = (value: string, values: string[] = []) => [...values, value]

/** Reads a list with commas. */
export const listed = (text: string) => text.split(',').flatMap(each => each.trim() || [])

export const from = new Option('--from <sequence>', 'the first event (default: from now on)').argParser(wholeNumber)

export const types = new Option('--types <types>', 'only events of these types, separated by commas').argParser(listed)
