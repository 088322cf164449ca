import type { SearchEntry } from '../search-index.ts'
import { element, required } from './elements.ts'
import { matches } from './search-matches.ts'

/** Results that are shown at once. */
const MAX_RESULTS = 12

/** The search in the header of every page. Its index is loaded when the field first gets the focus. */
export function listenForSearch(): void {
  const field = required<HTMLInputElement>('#search')
  const status = required<HTMLElement>('search [role=status]')
  const list = required<HTMLElement>('search .results')
  let index: Promise<SearchEntry[]> | undefined

  const update = async () => {
    index ??= fetchIndex()
    const query = field.value
    const entries = await index.catch(() => undefined)
    if (!entries) index = undefined
    if (query !== field.value) return
    const found = entries ? matches(query, entries) : []
    list.replaceChildren(...found.slice(0, MAX_RESULTS).map(({ entry, matched }) => resultItem(entry, matched)))
    list.hidden = !found.length
    status.textContent = query.trim() ? statusText(entries ? found.length : undefined) : ''
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
  required('search').addEventListener('keydown', event => {
    if ((event as KeyboardEvent).key !== 'Escape') return
    field.focus()
    close()
  })
  document.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('search')) close()
  })
}

async function fetchIndex(): Promise<SearchEntry[]> {
  const response = await fetch('/docs/search.json')
  if (!response.ok) throw new Error(`search.json: ${response.status}`)
  return response.json()
}

function statusText(count: number | undefined): string {
  if (count === undefined) return 'The search index could not be loaded.'
  if (count > MAX_RESULTS) return `${count} operations, the first ${MAX_RESULTS} shown`
  return count === 1 ? '1 operation' : `${count || 'No'} operations`
}

function resultItem({ address, method, path, summary }: SearchEntry, fields: string[]): HTMLElement {
  const link = element('a', summary) as HTMLAnchorElement
  link.href = address
  const item = element('li', link, element('p', element('code', `${method} ${path}`)))
  if (fields.length) item.append(element('p', `Field ${fields.slice(0, 3).join(', ')}`))
  return item
}
