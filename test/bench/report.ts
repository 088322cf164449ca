import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname } from 'node:path'

export interface Figure {
  title: string
  value: number
  unit?: string
  /** The most that it may be. */
  goal?: number
  /** Milliseconds at the median and at the 99th of a hundred, with the load on. */
  latency?: { p50: number; p99: number }
}

const holds = ({ value, goal }: Figure) => goal === undefined || value <= goal

function verdict(figure: Figure): string {
  const { goal, latency } = figure
  if (latency) return `${latency.p50.toFixed(1)} ms median, ${latency.p99.toFixed(1)} ms 99th percentile`
  return goal === undefined ? '' : holds(figure) ? 'holds' : 'MISSED'
}

/** Prints the table and writes the same as JSON, with the day and the machine. Goals that are missed make the run fail. */
export function report(figures: Figure[], path: string): void {
  const written = (value: number, unit = '') => `${value.toLocaleString('en')}${unit && ` ${unit}`}`
  const rows = figures.map(figure => [
    figure.title,
    written(figure.value, figure.unit),
    figure.goal === undefined ? '' : `≤ ${written(figure.goal, figure.unit)}`,
    verdict(figure),
  ])
  const table = [['Figure', 'Value', 'Goal', ''], ...rows]
  const widths = [0, 1, 2].map(column => Math.max(...table.map(row => row[column]?.length ?? 0)))
  for (const [title = '', value = '', goal = '', remark = ''] of table) {
    console.log(
      `${title.padEnd(widths[0] ?? 0)}  ${value.padStart(widths[1] ?? 0)}  ${goal.padEnd(widths[2] ?? 0)}  ${remark}`.trimEnd(),
    )
  }

  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify({ date: new Date().toISOString(), machine, figures }, null, 2)}\n`)
  console.log(`\n${machine.cores} × ${machine.cpu}; written to ${path}`)
  process.exitCode = figures.every(holds) ? 0 : 1
}
