import { localError } from '../../errors.ts'

/*
 * Lists as rows, so few that a model can read all of them, with a cursor to go on.
 */

/** Characters of the rows of a result, as JSON. */
const DATA_LENGTH = 20_000
/** Elements that one result is made of at most, those that are left out included. */
const MAX_READ = 1_000

/** A list of the client. */
interface List<Element> extends AsyncIterable<Element> {
  /** Where its present page begins. */
  readonly cursor?: string | number | undefined
}

/** A list of a result: how it is opened, and the row of an element; undefined: it is left out. */
export interface Section<Element = never> {
  name: string
  open: (cursor: string | undefined) => List<Element>
  row: (element: Element) => object | undefined
}

/** Rows by the name of their section, and the cursor for those that follow. A section that was complete before is empty. */
export interface Rows {
  rows: Record<string, object[]>
  next: string | undefined
}

/** The rows of the sections after a cursor: the section, the elements of its page that were shown, and the cursor of that page. */
export async function readRows(sections: readonly Section[], cursor: string | undefined): Promise<Rows> {
  const [, section = '0', skipped = '0', place] = /^(\d{1,2})\.(\d{1,6})\.(.*)$/s.exec(cursor ?? '0.0.') ?? []
  if (place === undefined || Number(section) >= sections.length)
    throw localError('INVALID_FIELD', 'cursor: expected `next` of the result before')
  const rows: Record<string, object[]> = Object.fromEntries(sections.map(({ name }) => [name, []]))
  const budget = { length: 0, read: 0 }
  for (const [index, each] of sections.entries()) {
    if (index < Number(section)) continue
    const start = index === Number(section) ? { place, skipped: Number(skipped) } : { place: '', skipped: 0 }
    const rest = await addRows(rows[each.name] as object[], each, start, budget)
    if (rest !== undefined) return { rows, next: `${index}.${rest}` }
  }
  return { rows, next: undefined }
}

/** Adds rows of a section, and returns where it continues; undefined at its end. */
async function addRows(
  rows: object[],
  { open, row }: Section,
  start: { place: string; skipped: number },
  budget: { length: number; read: number },
): Promise<string | undefined> {
  const list: List<never> = open(start.place || undefined)
  let place = start.place
  /** Elements of the page that are done. */
  let done = 0
  for await (const element of list) {
    const present = String(list.cursor ?? '')
    if (present !== place) [place, done] = [present, 0]
    if (place === start.place && done < start.skipped) {
      done++
      continue
    }
    const made = row(element)
    const length = made ? JSON.stringify(made).length + 1 : 0
    if (budget.read >= MAX_READ || (budget.length && budget.length + length > DATA_LENGTH)) return `${done}.${place}`
    budget.read++
    budget.length += length
    if (made) rows.push(made)
    done++
  }
}

/** A list of what is there already. */
export async function* listOf<Element>(elements: Iterable<Element>): AsyncGenerator<Element> {
  yield* elements
}

/** A section with the type of its elements. */
export const section = <Element>(each: Section<Element>): Section => each as unknown as Section

/** The longest text and list, one step after the other, until a record is short enough. */
const STEPS = [
  [4_000, 200],
  [1_000, 50],
  [200, 20],
  [80, 5],
  [40, 2],
] as const

/** A record of at most so many characters as JSON: its longest texts and lists are cut if it has more. */
export function fitted<T extends object>(data: T): { data: T; isShortened: boolean } {
  let shown = data
  for (const [text, entries] of STEPS) {
    if (JSON.stringify(shown).length <= DATA_LENGTH) break
    shown = shortened(data, text, entries) as T
  }
  return { data: shown, isShortened: shown !== data }
}

function shortened(value: unknown, text: number, entries: number): unknown {
  if (typeof value === 'string') return short(value, text)
  if (Array.isArray(value)) return value.slice(0, entries).map(each => shortened(each, text, entries))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each, text, entries)]))
}

/** A text of at most so many characters. */
export const short = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…` : text
