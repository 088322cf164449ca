import type { StoredImportProgress } from '../../schema/tables/control'
import type { RequestContext } from '../request-context'
import { listActsSince } from '../store/audit/audit'
import type { ImportTarget } from '../store/move/import'

/** The clocks of the installations may differ, and an erasure may be committed after the time at which it began. */
const MARGIN_MS = 60_000

/**
 * Guests who were erased in this installation after an export, and who are there again by its import. An entry of the audit is in the
 * database that the customer had then: the one of now, the one before its deletion, and those of its moves.
 */
export async function erasuresSince(
  { db: control, shards }: RequestContext,
  { scope }: ImportTarget,
  { exportedAt, formerShard }: StoredImportProgress,
) {
  // A release before 1.2.0 that began the import has stored no time: every erasure counts.
  const since = exportedAt === undefined ? 0 : Date.parse(exportedAt) - MARGIN_MS
  const moves = await listActsSince(control, scope, 'customer.switch', since)
  const moved = moves.flatMap(({ details: { from, to } }) => [Number(from), Number(to)])
  const databases = new Set([scope.shard, formerShard ?? scope.shard, ...moved].filter(shard => shard < shards.count))
  const found = await Promise.all(
    [...databases].map(async shard => {
      const entries = await listActsSince(shards.at(shard), scope, 'guest.erase', since)
      return entries.map(({ auditId, at, subject }) => ({
        guestId: Number(subject.split('/')[1]),
        at: new Date(at).toISOString(),
        shard,
        auditId,
      }))
    }),
  )
  return found.flat()
}
