import { CommandError } from '../start/command-error.ts'

/** Rows that one request reads and writes. */
export interface Rows {
  read: number
  written: number
}

/** The name of a row: an operation and its variant. */
export const rowName = (operation: string, variant: string) => (variant ? `${operation} — ${variant}` : operation)

const HEADER = ['Operation', '', 'Trips', 'Statements', 'Rows read', 'Rows written']

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim())

/** Reads the table of docs/counts.md. A line without an operation belongs to the operation above it. */
export function readCounts(page: string): Map<string, Rows> {
  const lines = page.split('\n')
  const header = lines.findIndex(line => cellsOf(line).join() === HEADER.join())
  if (header < 0) throw new CommandError(`docs/counts.md has no table with the columns ${HEADER.join(', ')}`)
  const rows = new Map<string, Rows>()
  let operation = ''
  for (const line of lines.slice(header + 2)) {
    const [name = '', variant = '', , , read, written] = cellsOf(line)
    if (written === undefined) break
    operation = name.replaceAll('`', '') || operation
    rows.set(rowName(operation, variant), { read: Number(read), written: Number(written) })
  }
  return rows
}

/** The rows of a name. Throws and lists similar names if there is none. */
export function rowsNamed(rows: ReadonlyMap<string, Rows>, name: string, file: string): Rows {
  const found = rows.get(name)
  if (found) return found
  const [operation = ''] = name.split(' — ')
  const others = [...rows.keys()].filter(each => each.split(' — ')[0] === operation)
  const known = others.length ? `It has: ${others.join('; ')}.` : `It has no row of ${operation}.`
  throw new CommandError(`${file} has no row “${name}”. ${known} Correct the name in the profile of the hotel.`)
}
