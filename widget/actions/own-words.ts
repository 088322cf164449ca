import type { OwnWords } from '../guest-itinerary/speak.ts'
import type { Words } from '../locales/words.ts'

/** Our words, and the hotel's own where it has others: those for every language, and then those for this one. */
export const inOwnWords = (words: Words, own: OwnWords, tongue: string): Words =>
  reword(reword(words, own), own[tongue])

/** What is not of the same kind as ours is passed over. */
function reword<T extends object>(ours: T, own: unknown): T {
  if (!own || typeof own !== 'object') return ours
  const reworded = { ...ours }
  for (const [name, word] of Object.entries(ours) as [keyof T, unknown][]) {
    const other = (own as T)[name]
    if (typeof word === 'string' || Array.isArray(word)) {
      if (isLike(word, other)) reworded[name] = other
    } else {
      reworded[name] = reword(word as object, other) as T[keyof T]
    }
  }
  return reworded
}

const isLike = (word: unknown, other: unknown): boolean =>
  Array.isArray(word)
    ? Array.isArray(other) && other.length === word.length && other.every(each => typeof each === 'string')
    : typeof other === 'string'
