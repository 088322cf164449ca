import { InnletError } from '../errors.ts'
import type { Host } from './host.ts'
import { inOneLine, visible } from './text.ts'

/** A column of a table: its title and the name of the field. */
export type Columns<Row> = readonly (readonly [title: string, field: keyof Row & string])[]

/** Writes results to standard output and everything else to standard error. With `json`, each result is a line of JSON. */
export class Output {
  readonly json: boolean
  readonly #host: Host

  constructor(host: Host, json: boolean) {
    this.#host = host
    this.json = json
  }

  /** One result: indented JSON for people. */
  value(value: unknown): void {
    this.line(JSON.stringify(value, undefined, this.json ? undefined : 2))
  }

  line(text: string): void {
    this.#host.stdout.write(`${visible(text)}\n`)
  }

  /** For people who wait: what a long command does now. Nothing without a terminal. */
  step(text: string): void {
    if (this.#host.stderr.isTTY) this.note(text)
  }

  /** For people: warnings, hints. */
  note(text: string): void {
    if (!this.json) this.#host.stderr.write(`${visible(text)}\n`)
  }

  /** Rows in aligned columns. */
  table<Row extends object>(rows: readonly Row[], columns: Columns<Row>): void {
    if (this.json) {
      for (const row of rows) this.value(row)
      return
    }
    const lines = [
      columns.map(([title]) => title),
      ...rows.map(row => columns.map(([, field]) => inOneLine(row[field]))),
    ]
    const widths = columns.map((_, i) => Math.max(...lines.map(line => line[i]?.length ?? 0)))
    for (const line of lines)
      this.line(
        line
          .map((text, i) => text.padEnd(widths[i] ?? 0))
          .join('  ')
          .trimEnd(),
      )
  }

  /** One row of a list that is printed as it comes. */
  row(record: object, cells: readonly unknown[]): void {
    if (this.json) this.value(record)
    else this.line(cells.map(inOneLine).join('  ').trimEnd())
  }

  failure(error: Error): void {
    const { message } = error
    const refusal: Partial<InnletError> = error instanceof InnletError ? error : {}
    const { status, code, errors = [{ description: message }], requestId } = refusal
    const text = this.json
      ? JSON.stringify({ status, code, errors, requestId })
      : `innlet: ${message}${requestId ? `\nRequest id: ${requestId}` : ''}`
    this.#host.stderr.write(`${visible(text)}\n`)
  }

  /** The exit code when the command has ended. */
  endWith(code: number): void {
    this.#host.exitCode = code
  }
}
