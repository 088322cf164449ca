/**
 * `npm run fill -- --reservations 1000000`: fills a database with that many reservations, in the form in which the service
 * stores them, within minutes. `--databases 10` distributes them over so many databases, each with its own customers. `--state` is
 * a new folder, in the layout of `npm start`; `--vars` is the file of secrets.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { startRuntime } from '../../scripts/start/runtime.ts'
import { type Build, build } from '../../tooling/builds/build.ts'
import { Service } from '../../tooling/command/service.ts'
import { readVars } from '../../tooling/command/vars.ts'
import { migrate } from '../../tooling/state/migrate.ts'
import { multiply, type Progress, SMALL_CUSTOMERS } from './growth/multiply.ts'
import { createOriginals } from './growth/source-bookings.ts'

interface FillOptions {
  build: Build
  vars: Record<string, string>
  /** A new folder in the layout of `npm start`. */
  state: string
  reservations: number
  /** Default: 1. */
  databases?: number
  progress?: Progress
}

/** The setting DATABASES of an installation that is filled. */
export const databaseNames = (databases: number) =>
  Array.from({ length: databases }, (_, i) => (i ? `D${i}` : 'DB')).join(' ')

/** The large customer of a database. */
export const customerIn = (database: number) => 1 + database * (1 + SMALL_CUSTOMERS)

/**
 * Creates a hotel chain in each database of a new folder, with an equal part of the reservations. The runtime has ended when it
 * resolves.
 */
export async function fillDatabase(options: FillOptions): Promise<void> {
  const { state, reservations, databases = 1, progress = () => {} } = options
  for (let number = 0; number < databases; number++) {
    const customer = customerIn(number)
    await createIn(number, options)
    const what = (name: string) => (databases > 1 ? `database ${number}: ${name}` : name)
    multiply(databaseOf(state, customer), Math.ceil(reservations / databases), customer, (part, name) =>
      progress((number + part) / databases, what(name)),
    )
  }
  addToDirectory(databaseOf(state, customerIn(0)), databases)
}

/** Creates the originals of a database through the service. */
async function createIn(number: number, { build, vars, state, databases = 1 }: FillOptions): Promise<void> {
  const names = databaseNames(databases)
  const all = databases > 1 ? { ...vars, DATABASES: names, NEW_CUSTOMERS: String(number) } : vars
  migrate(state, all)
  const runtime = await startRuntime({ build, vars: all, state, port: 0, onLog: () => {} })
  try {
    const { origin } = await runtime.ready
    await createOriginals(new Service(origin, vars.ADMIN_TOKEN ?? ''), customerIn(number))
  } finally {
    await runtime.dispose()
  }
}

/** Adds the small customers of the other databases to the directory. Those of the first one are copied with its tables. */
function addToDirectory(file: string, databases: number): void {
  const db = new DatabaseSync(file)
  const columns = db
    .prepare("SELECT name FROM pragma_table_info('customer_directory') WHERE name <> 'customer_id'")
    .all()
  const others = columns.map(({ name }) => name)
  for (let number = 1; number < databases; number++) {
    const first = customerIn(number)
    for (let small = first + 1; small <= first + SMALL_CUSTOMERS; small++) {
      db.exec(
        `INSERT INTO customer_directory (customer_id, ${others}) SELECT ${small}, ${others} FROM customer_directory WHERE customer_id = ${first}`,
      )
    }
  }
  db.close()
}

/** D1's file is named after a hash. It is the file that holds reservations of the customer. */
export function databaseOf(state: string, customer = 1): string {
  const folder = join(state, 'v3', 'd1')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.sqlite'))
  const found = files.map(name => join(folder, name)).find(file => hasReservations(file, customer))
  if (!found) throw new Error(`there is no database with reservations in ${folder}`)
  return found
}

function hasReservations(file: string, customer: number): boolean {
  const db = new DatabaseSync(file)
  try {
    const [table] = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'reservation'").all()
    if (!table) return false
    return db.prepare('SELECT 1 FROM reservation WHERE customer_id = ? LIMIT 1').all(customer).length > 0
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
      databases: { type: 'string', default: '1' },
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
    const [reservations, databases] = [Number(values.reservations), Number(values.databases)]
    await fillDatabase({ build: built, vars, state, reservations, databases, progress: drawProgress })
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 10 })
  }
  const setting =
    Number(values.databases) > 1 ? `DATABASES='${databaseNames(Number(values.databases))}' in .dev.vars, and ` : ''
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`Filled in ${seconds} s: ${setting}npm start -- --no-demo --state ${values.state}`)
}

if (import.meta.main) await main()
