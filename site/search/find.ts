import type MiniSearch from 'minisearch'
import type { SearchEntry } from './search-options.ts'

export type SearchResult = Pick<SearchEntry, 'address' | 'title' | 'context'>

/** The places with every word of the query, the best first. If there are none, those with any of its words. */
export function find(query: string, index: MiniSearch<SearchEntry>): SearchResult[] {
  const all = index.search(query, { combineWith: 'AND' })
  return (all.length ? all : index.search(query)) as unknown as SearchResult[]
}
