import type * as z from 'zod'
import { EXPORT_VERSION, ExportEnd, ExportHeader, ExportPageEnd, ExportRow } from '../../../schema/wire/customer-data'

/** Rows of one table, as they are in the file. */
export interface ImportedPage {
  table: string
  /** The columns of the rows: every row of a page has the same. */
  columns: string[]
  /** The lines that the checksum covers: those of the rows, and before the first page the header. */
  lines: string[]
  rows: Readonly<Record<string, string | number | null>>[]
  /** The line of the first row. */
  firstLine: number
  checksum: string
}

export interface ImportedPart {
  header: z.output<typeof ExportHeader> | undefined
  pages: ImportedPage[]
  end: { rows: number; checksum: string } | undefined
}

/** What is wrong with a line. Lines are counted from 0. */
export class InvalidLine {
  readonly description: string

  constructor(line: number, problem: string) {
    this.description = `lines: line ${line}: ${problem}`
  }
}

/** Reads whole pages of an export. `isFirst`: the part begins with the header. */
export function readImport(text: string, customer: number, isFirst: boolean): ImportedPart | InvalidLine {
  const part: ImportedPart = { header: undefined, pages: [], end: undefined }
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  let page = newPage()
  for (const [i, line] of lines.entries()) {
    if (part.end) return new InvalidLine(i, 'expected nothing after the end')
    const value = parse(line)
    if (isFirst && i === 0) {
      const header = readHeader(value, customer)
      if (typeof header === 'string') return new InvalidLine(i, header)
      part.header = header
      page.lines.push(line)
    } else if (isRow(value)) {
      const problem = addRow(page, i, line, value)
      if (problem) return new InvalidLine(i, problem)
    } else if (isPageEnd(value)) {
      const { table, rows, checksum } = value.page
      if (page.rows.length === 0 || rows !== page.rows.length || table !== page.table)
        return new InvalidLine(i, `expected the end of a page of ${page.rows.length} rows`)
      part.pages.push({ ...page, checksum })
      page = newPage()
    } else if (isEnd(value) && page.lines.length === 0) {
      part.end = value.end
    } else {
      return new InvalidLine(i, 'expected a row, the end of a page, or the end')
    }
  }
  if (page.lines.length > 0) return new InvalidLine(lines.length, 'expected whole pages')
  return part
}

const newPage = (): ImportedPage => ({ table: '', columns: [], lines: [], rows: [], firstLine: 0, checksum: '' })

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const matches =
  <T extends z.ZodType>(schema: T) =>
  (value: unknown): value is z.output<T> =>
    schema.safeParse(value).success

const isHeader = matches(ExportHeader)
const isRow = matches(ExportRow)
const isPageEnd = matches(ExportPageEnd)
const isEnd = matches(ExportEnd)

/** The header, or what is wrong with it. */
function readHeader(value: unknown, customer: number) {
  if (!isHeader(value) || value.innlet !== 'customer') return 'expected the first line of an export of a customer'
  if (value.version !== EXPORT_VERSION) return `expected version ${EXPORT_VERSION} of the format`
  if (value.customer !== customer) return `this is an export of customer ${value.customer}`
  return value
}

/** Adds a row to a page. Returns what is wrong with it. */
function addRow(
  page: ImportedPage,
  number: number,
  line: string,
  { table, row }: z.output<typeof ExportRow>,
): string | undefined {
  const columns = Object.keys(row)
  if (page.rows.length === 0) {
    page.table = table
    page.columns = columns
    page.firstLine = number
  }
  if (table !== page.table) return `expected a row of table ${page.table}`
  if (columns.length !== page.columns.length || columns.some((column, i) => column !== page.columns[i]))
    return 'expected the columns of the row before'
  page.lines.push(line)
  page.rows.push(row)
  return undefined
}
