#!/usr/bin/env node
import { CommanderError } from 'commander'
import innlet from '../../package.json' with { type: 'json' }
import { EXIT, exitCodeOf } from './failure.ts'
import { Output } from './output.ts'
import { makeProgram } from './program.ts'
import { applyProxies } from './proxy.ts'

/* The command `innlet`. */

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has all that it wants: `innlet … | head`.
    if (error.code === 'EPIPE') process.exit(EXIT.DONE)
    throw error
  })
}

applyProxies()
const program = makeProgram(innlet.version)
try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT.DONE : EXIT.WRONG_USE
  } else {
    new Output(Boolean(program.opts().json)).failure(error as Error)
    process.exitCode = exitCodeOf(error)
  }
}
