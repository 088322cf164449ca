/* Names of guests, as people write and seek them. */

const HAN_OR_HANGUL = /^[\p{scx=Han}\p{scx=Hangul}]+$/u
const WITH_KANA = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+$/u

/** A name: in Han and Hangul the family name is first, without a blank; with Kana, first with one. */
export function personName(firstName: string, lastName: string): string {
  const [first, last] = [firstName.trim(), lastName.trim()]
  const isAll = (script: RegExp) => script.test(first) && script.test(last)
  if (isAll(HAN_OR_HANGUL)) return last + first
  return (isAll(WITH_KANA) ? `${last} ${first}` : `${first} ${last}`).trim()
}

/** Letters that are not made of one without a mark, and what people type for them. */
const LETTERS: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', æ: 'ae', œ: 'oe', þ: 'th', ß: 'ss' }

/** A name as it is sought: without accents, apostrophes and case. */
export const soughtName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’‘ʼ`´′]/g, '')
    .toLowerCase()
    .replace(/[øłđðıæœþß]/g, letter => LETTERS[letter] ?? letter)
    .trim()
