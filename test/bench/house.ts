import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Build, build } from '../../scripts/start/build.ts'
import { migrate } from '../../scripts/start/migrate.ts'
import { Service } from '../../scripts/start/service.ts'
import { readVars } from '../../scripts/start/vars.ts'
import { endRuntimeWithUs } from '../../scripts/start/watchdog.ts'
import type { Statements } from './rows.ts'
import { startWorkers } from './runtime.ts'
import { recordStatements } from './statements.ts'

/** What the Worker says of one request. */
export interface Line {
  id: string
  d1: number
}

/** Everything that is measured, in one workerd, in a folder that is gone at the end. */
export interface House {
  service: Service
  build: Build
  vars: Record<string, string>
  statements: Statements
  /** Where each Worker answers by itself. */
  origins: Record<'innlet' | 'bare' | 'checked' | 'nursery', URL>
  /** What the Worker has said of a request, once it has. */
  lineOf: (requestId: string) => Promise<Line>
  /** A copy of the database as it is, for somebody else to read. */
  copyDatabase: () => string
  close: () => Promise<void>
}

export async function openHouse(): Promise<House> {
  endRuntimeWithUs()
  const folder = mkdtempSync(join(tmpdir(), 'innlet-bench-'))
  const state = join(folder, 'state')
  const [vars, built, statements] = [
    await readVars(join(folder, 'vars')),
    await build(join(folder, 'build')),
    await recordStatements(),
  ]
  const log = new RecentLines()
  const runtime = await startWorkers({ build: built, vars, statements, state, onLog: log.hear })
  await migrate(runtime)
  const origins = {
    innlet: await runtime.unsafeGetDirectURL('innlet'),
    bare: await runtime.unsafeGetDirectURL('bare'),
    checked: await runtime.unsafeGetDirectURL('checked'),
    nursery: await runtime.unsafeGetDirectURL('nursery'),
  }
  return {
    service: new Service(origins.innlet.origin, vars.ADMIN_TOKEN ?? ''),
    build: built,
    vars,
    statements,
    origins,
    lineOf: log.lineOf,
    copyDatabase: () => copyOf(state, join(folder, 'copy.sqlite')),
    async close() {
      await runtime.dispose()
      rmSync(folder, { recursive: true, maxRetries: 10 })
    },
  }
}

/** The last lines of the log, read only when one is asked for: a load writes thousands a second. */
class RecentLines {
  #lines: string[] = []

  hear = (line: string, isError: boolean): void => {
    if (isError) console.error(line)
    this.#lines.push(line)
    if (this.#lines.length > 2_000) this.#lines = this.#lines.slice(-1_000)
  }

  lineOf = async (requestId: string): Promise<Line> => {
    for (let waited = 0; waited < 200; waited++) {
      const line = this.#lines.findLast(each => each.includes(requestId))
      if (line) return JSON.parse(line) as Line
      await new Promise(resolve => setTimeout(resolve, 10))
    }
    throw new Error(`nothing was logged of request ${requestId}`)
  }
}

/** D1's file is named after a hash; it is the one that has customers. */
function copyOf(state: string, copy: string): string {
  const folder = join(state, 'v3', 'd1')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.sqlite'))
  for (const file of files) {
    const db = new DatabaseSync(join(folder, file))
    try {
      if (!db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'customer'").get()) continue
      db.prepare('VACUUM INTO ?').run(copy)
      return copy
    } finally {
      db.close()
    }
  }
  throw new Error(`there is no database in ${folder}`)
}
