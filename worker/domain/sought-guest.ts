/*
 * How guests are found by what is known of them. Letter case is that of Unicode, which SQLite does not know: the store selects who
 * may be meant, and these rules decide.
 */

/** What is sought. All parts must match. */
export interface SoughtGuest {
  /** The whole address. */
  email?: string | undefined
  /** Digits of the number, in a row. */
  digits?: string | undefined
  /** The beginning of the last name. */
  lastName?: string | undefined
}

/** Fewer digits are no part of a telephone number. */
const FEWEST_DIGITS = 4

const digitsOf = (text: string) => text.replace(/[^0-9]/g, '')

/** What a text of a desk means: an e-mail address, digits of a telephone number, or the beginning of a last name. */
export function soughtBy(text: string): SoughtGuest {
  if (text.includes('@')) return { email: text }
  const digits = digitsOf(text)
  return digits.length >= FEWEST_DIGITS && !/\p{L}/u.test(text) ? { digits } : { lastName: text }
}

/** A text as it is compared: without outer blanks, letter case and the two ways to write an accent. `ß` is `SS`. */
export const comparable = (text: string) => text.normalize('NFC').trim().toUpperCase().normalize('NFC')

export const isText = (text: string, sought: string) => comparable(text) === comparable(sought)

interface Contact {
  lastName: string
  email: string
  phone: string
}

export const isSought = ({ lastName, email, phone }: Contact, sought: SoughtGuest): boolean =>
  (sought.email === undefined || isText(email, sought.email)) &&
  (sought.digits === undefined || digitsOf(phone).includes(sought.digits)) &&
  (sought.lastName === undefined || comparable(lastName).startsWith(comparable(sought.lastName)))
