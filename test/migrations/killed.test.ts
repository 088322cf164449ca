import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { migrationsIn } from '../../tooling/state/migration-files.ts'
import { killProcessTree } from '../e2e/support/processes.ts'
import { repetitions } from '../support/repetitions.ts'
import { applyMigrations } from './support/apply.ts'
import { rowsOf } from './support/contents.ts'
import { contentsOf, loadContents, problemsOf } from './support/migrate-contents.ts'
import { readRelease, releases } from './support/release.ts'
import { addedColumn, folderWith, SAMPLE, safeRebuild } from './support/samples.ts'
import { type Services, startServices } from './support/services.ts'

const APPLIER = join(import.meta.dirname, 'support/applier.ts')
const folder = folderWith([...safeRebuild('reservation'), ...addedColumn])
afterAll(() => rmSync(folder, { recursive: true }))

const release = readRelease(releases().at(-1) as string)
const open = (databases: 1 | 2, state: string): Promise<Services> =>
  startServices({ programs: {}, secrets: {}, databases, state })

/** Applies the migrations in another process and kills it when it has said a word. */
async function killAt(word: string, state: string, databases: number): Promise<void> {
  const args = [APPLIER, state, folder, String(databases), word]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'close')
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', text => {
      said += text
      if (said.includes(word)) resolve()
    })
    child.once('close', () => reject(new Error(`it ended before it said ${word}: ${said}`)))
  })
  expect(await killProcessTree(child.pid as number)).toEqual([])
  await ended
}

const MOMENTS = [
  [1, 'begun 0'],
  [2, 'begun 1'],
  [2, 'done 0'],
] as const

it.each(MOMENTS.slice(0, repetitions(2, 3)))(
  'on %i: killed outright at "%s", a migration is whole or not there, and the next attempt ends it [MIGRATION-3]',
  async (count, word) => {
    const state = mkdtempSync(join(tmpdir(), 'innlet-killed-'))
    onTestFinished(() => rmSync(state, { recursive: true, maxRetries: 10 }))
    const before = contentsOf(release, count)
    const filled = await open(count, state)
    await loadContents(filled.databases, before)
    await filled.close()

    await killAt(word, state, count)

    const { databases, close } = await open(count, state)
    onTestFinished(close)
    expect(await problemsOf(databases, before, folder)).toEqual(before.map(() => ({})))
    for (const db of databases) {
      const [listed] = await rowsOf(db, `SELECT count(*) AS n FROM d1_migrations WHERE name = '${SAMPLE}'`)
      const [made] = await rowsOf(
        db,
        "SELECT count(*) AS n FROM pragma_table_info('reservation') WHERE name = 'sample'",
      )
      expect(listed).toEqual(made)
      expect(await rowsOf(db, "SELECT name FROM sqlite_schema WHERE name LIKE '\\_\\_new%' ESCAPE '\\'")).toEqual([])
    }
    await applyMigrations(databases, folder)
    expect(await problemsOf(databases, before, folder)).toEqual(before.map(() => ({})))
    for (const db of databases) {
      const applied = await rowsOf<{ name: string }>(db, 'SELECT name FROM d1_migrations ORDER BY name')
      expect(applied.map(({ name }) => name)).toEqual(migrationsIn(folder))
      expect(await rowsOf(db, "SELECT sample FROM reservation WHERE sample NOT LIKE 'filled %'")).toEqual([])
    }
  },
)
