/* How values are written. */

/** Such as `1 room` and `3 rooms`. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The date of now in a time zone: YYYY-MM-DD, which is its Swedish form. */
export const todayIn = (timeZone: string): string => new Date().toLocaleDateString('sv-SE', { timeZone })

const CONTROLS = /[\p{Cc}\p{Bidi_Control}]/gu

/** A value within one line. */
export const inOneLine = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value).replace(CONTROLS, ' ')

/**
 * A text of a guest or a service could control the terminal, or change the direction of what follows. The escape of such a character
 * means the same in JSON.
 */
export const visible = (text: string): string =>
  text.replace(CONTROLS, character =>
    /[\n\t]/.test(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
