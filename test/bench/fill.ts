/**
 * `npm run fill -- --reservations 1000000`: fills a database with that many reservations, in the form in which the service
 * stores them, within minutes. `--state` is a new folder, in the layout of `npm start`; `--vars` is the file of secrets.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { type Build, build } from '../../scripts/start/build.ts'
import { migrate } from '../../scripts/start/migrate.ts'
import { startRuntime } from '../../scripts/start/runtime.ts'
import { Service } from '../../scripts/start/service.ts'
import { readVars } from '../../scripts/start/vars.ts'
import { multiply, type Progress } from './growth/multiply.ts'
import { createOriginals } from './growth/source-bookings.ts'

interface FillOptions {
  build: Build
  vars: Record<string, string>
  /** A new folder in the layout of `npm start`. */
  state: string
  reservations: number
  progress?: Progress
}

/** Creates a hotel chain with this many reservations in a new folder. The runtime has ended when it resolves. */
export async function fillDatabase({ build, vars, state, reservations, progress }: FillOptions): Promise<void> {
  const runtime = await startRuntime({ build, vars, state, port: 0, onLog: () => {} })
  try {
    await migrate(runtime)
    const { origin } = await runtime.ready
    await createOriginals(new Service(origin, vars.ADMIN_TOKEN ?? ''))
  } finally {
    await runtime.dispose()
  }
  multiply(databaseOf(state), reservations, progress)
}

/** D1's file is named after a hash. It is the file that holds reservations. */
export function databaseOf(state: string): string {
  const folder = join(state, 'v3', 'd1')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.sqlite'))
  const found = files.map(name => join(folder, name)).find(hasReservations)
  if (!found) throw new Error(`there is no database with reservations in ${folder}`)
  return found
}

function hasReservations(file: string): boolean {
  const db = new DatabaseSync(file)
  try {
    const [table] = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'reservation'").all()
    return table !== undefined && db.prepare('SELECT 1 FROM reservation LIMIT 1').all().length > 0
  } finally {
    db.close()
  }
}

/** Draws the progress; on a terminal always in the same line. */
function drawProgress(part: number, what: string): void {
  const full = Math.round(part * 40)
  const line = `${'█'.repeat(full)}${'░'.repeat(40 - full)} ${String(Math.floor(part * 100)).padStart(3)} % ${what}`
  if (process.stderr.isTTY) process.stderr.write(`\r${line}\x1b[K${part === 1 ? '\n' : ''}`)
  else if (part === 1) process.stderr.write(`${line}\n`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      reservations: { type: 'string', default: '1000000' },
      state: { type: 'string', default: '.state/filled' },
      vars: { type: 'string', default: '.dev.vars' },
    },
  })
  const state = resolve(values.state)
  if (existsSync(state)) throw new Error(`${values.state} is there already: name a new folder with --state`)
  const folder = mkdtempSync(join(tmpdir(), 'innlet-fill-'))
  const began = performance.now()
  try {
    const vars = await readVars(resolve(values.vars))
    const built = await build(folder)
    await fillDatabase({ build: built, vars, state, reservations: Number(values.reservations), progress: drawProgress })
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 10 })
  }
  console.log(
    `Filled in ${Math.round((performance.now() - began) / 1000)} s: npm start -- --no-demo --state ${values.state}`,
  )
}

if (import.meta.main) await main()
