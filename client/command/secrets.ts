import { writeFileSync } from 'node:fs'
import { UsageError } from './failure.ts'
import type { Output } from './output.ts'

/**
 * Prints what the service shows once: the values alone on standard output, or in a new file that only its owner can read, as lines
 * such as `INNLET_CLIENT_SECRET=…`. The record itself goes to standard error, or to standard output if the values do not.
 */
export function printSecret(
  record: object,
  values: Record<string, string>,
  file: string | undefined,
  output: Output,
): void {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}`)
  if (file !== undefined) {
    writeNewFile(file, `${lines.join('\n')}\n`)
    output.value(record)
    output.note(`${file} has ${Object.keys(values).join(', ')}.`)
  } else if (output.json) {
    output.value({ ...record, ...values })
  } else {
    output.note(JSON.stringify(record, undefined, 2))
    for (const line of lines) output.line(line)
  }
}

/** Writes a file that only its owner can read. A file that is there already is a wrong use. */
export function writeNewFile(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new UsageError(
      code === 'EEXIST' ? `${file} is there already: give another with --out` : `${file}: ${message}`,
    )
  }
}
