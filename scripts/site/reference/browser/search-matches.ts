import type { SearchEntry } from '../search-index.ts'

/** A found operation, and the names of fields that contain a word of the query. */
export interface Match {
  entry: SearchEntry
  matched: string[]
  weight: number
}

/** The operations that contain every word of the query; those whose path, summary or id contains them come first. */
export function matches(query: string, entries: readonly SearchEntry[]): Match[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (!words.length) return []
  return entries.flatMap(entry => match(words, entry) ?? []).sort((one, other) => one.weight - other.weight)
}

function match(words: string[], entry: SearchEntry): Match | undefined {
  const title = `${entry.method} ${entry.path} ${entry.id} ${entry.summary}`.toLowerCase()
  const inFields = words.filter(word => !title.includes(word))
  const matched = entry.fields.filter(name => inFields.some(word => name.toLowerCase().includes(word)))
  const isComplete = inFields.every(word => matched.some(name => name.toLowerCase().includes(word)))
  if (!isComplete) return undefined
  const isExact = inFields.every(word => matched.some(name => name.toLowerCase() === word))
  return { entry, matched, weight: inFields.length * 2 - (isExact ? 1 : 0) }
}
