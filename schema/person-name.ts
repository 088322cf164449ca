const HAN_OR_HANGUL = /^[\p{scx=Han}\p{scx=Hangul}]+$/u
const WITH_KANA = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+$/u

/**
 * The name of a person as people write it. In Han and Hangul the family name is first, without a blank; with Kana, which does not
 * show where a name ends, with one. The script of the name decides, not the language of the reader.
 */
export function personName(firstName: string, lastName: string): string {
  const [first, last] = [firstName.trim(), lastName.trim()]
  const isAll = (script: RegExp) => script.test(first) && script.test(last)
  if (isAll(HAN_OR_HANGUL)) return last + first
  return (isAll(WITH_KANA) ? `${last} ${first}` : `${first} ${last}`).trim()
}
