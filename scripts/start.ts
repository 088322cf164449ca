/**
 * `npm start`: everything on one machine, in the real runtime. It makes what is missing (secrets, tables, the built site, the
 * demo hotel), runs the Worker until it is told to stop, and leaves nothing behind but the state folder.
 */
import { join, resolve } from 'node:path'
import { build } from './start/build.ts'
import { Fault } from './start/fault.ts'
import { readFlags, USAGE } from './start/flags.ts'
import { openLog } from './start/log.ts'
import { migrate } from './start/migrate.ts'
import { refuseTakenPort } from './start/port.ts'
import { startRuntime } from './start/runtime.ts'
import { holdState } from './start/state.ts'
import { readVars } from './start/vars.ts'
import { endRuntimeWithUs } from './start/watchdog.ts'

async function start(): Promise<void> {
  const flags = readFlags(process.argv.slice(2))
  if (flags.help) return console.log(USAGE)
  const state = resolve(flags.state)

  await refuseTakenPort(flags.port)
  holdState(state)
  const vars = await readVars(resolve(flags.vars))
  const built = await build(join(state, 'build'))
  const log = join(state, 'service.log')
  const runtime = await startRuntime({ build: built, vars, port: flags.port, state, onLog: openLog(log) })
  await migrate(runtime)
  const { port } = await runtime.ready
  console.log(`Ready on http://localhost:${port}`)
}

// Registered before the runtime's own, which would exit with 130 and 143. Ending ends what we started: see build and runtime.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(0))
endRuntimeWithUs()

start().catch((error: unknown) => {
  console.error(error instanceof Fault ? `innlet: ${error.message}` : error)
  process.exit(1)
})
