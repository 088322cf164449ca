import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { dirname } from 'node:path'

/** One row of the table. */
export interface Figure {
  name: string
  value: number
  unit?: string
  /** The maximum; with `bound` the minimum. Undefined: the figure has no goal. */
  limit?: number
  bound?: 'at least'
  /** Whether the goal is met; undefined if there is none. */
  holds?: boolean
  /** What it is compared with, or how it was measured. */
  beside?: string
}

export const figureWithoutLimit = (name: string, value: number, unit: string, beside?: string): Figure => ({
  name,
  value,
  unit,
  beside,
})

export const atMost = (name: string, value: number, unit: string, limit: number, beside?: string): Figure => ({
  ...figureWithoutLimit(name, value, unit, beside),
  limit,
  holds: value <= limit,
})

export const atLeast = (name: string, value: number, unit: string, limit: number, beside?: string): Figure => ({
  ...figureWithoutLimit(name, value, unit, beside),
  limit,
  bound: 'at least',
  holds: value >= limit,
})

const HEADER = ['Figure', 'Value', 'Goal', 'Result', 'Compared with']

function rowOf({ name, value, unit = '', limit, bound, holds, beside = '' }: Figure): string[] {
  const written = (number: number) =>
    `${Number(number.toPrecision(Math.abs(number) < 1000 ? 3 : 6)).toLocaleString('en')}${unit && ` ${unit}`}`
  if (limit === undefined) return [name, written(value), '', '', beside]
  return [name, written(value), `${bound ? '≥' : '≤'} ${written(limit)}`, holds ? 'met' : 'MISSED', beside]
}

const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`

/** Prints the table in columns. */
export function print(figures: readonly Figure[]): void {
  const rows = [HEADER, ...figures.map(rowOf)]
  const widths = HEADER.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  for (const row of rows) {
    const [name = '', value = '', goal = '', holds = '', beside = ''] = row.map((cell, column) =>
      column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    )
    console.log(`${name}  ${value}  ${goal}  ${holds}  ${beside}`.trimEnd())
  }
  const missed = figures.filter(({ holds }) => holds === false)
  console.log(`\n${machine()}. ${missed.length ? `${missed.length} missed.` : 'Every goal is met.'}`)
}

/** Writes the table with the date and the machine, in Markdown. The site shows it. */
export function writeReport(figures: readonly Figure[], path: string): void {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const table = [HEADER, HEADER.map((_, column) => (column === 1 ? '---:' : '---')), ...figures.map(rowOf)].map(line)
  const day = new Date().toISOString().slice(0, 10)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, [`${day}, ${machine()}:`, '', ...table, ''].join('\n'))
}
