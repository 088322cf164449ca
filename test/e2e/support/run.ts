import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Service } from '../../../tooling/command/service.ts'
import { survivors } from './processes.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** The command of `npm start`, without npm: a signal reaches the process itself. */
const START = [process.execPath, join(ROOT, 'scripts/start.ts')]

/** The folder of one service, with its state and its secrets. */
export interface ServiceFolder {
  folder: string
  state: string
  vars: string
}

/** The administrator token of every service. It is in the file of secrets before the first start, which must not change it. */
export const ADMIN_TOKEN = crypto.randomUUID()

const folders: string[] = []
const runs: ChildProcess[] = []

const endings: (() => unknown)[] = []

/** Calls a function when the services are ended, before that. */
export const whenFileEnds = (end: () => unknown) => endings.push(end)

/** Ends all services that were started here, and removes their folders. */
export async function stopAndRemoveAll(): Promise<void> {
  for (const end of endings.splice(0)) await end()
  for (const run of runs) run.kill('SIGKILL')
  await survivors(runs.splice(0).flatMap(run => run.pid ?? []))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}

/** Creates an empty folder for a service. */
export function newServiceFolder(secrets = `ADMIN_TOKEN='${ADMIN_TOKEN}'\n`): ServiceFolder {
  const folder = mkdtempSync(join(tmpdir(), 'innlet-'))
  folders.push(folder)
  const place = { folder, state: join(folder, 'state'), vars: join(folder, 'vars') }
  if (secrets) writeFileSync(place.vars, secrets)
  return place
}

/** A started service: its output and how it ended. */
export class Run {
  out = ''
  err = ''
  readonly child: ChildProcess
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>

  constructor(place: ServiceFolder, flags: string[], [command = '', ...args] = START) {
    const all = [...args, '--port', '0', '--state', place.state, '--vars', place.vars, ...flags]
    // A killed process leaves its temporary files. They are in the folder, which is removed.
    const env = { ...process.env, TMPDIR: place.folder }
    this.child = spawn(command, all, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.child.stdout?.on('data', text => {
      this.out += text
    })
    this.child.stderr?.on('data', text => {
      this.err += text
    })
    this.ended = once(this.child, 'close').then(([code, signal]) => ({ code, signal }))
    runs.push(this.child)
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  get lines(): string[] {
    return this.out.trim().split('\n')
  }

  /** The text after a title in the output: `of("Guest's page")`. */
  of(title: string): string {
    return (
      this.lines
        .find(line => line.trim().startsWith(title))
        ?.trim()
        .slice(title.length)
        .trim() ?? ''
    )
  }

  /** Resolves when the line `Ready on …` is printed. */
  async ready(): Promise<this> {
    let over = false
    this.ended.then(() => {
      over = true
    })
    while (!/^Ready on \S+\n/m.test(this.out)) {
      if (over) throw new Error(`the service ended: ${this.err}`)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    return this
  }

  get service(): Service {
    return new Service(this.of('Ready on'), ADMIN_TOKEN)
  }

  async end(signal: NodeJS.Signals) {
    this.child.kill(signal)
    return this.ended
  }
}

/** Starts a service without waiting, for starts that are to fail. */
export const startWithoutWaiting = (place: ServiceFolder, ...flags: string[]) => new Run(place, flags)

/** Starts a service and waits until it is ready. */
export const start = (place: ServiceFolder, ...flags: string[]) => startWithoutWaiting(place, ...flags).ready()

/** `npm start` itself. */
export const npmStart = (place: ServiceFolder, ...flags: string[]) =>
  new Run(place, flags, ['npm', 'start', '--']).ready()

export const read = (path: string) => readFileSync(path, 'utf8')
