import { marked } from 'marked'
import MiniSearch from 'minisearch'
import { ERRORS } from '../../worker/errors.ts'
import { adviceByCode } from '../guides/error-page.ts'
import { plainText } from '../guides/guide-page.ts'
import type { SiteGuide } from '../guides/site-guides.ts'
import { createSlugs } from '../guides/slugs.ts'
import type { ApiDocument } from '../reference/document.ts'
import { addressOfOperation, type Group, nameOf } from '../reference/groups.ts'
import { fieldEntries } from './field-entries.ts'
import { SEARCH_OPTIONS, type SearchEntry } from './search-options.ts'

type Entry = Omit<SearchEntry, 'id'>

/**
 * The index of the search as JSON. The page loads it when the field of the search gets the focus. The pages of the releases are not
 * in it: they have words of everything, and answer little.
 */
export function searchIndex(document: ApiDocument, groups: readonly Group[], guides: readonly SiteGuide[]): string {
  const endpoints = groups.flatMap(group => group.endpoints)
  const entries: Entry[] = [
    ...guides.flatMap(guideEntries),
    ...endpoints.map(endpoint => ({
      address: addressOfOperation(endpoint),
      title: `${nameOf(endpoint)}: ${endpoint.summary ?? ''}`,
      context: `${endpoint.method} ${endpoint.path}`,
      words: `${endpoint.path} ${endpoint.operationId}`,
      text: endpoint.description ?? '',
      weight: 1,
    })),
    ...errorEntries(guides),
    ...fieldEntries(endpoints, document),
    ...headerEntries(document),
  ]
  const index = new MiniSearch<SearchEntry>(SEARCH_OPTIONS)
  index.addAll(
    entries.map((entry, id) => ({ ...entry, id, title: plainText(entry.title), context: plainText(entry.context) })),
  )
  return JSON.stringify(index)
}

/** The sections of a guide. The part before the first heading has the question that the guide answers. */
function guideEntries({ address, title, question, markdown }: SiteGuide): Entry[] {
  const slugOf = createSlugs()
  const entries: Entry[] = [{ address, title, context: question, words: question, text: '', weight: 1 }]
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading') {
      if (token.depth === 1) continue
      const section = plainText(token.text)
      entries.push({
        address: `${address}#${slugOf(section)}`,
        title: section,
        context: title,
        words: title,
        text: '',
        weight: 1,
      })
      continue
    }
    if (token.type === 'code') continue
    const entry = entries.at(-1) as Entry
    entry.text += ` ${token.raw.replace(/\]\([^)]*\)/g, ']')}`
  }
  return entries
}

function errorEntries(guides: readonly SiteGuide[]): Entry[] {
  const advice = adviceByCode(guides)
  return Object.entries(ERRORS).map(([code, { status, meaning }]) => ({
    address: `/docs/errors#${code}`,
    title: code,
    context: `Error ${status}: ${meaning}`,
    words: `${status} ${meaning}`,
    text: advice.get(code)?.text ?? '',
    weight: 1,
  }))
}

const headerEntries = ({ components }: ApiDocument): Entry[] =>
  Object.entries(components.headers ?? {}).map(([name, { description = '' }]) => ({
    address: `/docs#header-${name}`,
    title: name,
    context: `Header of responses: ${description}`,
    words: '',
    text: description,
    weight: 0.3,
  }))
