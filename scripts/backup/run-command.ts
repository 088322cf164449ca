import { CommandError } from '../start/command-error.ts'

/** Runs a command. An error that the user can correct is one line. */
export function runCommand(name: string, command: () => Promise<void>): void {
  // On exit, child processes are ended and temporary files removed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
  command().catch((error: unknown) => {
    console.error(error instanceof CommandError ? `${name}: ${error.message}` : error)
    process.exitCode = 1
  })
}
