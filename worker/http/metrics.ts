import type { RequestContext } from '../request-context'

/** How a request ended. */
export interface Outcome {
  /** The pattern of the path, never the path itself. */
  route: string
  status: number
  /** What was refused or failed, as it was, even where the answer keeps silent about it. */
  code?: string
}

/**
 * One point a request for Workers Analytics Engine, where it is bound. The order of the columns is fixed: queries name them by
 * their number (docs/operations.md). Sampling is by route, so that a busy one hides no quiet one.
 */
export function writePoint(
  { env, request, cost, startedAt }: RequestContext,
  { route, status, code = 'OK' }: Outcome,
): void {
  env.METRICS?.writeDataPoint({
    indexes: [route],
    blobs: [route, request.method, code],
    doubles: [status, Date.now() - startedAt, cost.trips, cost.rowsRead, cost.rowsWritten, cost.d1Ms, cost.kvMs],
  })
}
