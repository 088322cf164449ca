import MiniSearch, { type Options } from 'minisearch'

/** A place of the documentation: a section of a guide, an operation, a field or an error code. */
export interface SearchEntry {
  id: number
  address: string
  title: string
  /** Where the place is, or what it is. It is shown, and not sought in. */
  context: string
  /** What is found besides the title, the first with more weight. They are not shown. */
  words: string
  text: string
  /** The weight of the place: 1 is that of most. */
  weight: number
}

/** Words that say nothing of what is sought. */
const NOT_SOUGHT = new Set(
  'a an and are as at be by can do does for from get have how i in is it its my of on or our the this to two use we what when where which with you your'.split(
    ' ',
  ),
)

/** The word without its ending: "retries" and "retry" are one word, "cancelling" and "cancels" too. */
const stemOf = (word: string) =>
  word
    .replace(/ies$/, 'y')
    .replace(/([^s])s$/, '$1')
    .replace(/(..)(?:ing|ed)$/, '$1')
    .replace(/ll$/, 'l')

/** Words that people look for, by the word of the documentation. */
const SYNONYMS: Record<string, readonly string[]> = {
  payment: ['refund', 'deposit'],
  demo: ['sandbox', 'card'],
  openapi: ['postman', 'swagger', 'insomnia'],
  javascript: ['sdk', 'library'],
  webhook: ['callback'],
  token: ['login', 'signin'],
  agent: ['chatgpt', 'claude', 'llm'],
  account: ['invoice', 'bill'],
}

/**
 * What a word is found by: itself, its synonyms, the parts of a name, such as `booking` of `PostBooking`, and each without its
 * ending.
 */
function indexedTerms(word: string): string[] {
  const parts = [word, ...word.split(/(?<=[a-z\d])(?=[A-Z])/)].map(part => part.toLowerCase())
  const terms = parts.flatMap(part => [part, stemOf(part)])
  return [...new Set(terms.flatMap(term => [term, ...(SYNONYMS[term] ?? [])]))].filter(isSought)
}

const defaultTokens = MiniSearch.getDefault('tokenize') as (text: string) => string[]

/** The words of a text. A no-show is one word. */
const wordsOf = (text: string) => defaultTokens(text.replaceAll(/\bno[- ]show/gi, 'NoShow'))

const isSought = (term: string) => term.length > 1 && !NOT_SOUGHT.has(term)

function soughtTerm(word: string): string {
  const term = word.toLowerCase()
  return isSought(term) ? stemOf(term) : ''
}

/** The options of the index, for the build that makes it and the page that searches it. */
export const SEARCH_OPTIONS: Options<SearchEntry> = {
  fields: ['title', 'words', 'text'],
  storeFields: ['address', 'title', 'context', 'weight'],
  tokenize: wordsOf,
  processTerm: indexedTerms,
  searchOptions: {
    processTerm: soughtTerm,
    boost: { title: 4, words: 2 },
    // A place that is named by the whole of its title has its full weight.
    boostDocument: (_, term, stored) =>
      String(stored?.title).toLowerCase() === term ? 1 : Number(stored?.weight ?? 1),
    prefix: term => term.length > 2,
    fuzzy: term => (term.length > 5 ? 0.2 : false),
    weights: { prefix: 0.4, fuzzy: 0.2 },
  },
}
