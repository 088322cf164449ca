import type { StoredMoveProgress } from '../../../schema/tables/control'
import type { DirectoryEntry } from '../../db/customer-directory'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import { requireTenancyState } from '../../db/tenancy-guard'
import type { AuditEntry } from '../audit/audit'
import type { Tenancy } from '../customer/columns'
import { changeDirectory, changeTenancy, markGone, type TenancyState } from '../customer/tenancy'
import { checksumOf, countRows, deletePage, isFull, type Page, readPage, writePage } from './move-pages'
import { type MovedTable, movedTables } from './move-tables'

/** A move of a customer between two databases. */
export interface Move {
  scope: Scope
  /** The first database, which has the directory. */
  control: Database
  directoryEntry: DirectoryEntry & { otherShard: number }
  /** The database that serves the customer, and the other one that the directory names. */
  ownDb: Database
  otherDb: Database
  own: Tenancy
  other: Tenancy | undefined
  /** The tables to copy and compare, parents first, and the newest migration. */
  tables: readonly MovedTable[]
  version: string
  act: AuditEntry
}

/** Maximum of pages that one request copies, compares or deletes. A move takes as many requests as necessary. */
const PAGES = 24

const initialProgress = () => ({ table: movedTables()[0]?.name as string, after: null, rows: 0, checksum: '' })

/** The current table of a move and the next one; undefined: it is the last. */
function positionOf(
  tables: readonly MovedTable[],
  { table }: StoredMoveProgress,
): [MovedTable, MovedTable | undefined] {
  const at = Math.max(
    tables.findIndex(({ name }) => name === table),
    0,
  )
  return [tables[at] as MovedTable, tables[at + 1]]
}

/** Stops all writes to the customer and prepares the other database for the copy. Undefined: it still has rows of an earlier move. */
export async function startMove(move: Move): Promise<StoredMoveProgress | undefined> {
  const { scope, ownDb, otherDb, own, other, version, act } = move
  if (other?.state === 'gone' && !(await clearPage(move))) return undefined
  if (own.state === 'serving') await ownDb.batch(changeTenancy(scope, own, { state: 'leaving' }, act.at))
  const total = await countRows(ownDb, scope, movedTables())
  const progress: StoredMoveProgress = { stage: 'copy', ...initialProgress(), total, version }
  const arriving = { state: 'arriving', progress } as const
  await otherDb.batch([markGone(scope, act.at), ...changeTenancy(scope, { state: 'gone' }, arriving, act.at)])
  return progress
}

/** Copies some pages. Each is written in one batch with the progress, so that an interrupted move continues there. */
export async function copyPage(
  { scope, ownDb, otherDb, tables, act }: Move,
  from: StoredMoveProgress,
): Promise<StoredMoveProgress> {
  let stored = from
  let now = from
  const store = async (next: StoredMoveProgress, ...rows: ReturnType<typeof writePage>[]) => {
    const [guard, update] = changeTenancy(scope, arrivingState(stored), arrivingState(next), act.at)
    await otherDb.batch([guard, ...rows, update])
    stored = next
  }
  for (let i = 0; i < PAGES; i++) {
    const [table, next] = positionOf(tables, now)
    const page = await readPage(ownDb, scope, table, now.after)
    if (page.last !== null) {
      now = { ...now, after: page.last, rows: now.rows + page.rows.length }
      await store(now, writePage(table, page))
      continue
    }
    now = next ? { ...now, table: next.name, after: null } : { ...now, ...initialProgress(), stage: 'compare' }
    if (!next) break
  }
  if (now !== stored) await store(now)
  return now
}

/** The table in which the two databases differ: the move cannot continue. */
export interface Difference {
  table: string
}

/**
 * Compares some pages of both databases by a checksum that includes all pages before, and at the end the number of rows with
 * the number counted at the start.
 */
export async function comparePage(
  { scope, ownDb, otherDb, tables, act }: Move,
  from: StoredMoveProgress,
): Promise<StoredMoveProgress | Difference> {
  let now = from
  for (let i = 0; i < PAGES && now.stage === 'compare'; i++) {
    const [table, next] = positionOf(tables, now)
    const [original, copy] = (await Promise.all([ownDb, otherDb].map(db => readPage(db, scope, table, now.after)))) as [
      Page,
      Page,
    ]
    const [checksum, other] = await Promise.all([original, copy].map(page => checksumOf(page, now.checksum)))
    if (checksum !== other || original.rows.length !== copy.rows.length) return { table: table.name }
    if (original.last !== null) {
      now = { ...now, after: original.last, rows: now.rows + original.rows.length, checksum: checksum as string }
      continue
    }
    if (!next && now.rows !== now.total) return { table: table.name }
    now = next ? { ...now, table: next.name, after: null } : { ...now, stage: 'compared' }
  }
  await otherDb.batch(changeTenancy(scope, arrivingState(from), arrivingState(now), act.at))
  return now
}

const arrivingState = (progress: StoredMoveProgress): TenancyState => ({ state: 'arriving', progress })

/**
 * Makes the other database serve the customer instead of this one. A request looks in the database of the directory, then in
 * the other one. In this order of steps it always finds exactly one that accepts writes.
 */
export async function switchOver({
  scope,
  control,
  directoryEntry,
  ownDb,
  otherDb,
  own,
  other,
  act,
}: Move): Promise<void> {
  if (other?.state === 'arriving') await otherDb.batch(changeTenancy(scope, other, { state: 'serving' }, act.at))
  if (own.state !== 'gone') await ownDb.batch(changeTenancy(scope, own, { state: 'gone' }, act.at))
  const { shard, otherShard } = directoryEntry
  await changeDirectory(control, scope, { from: directoryEntry, to: { shard: otherShard, otherShard: shard }, act })
}

/** Restarts the copy, because it began with other migrations and may lack columns. */
export const restartMove = ({ scope, otherDb, other, act }: Move) =>
  otherDb.batch(changeTenancy(scope, other as Tenancy, { state: 'gone' }, act.at))

/** Abandons the move: the database continues to serve the customer, and the copy is never served. */
export async function abandonMove({ scope, ownDb, otherDb, own, other, act }: Move): Promise<void> {
  if (other?.state === 'arriving') await otherDb.batch(changeTenancy(scope, other, { state: 'gone' }, act.at))
  if (own.state === 'leaving') await ownDb.batch(changeTenancy(scope, own, { state: 'serving' }, act.at))
}

/**
 * Deletes some of the customer's rows in the other database, referring rows first. True: none is left. `progress`: that of the
 * database, which is checked with each page.
 */
export async function clearPage(
  { scope, otherDb }: Pick<Move, 'scope' | 'otherDb'>,
  progress: string | null = null,
): Promise<boolean> {
  let pages = 0
  for (const table of movedTables().toReversed()) {
    for (;;) {
      const [, deleted] = await otherDb.batch([
        build.run(requireTenancyState(scope.customer, 'gone', progress)),
        deletePage(scope, table),
      ])
      if (!isFull(deleted)) break
      if (++pages === PAGES) return false
    }
  }
  return true
}

/** Removes the other database from the directory, after its rows of the customer are deleted. */
export const finishMove = ({ control, scope, directoryEntry, act }: Move) =>
  changeDirectory(control, scope, { from: directoryEntry, to: { shard: directoryEntry.shard, otherShard: null }, act })
