/**
 * `npm start`: runs Innlet on this machine, in the real runtime. It creates what is missing (secrets, tables, the built site,
 * the demo hotel) and runs the Worker until it is stopped. It writes only to the state folder and the file of secrets.
 */
import { join, relative, resolve } from 'node:path'
import { lostLinesOf } from '../operations/backup/installation.ts'
import { LocalInstallation } from '../operations/backup/local.ts'
import { build } from '../tooling/builds/build.ts'
import { refuseBadSecrets, refuseBadSettings } from '../tooling/builds/settings.ts'
import { CommandError } from '../tooling/command/command-error.ts'
import { firstOwnerLink } from '../tooling/command/first-owner.ts'
import { Service } from '../tooling/command/service.ts'
import { readVars, SECRETS } from '../tooling/command/vars.ts'
import { databasesOf } from '../tooling/state/databases.ts'
import { lockStateFolder } from '../tooling/state/lock.ts'
import { migrate } from '../tooling/state/migrate.ts'
import { writeCommandCredentials } from './start/command-credentials.ts'
import { type Demo, openDemo } from './start/demo.ts'
import { DemoCredentials } from './start/demo-credentials.ts'
import { demoStateFile } from './start/demo-state.ts'
import { readFlags, USAGE } from './start/flags.ts'
import { openLog } from './start/log.ts'
import { line, pageLines } from './start/pages.ts'
import { refuseTakenPort } from './start/port.ts'
import { startReceiver } from './start/receiver/receiver.ts'
import { endRuntimeWithUs, endWithNpm } from './start/watchdog.ts'

async function start(): Promise<void> {
  const flags = readFlags(process.argv.slice(2))
  if (flags.help) return console.log(USAGE)
  const state = resolve(flags.state)

  await refuseTakenPort(flags.port)
  lockStateFolder(state)
  const vars = await readVars(resolve(flags.vars))
  await refuseBadSecrets(vars, flags.vars)
  if (flags.demo) refuseEmptySecrets(vars, flags.vars)
  await refuseBadSettings(vars, databasesOf(vars))
  const built = await build(join(state, 'build'))
  await refuseBadSettings(vars, databasesOf(vars), built.configuration.vars)
  // Miniflare takes half a second to load. The checks above do not need it.
  const { startRuntime } = await import('./start/runtime.ts')
  const log = join(state, 'service.log')
  migrate(state, vars)
  for (const each of await lostLinesOf(new LocalInstallation(state, resolve(flags.vars)))) console.log(each)
  const credentials = new DemoCredentials()
  const runtime = await startRuntime({
    build: built,
    vars,
    port: flags.port,
    state,
    demo: credentials,
    onLog: openLog(log),
  })

  const { port } = await runtime.ready
  const service = new Service(`http://localhost:${port}`, vars.ADMIN_TOKEN ?? '')
  const { AUDIENCE = '' } = { ...built.configuration.vars, ...vars }
  const file = join(state, 'demo.json')
  const receiver = flags.demo
    ? await startReceiver({ url: demoStateFile(file).read().endpoint?.url, site: built.site, origin: service.origin })
    : undefined
  const demo = receiver
    ? await loadDemo(service, { audience: AUDIENCE, file, receiver, isLarge: flags.isLarge, today: flags.demoDay })
    : undefined
  credentials.set(demo)
  const ownerLink = vars.ADMIN_TOKEN ? await firstOwnerLink(service) : undefined
  for (const each of pageLines(service.origin, { demo, receiver, ownerLink })) console.log(each)
  const commands = writeCommandCredentials(state, service.origin, vars.ADMIN_TOKEN ?? '', demo)
  console.log(line('credentials', relative('.', commands)))
  console.log(line('log', relative('.', log)))
  console.log(`\nReady on ${service.origin}`)
}

function refuseEmptySecrets(vars: Record<string, string>, path: string): void {
  const empty = SECRETS.filter(name => !vars[name])
  if (empty.length)
    throw new CommandError(`the demo hotel needs ${empty.join(', ')}, empty in ${path}; or start with --no-demo`)
}

async function loadDemo(service: Service, options: Parameters<typeof openDemo>[1]): Promise<Demo> {
  try {
    return await openDemo(service, options)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(`the demo hotel could not be loaded (${error.message}); --no-demo starts without it`)
  }
}

// Registered before the handlers of the runtime, which would exit with 130 and 143. On exit, build and runtime end their child
// processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(0))
endRuntimeWithUs()
endWithNpm()

start().catch((error: unknown) => {
  console.error(error instanceof CommandError ? `innlet: ${error.message}` : error)
  process.exit(1)
})
