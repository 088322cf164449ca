import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { CommandError, isOfMachine, reasonOf } from './command-error.ts'

/** Prints a line. */
export type Say = (line: string) => void

/** The flags of a command line. Throws a CommandError if one is unknown or empty. */
export function parseFlags<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
  allowPositionals = false,
) {
  const parsed = parsedOrRefused(() => parseArgs({ args, options, allowPositionals, allowNegative: true }))
  const values: Record<string, unknown> = parsed.values
  const empty = Object.keys(values).find(name => values[name] === '')
  if (empty) throw new CommandError(`--${empty}: expected a value`)
  return parsed
}

function parsedOrRefused<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    const [problem] = (error as Error).message.split(/[.\n]/)
    throw new CommandError(`${problem}; --help lists the flags`)
  }
}

/** Runs a command. An error that the user can correct is one line. */
export function runCommand(name: string, command: () => Promise<void>): void {
  // On exit, child processes are ended and temporary files removed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
  command().catch((error: unknown) => {
    console.error(error instanceof CommandError || isOfMachine(error) ? `${name}: ${reasonOf(error)}` : error)
    process.exitCode = 1
  })
}
