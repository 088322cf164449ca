import { createInterface } from 'node:readline/promises'
import { UsageError } from '../failure.ts'
import type { Host } from '../host.ts'
import type { Output } from '../output.ts'
import type { Change } from './setup-changes.ts'

/** Prints a record that would be made or changed, with its fields. `about`: lines before them, for people. */
export function printChange(change: Change, output: Output, about: readonly string[] = []): void {
  const { kind, id, fields } = change
  if (output.json) {
    output.value(change)
    return
  }
  output.line(`${change.isNew ? '+' : '~'} ${kind} ${id}`)
  for (const line of about) output.line(`    ${line}`)
  for (const { name, before, after } of fields) {
    output.line(`    ${name}: ${change.isNew ? '' : `${shown(before)} -> `}${shown(after)}`)
  }
}

const shown = (value: unknown) => (value === undefined ? '(none)' : JSON.stringify(value))

/** The flags of a command that shows what it would do, and asks. */
export interface ConsentFlags {
  dryRun?: boolean
  yes?: boolean
}

/** Whether `--yes` is given, or the answer on the terminal is yes. Without a terminal it is a wrong use. */
export async function isConfirmed(question: string, { yes }: ConsentFlags, { stdin, stderr }: Host): Promise<boolean> {
  if (yes) return true
  if (!stdin.isTTY) throw new UsageError('no terminal to ask on: check what is printed above, and give --yes')
  const terminal = createInterface({ input: stdin, output: stderr })
  try {
    return /^y(es)?$/i.test(await terminal.question(`${question} [y/N] `))
  } finally {
    terminal.close()
  }
}
