import MiniSearch from 'minisearch'
import { find, type SearchResult } from '../../search/find.ts'
import { SEARCH_OPTIONS, type SearchEntry } from '../../search/search-options.ts'
import { element, required } from './elements.ts'

/** Results that are shown at once. */
const MAX_RESULTS = 12

/** The search in the header of every page. Its index is loaded when the field first gets the focus. */
export function listenForSearch(): void {
  const field = required<HTMLInputElement>('#search')
  const status = required<HTMLElement>('search [role=status]')
  const list = required<HTMLElement>('search .results')
  let index: Promise<MiniSearch<SearchEntry>> | undefined

  const update = async () => {
    index ??= fetchIndex()
    const query = field.value
    const loaded = await index.catch(() => undefined)
    if (!loaded) index = undefined
    if (query !== field.value) return
    const found = loaded ? find(query, loaded) : []
    list.replaceChildren(...found.slice(0, MAX_RESULTS).map(resultItem))
    list.hidden = !found.length
    status.textContent = query.trim() ? statusText(loaded ? found.length : undefined) : ''
  }
  const close = () => {
    list.hidden = true
    status.textContent = ''
  }

  field.addEventListener('focus', () => {
    index ??= fetchIndex()
    void update()
  })
  field.addEventListener('input', update)
  list.addEventListener('click', close)
  const moveFocus = (by: number) => {
    const places = [field, ...list.querySelectorAll('a')]
    places[places.indexOf(document.activeElement as HTMLInputElement) + by]?.focus()
  }
  const all = required<HTMLElement>('search')
  all.addEventListener('keydown', event => {
    const { key, target } = event
    if (key === 'Escape') {
      field.value = ''
      field.focus()
      close()
    } else if (key === 'Enter' && target === field && !list.hidden) {
      list.querySelector('a')?.click()
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      moveFocus(key === 'ArrowDown' ? 1 : -1)
    }
  })
  all.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !all.contains(relatedTarget as Node)) close()
  })
  document.addEventListener('keydown', event => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (key !== '/' || ctrlKey || metaKey || altKey || isTypedInto(target)) return
    event.preventDefault()
    field.focus()
  })
  document.addEventListener('click', ({ target }) => {
    if (!all.contains(target as Node)) close()
  })
}

const isTypedInto = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

async function fetchIndex(): Promise<MiniSearch<SearchEntry>> {
  const response = await fetch('/docs/search.json')
  if (!response.ok) throw new Error(`search.json: ${response.status}`)
  return MiniSearch.loadJSON(await response.text(), SEARCH_OPTIONS)
}

function statusText(count: number | undefined): string {
  if (count === undefined) return 'The search index could not be loaded.'
  if (count > MAX_RESULTS) return `${count} results, the first ${MAX_RESULTS} shown`
  return count === 1 ? '1 result' : `${count || 'No'} results`
}

function resultItem({ address, title, context }: SearchResult): HTMLElement {
  const link = element('a', title) as HTMLAnchorElement
  link.href = address
  return element('li', link, element('p', context))
}
