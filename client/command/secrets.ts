import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { urlOf } from './connections.ts'
import type { Credentials } from './credentials.ts'
import { UsageError } from './failure.ts'
import type { Output } from './output.ts'

/** The flags of a command that prints a secret. */
export interface OutFlags {
  out?: string
}

/**
 * Runs a request for a secret that the service shows once. Its file is made before, so that a secret is never without a place. `listed`: the
 * command that lists what the request makes.
 */
export async function withNewFile<Issued>(
  file: string | undefined,
  issue: () => Promise<Issued>,
  output: Output,
  listed?: string,
): Promise<Issued> {
  if (file === undefined) return issue()
  const isLeft = takePlace(file)
  if (isLeft && listed)
    output.note(
      `${file} was left empty by a run that was killed. It may have made one whose secret nobody has: ${listed}`,
    )
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
    fillFile(file, linesOf(values))
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
  takePlace(file)
  fillFile(file, text)
}

/** Gives the file its content at once: a command that is killed leaves it empty, and not cut. */
export function fillFile(file: string, text: string): void {
  const part = `${file}.part`
  rmSync(part, { force: true })
  writeFileSync(part, text, { mode: 0o600, flag: 'wx' })
  renameSync(part, file)
}

/** Makes an empty file. One that is there already is a wrong use, unless it is empty: then a command was killed. Returns whether it was. */
function takePlace(file: string): boolean {
  try {
    writeFileSync(file, '', { mode: 0o600, flag: 'wx' })
    return false
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new UsageError(`${file}: ${message}`)
    const found = lstatSync(file)
    if (found.isFile() && found.size === 0) return true
    throw new UsageError(`${file} is there already: give another with --out`)
  }
}
