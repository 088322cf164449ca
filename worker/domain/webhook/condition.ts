import { FAILING_AFTER } from '../../../schema/tables/webhook'

/**
 * What an attempt changed at an endpoint, for the operator: the first failure after a success, so many in a row that it fails, the
 * service disabled it, or it works again.
 */
export type ConditionChange = 'failed' | 'failing' | 'disabled' | 'working'

/** The attempts at an endpoint that is enabled. */
export interface Condition {
  /** Failures since the last success, or since it was enabled. */
  failures: number
  lastSuccessAt: number | null
  lastFailureAt: number | null
}

/** `before` and `after` the attempt; undefined: the endpoint is not enabled. An endpoint that was enabled again may work again. */
export function conditionChange(
  before: Condition | undefined,
  after: Pick<Condition, 'failures'> | undefined,
): ConditionChange | undefined {
  if (!before) return undefined
  if (!after) return 'disabled'
  if (after.failures === 1) return 'failed'
  if (after.failures === FAILING_AFTER) return 'failing'
  const hasFailed = before.failures > 0 || (before.lastFailureAt ?? 0) > (before.lastSuccessAt ?? 0)
  return after.failures === 0 && hasFailed ? 'working' : undefined
}
