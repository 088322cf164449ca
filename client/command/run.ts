import { CommanderError } from 'commander'
import innlet from '../../package.json' with { type: 'json' }
import { EXIT, exitCodeOf } from './failure.ts'
import type { Host } from './host.ts'
import { Output } from './output.ts'
import { makeProgram } from './program.ts'

/** Runs the command with its arguments. A failure is printed, and is the exit code of the host. */
export async function run(args: readonly string[], host: Host): Promise<void> {
  const program = makeProgram(innlet.version, host)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      host.exitCode = error.exitCode === 0 ? EXIT.DONE : EXIT.WRONG_USE
    } else {
      new Output(host, Boolean(program.opts().json)).failure(error as Error)
      host.exitCode = exitCodeOf(error)
    }
  }
}
