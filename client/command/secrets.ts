import { rmSync, writeFileSync } from 'node:fs'
import { urlOf } from './connections.ts'
import type { Credentials } from './credentials.ts'
import { UsageError } from './failure.ts'
import type { Output } from './output.ts'

/** The flags of a command that prints a secret. */
export interface OutFlags {
  out?: string
}

/** Runs a request for a secret that the service shows once. Its file is made before, so that a secret is never without a place. */
export async function withNewFile<Issued>(file: string | undefined, issue: () => Promise<Issued>): Promise<Issued> {
  if (file === undefined) return issue()
  writeNewFile(file, '')
  try {
    return await issue()
  } catch (error) {
    rmSync(file)
    throw error
  }
}

/**
 * Prints what the service shows once: the values alone on standard output, or in a file that `withNewFile` has made, as lines such as
 * `INNLET_CLIENT_SECRET=…`. The record itself goes to standard error, or to standard output if the values do not.
 */
export function printSecret(
  record: object,
  values: Record<string, string>,
  file: string | undefined,
  output: Output,
): void {
  if (file !== undefined) {
    writeFileSync(file, linesOf(values))
    output.value(record)
    output.note(`${file} has ${Object.keys(values).join(', ')}.`)
  } else if (output.json) {
    output.value({ ...record, ...values })
  } else {
    output.note(JSON.stringify(record, undefined, 2))
    output.line(linesOf(values).trimEnd())
  }
}

/** Values with the address of the service: what a file for `--credentials` has. */
export const withAddress = (credentials: Credentials, values: Record<string, string>) => ({
  INNLET_URL: urlOf(credentials),
  ...values,
})

/** Values as the lines of a file. */
export const linesOf = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

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
