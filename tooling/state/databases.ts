/** Ids of release 1.0.0. The names of the files in the state folder are derived from them. */
export const LOCAL_IDS = {
  d1: { DB: { id: '00000000-0000-0000-0000-000000000000' } },
  kv: { LINKS: { id: '00000000000000000000000000000000' } },
}

/** The names of the D1 bindings in the settings. */
export const databasesOf = ({ DATABASES = 'DB' }: Record<string, string>): string[] =>
  DATABASES.split(/\s+/).filter(Boolean)

/** A local database for each binding except DB, which wrangler.toml always has. */
export const localDatabases = (vars: Record<string, string>): Record<string, { id: string }> =>
  Object.fromEntries(databasesOf(vars).flatMap(name => (name === 'DB' ? [] : [[name, { id: `local-${name}` }]])))
