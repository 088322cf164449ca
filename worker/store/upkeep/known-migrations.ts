import journal from '../../../schema/migrations/meta/_journal.json'

/** The migrations of this release, by the names in `d1_migrations`, oldest first. */
export const KNOWN_MIGRATIONS: readonly string[] = journal.entries.map(({ tag }) => `${tag}.sql`)
