#!/usr/bin/env node
import { EXIT } from './failure.ts'
import { applyProxies } from './proxy.ts'
import { run } from './run.ts'

/* The command `innlet`. */

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has all that it wants: `innlet … | head`.
    if (error.code === 'EPIPE') process.exit(EXIT.DONE)
    throw error
  })
}

applyProxies()
await run(process.argv.slice(2), process)
