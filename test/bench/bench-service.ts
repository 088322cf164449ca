import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Miniflare } from 'miniflare'
import { endRuntimeWithUs } from '../../scripts/start/watchdog.ts'
import { type Build, build } from '../../tooling/builds/build.ts'
import { Service } from '../../tooling/command/service.ts'
import { readVars } from '../../tooling/command/vars.ts'
import { databaseFile } from '../../tooling/state/files.ts'
import { migrate } from '../../tooling/state/migrate.ts'
import type { Statements } from './rows.ts'
import { startWorkers } from './runtime.ts'
import { recordStatements } from './statements.ts'

/** The measured Workers in one workerd, in a folder that is removed at the end. */
export interface BenchService {
  service: Service
  build: Build
  vars: Record<string, string>
  statements: Statements
  runtime: Miniflare
  /** The socket of each Worker. */
  origins: Record<'innlet' | 'bare' | 'isolateStart', URL>
  /** Copies the database to a file, for another process to read. */
  copyDatabase: () => string
  close: () => Promise<void>
}

/** Starts the Workers. `inspected`: with the inspector open on this machine. */
export async function startBenchService({ inspected = false } = {}): Promise<BenchService> {
  endRuntimeWithUs()
  const folder = mkdtempSync(join(tmpdir(), 'innlet-bench-'))
  const state = join(folder, 'state')
  const [vars, built, statements] = [
    await readVars(join(folder, 'vars')),
    await build(join(folder, 'build')),
    await recordStatements(),
  ]
  migrate(state, vars)
  const runtime = await startWorkers({ build: built, vars, statements, state, inspected })
  const origins = {
    innlet: await runtime.unsafeGetDirectURL('innlet'),
    bare: await runtime.unsafeGetDirectURL('bare'),
    isolateStart: await runtime.unsafeGetDirectURL('isolateStart'),
  }
  let copies = 0
  return {
    service: new Service(origins.innlet.origin, vars.ADMIN_TOKEN ?? ''),
    build: built,
    vars,
    statements,
    runtime,
    origins,
    copyDatabase: () => copyOf(databaseFile(state, vars, 'DB'), join(folder, `copy-${copies++}.sqlite`)),
    async close() {
      await runtime.dispose()
      rmSync(folder, { recursive: true, maxRetries: 10 })
    },
  }
}

function copyOf(file: string, copy: string): string {
  const db = new DatabaseSync(file)
  db.prepare('VACUUM INTO ?').run(copy)
  db.close()
  return copy
}
