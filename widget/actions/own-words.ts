import type { OwnWords } from '../guest-itinerary/translator.ts'
import type { Words } from '../locales/words.ts'

/** Our words, and the hotel's own where it has others: those for every language, and then those for this one. */
export const parseOwnWords = (words: Words, own: OwnWords, tongue: string): Words =>
  applyOwnWords(applyOwnWords(words, own), own[tongue])

/** What is not of the same kind as ours is passed over. */
function applyOwnWords(ours: Words, own: unknown): Words {
  const reworded: Record<string, unknown> = { ...ours }
  for (const [name, word] of entriesOf(own)) {
    const our = reworded[name]
    if (typeof our === 'string' ? isText(word) : isNotice(our) && isNotice(word)) reworded[name] = word
    else if (isTable(our))
      reworded[name] = { ...our, ...Object.fromEntries(entriesOf(word).filter(([, each]) => isText(each))) }
  }
  return reworded as unknown as Words
}

const entriesOf = (own: unknown) => Object.entries(isTable(own) ? own : {})

const isText = (word: unknown) => typeof word === 'string'
const isNotice = (word: unknown) => Array.isArray(word) && word.length === 2 && word.every(isText)
const isTable = (word: unknown): word is object => typeof word === 'object' && word !== null && !Array.isArray(word)
