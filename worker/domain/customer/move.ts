import type { StoredMoveProgress } from '../../../schema/tables/control'
import { type Refusal, refuse } from '../../errors'

/** One database's word on a customer, as `tenancy` keeps it. */
export interface Tenancy {
  state: 'serving' | 'leaving' | 'arriving' | 'gone'
  progress: StoredMoveProgress | null
}

/** All that is known of where a customer is: what the directory says, and what the two databases say that it names. */
export interface MoveState {
  shard: number
  own: Tenancy | undefined
  otherShard: number | null
  other: Tenancy | undefined
}

/** `clear` deletes what the other database still has; `abandon` gives a move up. */
export type MoveStep = 'depart' | 'copy' | 'compare' | 'switch' | 'abandon' | 'clear' | 'done'

/**
 * What a move has to do next. Nothing but the databases knows how far a move has come, so that it goes on from wherever it was
 * left, whoever asks.
 *
 * Whether a move is carried through or given up is decided in one row: that of the database to which the customer comes, when
 * it turns from `arriving` into `serving`, or into `gone`.
 */
export function nextStep(
  { shard, own, otherShard, other }: MoveState,
  to: number,
): MoveStep | Refusal<'INVALID_TRANSITION'> {
  if (!own) return refuse('INVALID_TRANSITION', 'clientId: the customer is not whole; send PUT /admin/customers first')
  if (otherShard === null) return to === shard ? 'done' : 'depart'
  if (other?.state === 'serving') return 'switch'
  if (to === shard) return own.state === 'serving' && other?.state !== 'arriving' ? 'clear' : 'abandon'
  if (to !== otherShard)
    return refuse(
      'INVALID_TRANSITION',
      `to: database ${otherShard} has rows of the customer still; go on to ${shard} or ${otherShard}`,
    )
  if (other?.state !== 'arriving' || own.state === 'serving' || !other.progress) return 'depart'
  const { stage } = other.progress
  return stage === 'compared' ? 'switch' : stage
}
