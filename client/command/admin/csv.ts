import { readFileSync } from 'node:fs'
import { CsvError, parse } from 'csv-parse/sync'

/** A row of a CSV file, with the number of its first line. Empty cells at its end are left out. */
export interface CsvRow {
  cells: string[]
  line: number
}

/** A file that cannot be read as CSV, with the line where the fault is. */
export class InvalidCsv extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** The rows of a CSV file in UTF-8, the names of the columns first. Empty rows are left out. Throws InvalidCsv. */
export function readCsv(path: string): CsvRow[] {
  // The parser counts the two characters of a line end within quotes as two lines.
  const text = new TextDecoder().decode(readFileSync(path)).replaceAll('\r\n', '\n')
  const invalid = text.search(/[\uFFFD\0]/)
  if (invalid >= 0) throw new InvalidCsv(lineEnds(text.slice(0, invalid)) + 1, 'not UTF-8: save it as "CSV UTF-8"')
  // Excel writes and reads a first line `sep=;`.
  const [, separator] = /^sep=(.)\n/i.exec(text) ?? []
  const header = text.split('\n', 2)[separator ? 1 : 0] ?? ''
  const form = {
    // Spreadsheets of many languages write semicolons.
    delimiter: separator ?? /[,;\t]/.exec(header)?.[0] ?? ',',
    from_line: separator ? 2 : 1,
    trim: true,
    skip_records_with_empty_values: true,
    relax_column_count: true,
  }
  const rows: CsvRow[] = []
  let lastLine = 0
  try {
    parse(text, {
      ...form,
      on_record: (record, { lines }) => {
        lastLine = lines
        const cells = record.slice(0, record.findLastIndex(Boolean) + 1)
        rows.push({ cells, line: lines - lineEnds(record.join('')) })
        return null
      },
    })
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // A quote that is not closed is found at the end of the file only.
    const line = error.code === 'CSV_QUOTE_NOT_CLOSED' ? lastLine + 1 : Number(error.lines)
    throw new InvalidCsv(line, 'a quote (") is not closed, or it is within a value and not written twice')
  }
}

const lineEnds = (text: string) => text.split('\n').length - 1
