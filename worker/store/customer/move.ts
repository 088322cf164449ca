import type { StoredMoveProgress } from '../../../schema/tables/control'
import type { DirectoryEntry } from '../../db/customer-directory'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import { requireTenancyState } from '../../db/tenancy-guard'
import type { Tenancy } from '../../domain/customer/move'
import type { AuditEntry } from '../audit/audit'
import { checksumOf, countRows, deletePage, isFull, type Page, readPage, writePage } from './move-pages'
import { type MovedTable, movedTables } from './move-tables'
import { changeDirectory, changeTenancy, markGone } from './tenancy'

/** A customer between two databases. */
export interface Move {
  scope: Scope
  /** The first database, which keeps the directory. */
  control: Database
  home: DirectoryEntry & { otherShard: number }
  /** Where the customer lives, and the other database that the directory names. */
  ownDb: Database
  otherDb: Database
  own: Tenancy
  other: Tenancy | undefined
  /** All that is copied and compared, parents first, and the migrations under which that is. */
  tables: readonly MovedTable[]
  version: string
  act: AuditEntry
}

/** Pages that one step copies, compares or deletes: a step is over in a moment, and any number of them is a move. */
const PAGES = 24

const initialProgress = () => ({ table: movedTables()[0]?.name as string, after: null, rows: 0, checksum: '' })

/** The table at which a move is, and the one that comes after it; undefined after the last. */
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

/** Stops all writes to the customer and opens the other database for the copy. Undefined: rows of before are still in the way. */
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

/** Copies some pages. Each goes in together with how far that has come, so that it is never lost and never in vain. */
export async function copyPage(
  { scope, ownDb, otherDb, tables, act }: Move,
  from: StoredMoveProgress,
): Promise<StoredMoveProgress> {
  let kept = from
  let now = from
  const keep = async (next: StoredMoveProgress, ...rows: ReturnType<typeof writePage>[]) => {
    const [guard, turn] = changeTenancy(scope, arrivingState(kept), arrivingState(next), act.at)
    await otherDb.batch([guard, ...rows, turn])
    kept = next
  }
  for (let i = 0; i < PAGES; i++) {
    const [table, next] = positionOf(tables, now)
    const page = await readPage(ownDb, scope, table, now.after)
    if (page.last !== null) {
      now = { ...now, after: page.last, rows: now.rows + page.rows.length }
      await keep(now, writePage(table, page))
      continue
    }
    now = next ? { ...now, table: next.name, after: null } : { ...now, ...initialProgress(), stage: 'compare' }
    if (!next) break
  }
  if (now !== kept) await keep(now)
  return now
}

/** What one database has and the other has not: nothing goes on from there. */
export interface Difference {
  table: string
}

/**
 * Compares some pages of both databases, each by its checksum together with all before it, and at the end the number of rows
 * with what was counted at first.
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

const arrivingState = (progress: StoredMoveProgress): Tenancy => ({ state: 'arriving', progress })

/**
 * Lets the other database serve the customer instead of this one. In this order each moment has one database that serves, for
 * whoever looks where the directory says, and then at the other: nobody is sent to the new one while the old one still answers.
 */
export async function switchOver({ scope, control, home, ownDb, otherDb, own, other, act }: Move): Promise<void> {
  if (other?.state === 'arriving') await otherDb.batch(changeTenancy(scope, other, { state: 'serving' }, act.at))
  if (own.state !== 'gone') await ownDb.batch(changeTenancy(scope, own, { state: 'gone' }, act.at))
  await changeDirectory(control, scope, home, { shard: home.otherShard, otherShard: home.shard }, act)
}

/** Begins the copy anew: it was begun under other migrations, when there may have been columns less. */
export const restartMove = ({ scope, otherDb, other, act }: Move) =>
  otherDb.batch(changeTenancy(scope, other as Tenancy, { state: 'gone' }, act.at))

/** Gives the move up: the other database will never serve what it has, and the customer is served as before. */
export async function abandonMove({ scope, ownDb, otherDb, own, other, act }: Move): Promise<void> {
  if (other?.state === 'arriving') await otherDb.batch(changeTenancy(scope, other, { state: 'gone' }, act.at))
  if (own.state === 'leaving') await ownDb.batch(changeTenancy(scope, own, { state: 'serving' }, act.at))
}

/** Deletes some of what the other database has of the customer, the rows that refer to others first. True: nothing is left. */
export async function clearPage({ scope, otherDb }: Pick<Move, 'scope' | 'otherDb'>): Promise<boolean> {
  let pages = 0
  for (const table of movedTables().toReversed()) {
    for (;;) {
      const [, deleted] = await otherDb.batch([
        build.all(requireTenancyState(scope.customer, 'gone')),
        deletePage(scope, table),
      ])
      if (!isFull(deleted)) break
      if (++pages === PAGES) return false
    }
  }
  return true
}

/** The other database has nothing of the customer any more: the directory can forget it. */
export const finishMove = ({ control, scope, home, act }: Move) =>
  changeDirectory(control, scope, home, { shard: home.shard, otherShard: null }, act)
