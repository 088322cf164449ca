import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsIn } from '../../tooling/state/migration-files.ts'

/** The last statement of each migration, which the tool writes last. */
const END = 'ANALYZE sqlite_schema;\n'

/**
 * What a run that was killed has left in the folder: drizzle-kit takes its snapshot for the state of the tables, and would write nothing
 * more. Undefined: every migration is whole.
 */
export function unfinishedMigration(folder: string): string | undefined {
  const meta = join(folder, 'meta')
  const journal = join(meta, '_journal.json')
  if (!existsSync(journal)) return undefined
  const tags = (JSON.parse(readFileSync(journal, 'utf8')).entries as { tag: string }[]).map(({ tag }) => `${tag}.sql`)
  const files = migrationsIn(folder)
  const snapshots = readdirSync(meta).filter(name => name.endsWith('_snapshot.json'))
  const newest = files.at(-1)
  const isWhole =
    tags.join() === files.join() &&
    // An older one is removed last, and nothing reads it.
    snapshots.sort().at(-1)?.slice(0, 4) === newest?.slice(0, 4) &&
    (!newest || readFileSync(join(folder, newest), 'utf8').endsWith(END))
  if (isWhole) return undefined
  const last = [...tags, ...files, ...snapshots]
    .map(name => name.slice(0, 4))
    .sort()
    .at(-1)
  return `migration ${last} is not finished: a run was killed. Remove ${last}_*.sql, meta/${last}_snapshot.json and its entry of meta/_journal.json, and run npm run migration again`
}
