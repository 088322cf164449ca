import { type Refusal, refuse } from '../../errors'

/** The first sequence that is kept and the last one of a log. `oldest` is null, and `newest` is 0, if there was no event yet. */
export interface LogRange {
  oldest: number | null
  newest: number
}

/** Refuses an `afterSequence` whose next event is not kept any more, or that no event has yet. 0 begins with the oldest event. */
export function refuseSequence(
  after: number | undefined,
  { oldest, newest }: LogRange,
  field: 'afterSequence' | 'cursor' = 'afterSequence',
): Refusal<'INVALID_FIELD' | 'EVENTS_EXPIRED'> | undefined {
  if (!after) return undefined
  if (after > newest) return refuse('INVALID_FIELD', `${field}: expected at most ${newest}`)
  if (oldest === null || after >= oldest - 1) return undefined
  return refuse('EVENTS_EXPIRED', `${field}: the oldest event that is kept has sequence ${oldest}`)
}
