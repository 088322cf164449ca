import { DATA_SECRETS, lostRowsQuery, lostSecrets } from '../../schema/made-with.ts'
import { fingerprintsOfSecrets } from '../../tooling/builds/settings.ts'
import type { Query } from '../../tooling/state/sqlite-file.ts'

/** Lines on secrets that can be used, but are not those with which the rows of databases were made. */
export async function lostLines(secrets: Record<string, string>, queries: readonly Query[]): Promise<string[]> {
  const sql = lostRowsQuery(await fingerprintsOfSecrets(secrets))
  const rows = await Promise.all(queries.map(async query => (await query(sql))[0] ?? {}))
  return lostSecrets(rows).map(({ name, problem }) => `Secrets: ${name} ${problem}`)
}

/** A line on the secrets without a value, which `lostLines` cannot judge. */
export function unjudgedLine(secrets: Record<string, string>): string[] {
  const names = DATA_SECRETS.filter(name => !secrets[name])
  return names.length ? [`Secrets: not compared with the data, because they are not here: ${names.join(', ')}`] : []
}
