import type { StoredMoveProgress } from '../../../schema/tables/control'
import { type Refusal, refuse } from '../../errors'
import type { Tenancy } from '../../store/customer/columns'

/** The customer's row in the directory, and the states in the two databases that it names. */
export interface MoveState {
  shard: number
  own: Tenancy | undefined
  otherShard: number | null
  other: Tenancy | undefined
}

/** The progress of a copy; undefined: none is under way in the database. */
export function moveProgressOf(tenancy: Tenancy | undefined): StoredMoveProgress | undefined {
  const progress = tenancy?.progress
  switch (progress?.stage) {
    case 'copy':
    case 'compare':
    case 'compared':
      return progress
    default:
      return undefined
  }
}

/** `clear` deletes the customer's rows in the other database; `abandon` ends a move without a switch. */
export type MoveStep = 'depart' | 'copy' | 'compare' | 'switch' | 'abandon' | 'clear' | 'done'

/**
 * The next step of a move. The progress is stored only in the databases, so that any request can continue an interrupted move.
 *
 * One row decides whether a move succeeds or is abandoned: that of the target database, when its state changes from
 * `arriving` to `serving` or to `gone`.
 */
export function nextStep(
  { shard, own, otherShard, other }: MoveState,
  to: number,
): MoveStep | Refusal<'INVALID_TRANSITION'> {
  if (!own) return refuse('INVALID_TRANSITION', 'clientId: the customer is not whole; send PUT /admin/customers first')
  if (otherShard === null) {
    if (to === shard) return 'done'
    if (own.state === 'serving') return 'depart'
    return refuse('INVALID_TRANSITION', 'clientId: the customer is not open; open it before you move it')
  }
  if (other?.state === 'serving') return 'switch'
  if (to === shard) return own.state === 'serving' && other?.state !== 'arriving' ? 'clear' : 'abandon'
  if (to !== otherShard)
    return refuse(
      'INVALID_TRANSITION',
      `to: database ${otherShard} has rows of the customer still; go on to ${shard} or ${otherShard}`,
    )
  const progress = moveProgressOf(other)
  if (other?.state !== 'arriving' || own.state === 'serving' || !progress) return 'depart'
  const { stage } = progress
  return stage === 'compared' ? 'switch' : stage
}
