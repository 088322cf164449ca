import { CommandError } from '../../tooling/command/command-error.ts'
import { applyPending, knownMigrations } from '../../tooling/state/migrate.ts'
import { migrationsOf, verify, withDatabase } from '../../tooling/state/sqlite-file.ts'

/** Applies the migrations to a copy of a backup that the release of the backup did not have. Returns their number. */
export function upgrade(file: string, title: string): number {
  return withDatabase(
    file,
    db => {
      const unknown = migrationsOf(db).find(name => !knownMigrations().includes(name))
      if (unknown) {
        throw new CommandError(
          `${title} has the migration ${unknown}, which this release does not know. Use a later release`,
        )
      }
      const count = applyPending(db)
      verify(db, title)
      return count
    },
    false,
  )
}
