/*
 * The text of iCalendar (RFC 5545): content lines, escaped and folded.
 */

/** Octets that a line may have, without its line break (section 3.1). */
const MAX_OCTETS = 75

/** How many octets a character has in UTF-8. */
function octets(character: string): number {
  const point = character.codePointAt(0) as number
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x10000 ? 3 : 4
}

/** Folds a line into pieces of at most 75 octets without splitting a character. */
function fold(line: string): string {
  const pieces: string[] = []
  let piece = ''
  let size = 0
  for (const character of line) {
    const more = octets(character)
    if (size + more > MAX_OCTETS) {
      pieces.push(piece)
      piece = ' '
      size = 1
    }
    piece += character
    size += more
  }
  pieces.push(piece)
  return pieces.join('\r\n')
}

/** Escapes a value of type TEXT (section 3.3.11): line breaks and the characters that would end the value. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no control character but a tab may stand in a value
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

/** Content lines as one text. Each ends with CRLF, the last one too. */
export const calendarText = (lines: Iterable<string>): string => Array.from(lines, line => `${fold(line)}\r\n`).join('')
