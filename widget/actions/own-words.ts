import type { OwnWords } from '../guest-itinerary/translator.ts'
import type { Words } from '../locales/words.ts'

/** Our words with the hotel's own: first those for every language, then those for this language. */
export const parseOwnWords = <Ours extends Words>(words: Ours, own: OwnWords, language: string): Ours =>
  tagsOf(language).reduce((result, tag) => applyOwnWords(result, own[tag]), applyOwnWords(words, own))

/** `pt` and `pt-BR` of `pt-BR`. */
const tagsOf = (language: string) => [...new Set([language.split('-', 1)[0] ?? '', language])]

/** Ignores a word whose type differs from ours. */
function applyOwnWords<Ours extends Words>(ours: Ours, own: unknown): Ours {
  const result: Record<string, unknown> = { ...(ours as object) }
  for (const [name, word] of entriesOf(own)) {
    const current = result[name]
    if (typeof current === 'string' ? isText(word) : isNotice(current) && isNotice(word, current.length))
      result[name] = word
    else if (isTable(current))
      result[name] = { ...current, ...Object.fromEntries(entriesOf(word).filter(([, each]) => isText(each))) }
  }
  return result as unknown as Ours
}

const entriesOf = (own: unknown) => Object.entries(isTable(own) ? own : {})

const isText = (word: unknown) => typeof word === 'string'
/** Of a message and what follows it. The cause may be left out. */
const isNotice = (word: unknown, length = 3): word is string[] =>
  Array.isArray(word) && word.length >= 2 && word.length <= length && word.every(isText)
const isTable = (word: unknown): word is object => typeof word === 'object' && word !== null && !Array.isArray(word)
