import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { CommandError } from '../../tooling/command/command-error.ts'

/** A page of an export: its lines, and its checksum. The last part of a file has the last line, and no checksum of its own. */
export interface FilePage {
  lines: string[]
  /** The checksum of the page before; empty: there is none. */
  after: string
  checksum: string
  /** Rows of the file up to the end of the page. */
  rows: number
}

interface Line {
  customer?: number
  row?: unknown
  page?: { rows: number; checksum: string }
  end?: { rows: number; checksum: string }
}

/**
 * Reads the pages of an export one by one, and compares their checksums. Throws a CommandError if the file is damaged, or if it
 * is not complete.
 */
export async function* readPages(file: string): AsyncGenerator<FilePage> {
  let lines: string[] = []
  let [number, rows, after] = [0, 0, '']
  let end: Line['end']
  const damaged = (problem: string) => new CommandError(`${file}: line ${number}: ${problem}`)
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    if (end) throw damaged('the file goes on after its end')
    const line = parse(text)
    if (!line) throw damaged('this is no line of an export')
    lines.push(text)
    end = line.end
    if (line.row) rows++
    if (!line.page && !end) continue
    const { checksum } = line.page ?? (end as NonNullable<Line['end']>)
    const isRight = end ? checksum === after && end.rows === rows : checksum === checksumOf(after, lines.slice(0, -1))
    if (!isRight) throw damaged(end ? 'rows are missing' : 'a line of this page was changed')
    yield { lines, after, checksum, rows }
    lines = []
    after = checksum
  }
  if (!end) throw damaged('the end is missing; the export was interrupted')
}

function parse(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}

const checksumOf = (before: string, lines: readonly string[]) =>
  createHash('sha256')
    .update([before, ...lines].join('\n'))
    .digest('hex')
