import { type ImportedPage, type ImportedPart, InvalidLine } from '../domain/customer/import-lines'
import { storedRows } from '../domain/stored-rows/stored-rows'
import { type WebhookTargets, webhookUrlProblem } from '../domain/webhook/url'
import { fieldErrors } from '../http/zod-issues'
import { columnsInFile, isCredentialTable } from '../store/move/export-tables'
import { checksumOf } from '../store/move/move-pages'
import { type Schema, tablesIn } from '../store/move/move-schema'

/** The pages of a part that are not stored yet; undefined: the part does not continue the import. */
export function pagesAfter({ pages }: ImportedPart, after: string, stored: string): ImportedPage[] | undefined {
  if (after === stored) return pages
  const last = pages.findIndex(({ checksum }) => checksum === stored)
  return last < 0 ? undefined : pages.slice(last + 1)
}

/** The number of rows of the export, which its first line says. */
export const rowsInHeader = ({ header }: ImportedPart) =>
  Object.values(header?.rows ?? {}).reduce((sum, rows) => sum + rows, 0)

/** What is wrong if a page has another checksum than its lines. */
export async function brokenPage({ pages }: ImportedPart, after: string): Promise<string | undefined> {
  let before = after
  for (const { lines, checksum, table } of pages) {
    if ((await checksumOf({ rows: lines }, before)) !== checksum)
      return `lines: the checksum of a page of ${table} is not that of its lines`
    before = checksum
  }
  return undefined
}

/** The first migration with the tables of this release. */
const FIRST_IMPORTED = '0014_one-calendar.sql'

/** What is wrong if a later release made the file, or one with other tables: it may have rows that this release does not know. */
export function unknownMigration({ header }: ImportedPart, { applied }: Schema): string | undefined {
  if (header && header.migration < FIRST_IMPORTED)
    return 'lines: line 0: the export is of release 1.0.0; import it with that release, and upgrade that installation'
  if (!header || applied?.includes(header.migration)) return undefined
  return `lines: line 0: the export has the migration ${header.migration}, which this installation does not have`
}

/** What is wrong if a page has a table or a column that the database does not have. */
export function unknownColumn(pages: readonly ImportedPage[], schema: Schema): string | undefined {
  const known = new Map(tablesIn(schema).map(table => [table.name, columnsInFile(table)]))
  for (const { table, columns } of pages) {
    if (isCredentialTable(table)) continue
    const own = known.get(table)
    if (!own) return `lines: there is no table ${table}`
    const unknown = columns.find(column => !own.includes(column))
    if (unknown !== undefined) return `lines: table ${table} has no column ${unknown}`
  }
  return undefined
}

/** What is wrong if a row has a value that the service would not have stored. */
export function invalidValue(pages: readonly ImportedPage[], targets: WebhookTargets): string | undefined {
  for (const { table, rows, firstLine } of pages) {
    const contract = storedRows().get(table)
    for (const [i, row] of rows.entries()) {
      const result = contract?.safeParse(row)
      const [issue] = result?.error ? fieldErrors(result.error) : []
      const problem = issue?.description ?? (table === 'webhook_endpoint' ? urlProblem(row.url, targets) : undefined)
      if (problem) return new InvalidLine(firstLine + i, `${table}.${problem}`).description
    }
  }
  return undefined
}

/** A deleted endpoint has no address. */
function urlProblem(url: unknown, targets: WebhookTargets): string | undefined {
  const problem = url && webhookUrlProblem(String(url), targets)
  return problem ? `url: ${problem}` : undefined
}
