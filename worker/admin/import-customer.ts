import type { StoredImportProgress } from '../../schema/tables/control'
import { CustomerPath } from '../../schema/wire/admin'
import { ImportPart, ImportProgress } from '../../schema/wire/customer-data'
import { findEntry } from '../db/customer-directory'
import { ConstraintViolation } from '../db/errors'
import { type ImportedPage, InvalidLine, readImport } from '../domain/customer/import-lines'
import { Refusal, refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import type { RequestContext } from '../request-context'
import { beginImport, finishImport, type ImportTarget, importPage, isComplete } from '../store/move/import'
import { webhookTargets } from '../webhooks/receiver-key'
import { auditEntry } from './audit-entry'
import { locateCustomer, newCustomerTarget } from './customer-scope'
import { knownSchema } from './export-pages'
import { brokenPage, invalidValue, pagesAfter, rowsInHeader, unknownColumn, unknownMigration } from './import-checks'
import { erasuresSince } from './import-erasures'

export const importCustomer = endpoint(
  {
    method: 'POST',
    path: '/admin/customers/{clientId}/import',
    operationId: 'createCustomerFromExport',
    summary: 'Imports an export of a customer, some pages per request.',
    description:
      'The id must be free: no customer has it, or the customer was deleted. Send the lines of the file in their order, in ' +
      'parts of whole pages, each with the checksum before it as `after`. `npm run import-customer` does that. A request ' +
      'without lines returns the progress. Nothing is served until the last line was sent, and the numbers of rows and the ' +
      'checksum are equal. Applications and API keys are not imported. The last response lists the guests who were erased after ' +
      'the file was written.',
    auth: 'admin',
    example: {
      params: { clientId: '8' },
      body: { after: '', lines: '' },
      response: { clientId: 8, state: 'empty', done: false },
    },
    params: CustomerPath,
    body: ImportPart,
    bodyLimit: 'CHANNEL_BODY_BYTES',
    response: ImportProgress,
    errors: ['INVALID_FIELD', 'INVALID_TRANSITION'],
  },
  async call => {
    const { clientId } = call.params
    const { after, lines } = call.body
    const found = await findImport(call, clientId)
    if (found instanceof Refusal) return found
    const { target, isServing, isDone } = found
    const done = async (progress: StoredImportProgress) => ({
      ...progressRecord(clientId, progress, true),
      erasures: await erasuresSince(call, target, progress),
    })
    const bookmark = () => ({ bookmark: target.db.bookmark })
    if (lines === '') {
      const { progress } = found
      return success(isDone && progress ? await done(progress) : progressRecord(clientId, progress, isDone), bookmark())
    }

    const part = readImport(lines, clientId, after === '')
    if (part instanceof InvalidLine) return refuse('INVALID_FIELD', part.description)
    const pages = pagesAfter(part, after, found.progress?.checksum ?? '')
    if (!pages) return refuse('INVALID_TRANSITION', continuesAfter(found.progress))
    const schema = await knownSchema(target.db, target.scope.shard)
    if (schema instanceof Refusal) return schema
    const problem =
      (await brokenPage(part, after)) ??
      unknownMigration(part, schema) ??
      unknownColumn(pages, schema) ??
      invalidValue(pages, webhookTargets(call.settings, call.request.url))
    if (problem) return refuse('INVALID_FIELD', problem)

    const total = rowsInHeader(part)
    const file = { total, exportedAt: part.header?.exportedAt, formerShard: found.formerShard }
    const begin = () => beginImport(target, file, auditEntry(call, 'customer.import', clientId, { rows: total }))
    const stored = await storePages(target, found.progress ?? (await begin()), pages, call.now)
    if (stored instanceof Refusal) return stored
    if (!part.end) return success(progressRecord(clientId, stored, false), bookmark())

    const { rows, checksum } = part.end
    const isEnd = rows === stored.rows && rows === stored.total && checksum === stored.checksum
    if (!isEnd || !(isServing || (await isComplete(target, stored))))
      return refuse(
        'INVALID_TRANSITION',
        `lines: the end is of ${rows} rows; ${stored.rows} of ${stored.total} arrived`,
      )
    const act = auditEntry(call, 'customer.import', clientId, { rows, checksum })
    // Read before: who gets no answer repeats the request, and the customer is not open meanwhile.
    const answer = await done(stored)
    if (!isDone) await finishImport(target, stored, isServing, act)
    return success(answer, bookmark())
  },
)

/** Stores pages one after the other. */
async function storePages(
  target: ImportTarget,
  progress: StoredImportProgress,
  pages: readonly ImportedPage[],
  now: number,
): Promise<StoredImportProgress | Refusal<'INVALID_FIELD'>> {
  let stored = progress
  for (const page of pages) {
    const next = await importPage(target, stored, page, now).catch(refuseConstraint)
    if (next instanceof Refusal) return next
    stored = next
  }
  return stored
}

function progressRecord(clientId: number, progress: StoredImportProgress | undefined, done: boolean) {
  if (!progress) return { clientId, state: 'empty' as const, done }
  const { table, rows, total, checksum } = progress
  const last = checksum ? { table, checksum } : {}
  return { clientId, state: done ? ('done' as const) : ('importing' as const), rows, total, ...last, done }
}

const continuesAfter = (progress: StoredImportProgress | undefined) =>
  progress?.checksum
    ? `after: the import continues after ${progress.checksum}`
    : 'after: the import begins with the first line'

interface FoundImport {
  target: ImportTarget
  /** Undefined: the import has not begun. */
  progress: StoredImportProgress | undefined
  /** The database of the customer that was deleted. */
  formerShard?: number | undefined
  /** The database serves the customer: what remains of the import is the directory, or nothing. */
  isServing: boolean
  isDone: boolean
}

async function findImport(
  call: RequestContext,
  clientId: number,
): Promise<FoundImport | Refusal<'INVALID_TRANSITION'>> {
  const entry = await findEntry(call.db, clientId)
  if (!entry || entry.deletedAt !== null) {
    const target = newCustomerTarget(call, clientId)
    return { target, formerShard: entry?.shard, progress: undefined, isServing: false, isDone: false }
  }
  const customer = await locateCustomer(call, clientId)
  const progress = customer?.tenancy.progress
  if (!customer || progress?.stage !== 'import')
    return refuse(
      'INVALID_TRANSITION',
      'clientId: there is a customer with this id; an import needs an id that is free',
    )
  const isServing = customer.tenancy.state === 'serving'
  return { target: customer, progress, isServing, isDone: isServing && customer.entry.closedAt === null }
}

/** Rows that a constraint of the database refuses do not come from an export. */
function refuseConstraint(error: unknown): Refusal<'INVALID_FIELD'> {
  if (!(error instanceof ConstraintViolation)) throw error
  return refuse('INVALID_FIELD', `lines: a row is refused by ${error.constraint}`)
}
