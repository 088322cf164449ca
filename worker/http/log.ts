import type { Cost } from '../db/cost'
import type { RequestContext } from '../request-context'
import type { Outcome } from './metrics'

/** One line a request, as JSON. It holds ids and counts only: no path as it was sent, no credential, nothing of a guest. */
export function logRequest(context: RequestContext, { route, status, code }: Outcome): void {
  const { request, requestId, startedAt, cost, log } = context
  console.log(
    JSON.stringify({
      id: requestId,
      method: request.method,
      route,
      status,
      code,
      ms: Date.now() - startedAt,
      d1: cost.trips,
      d1Ms: cost.d1Ms,
      rowsRead: cost.rowsRead,
      rowsWritten: cost.rowsWritten,
      kvReads: cost.kvReads,
      kvWrites: cost.kvWrites,
      kvMs: cost.kvMs,
      client: log.caller,
    }),
  )
}

/** One line for a run that no request asked for. */
export function logRun(run: string, counts: Record<string, number | undefined>, cost: Cost): void {
  console.log(
    JSON.stringify({ run, ...counts, d1: cost.trips, rowsRead: cost.rowsRead, rowsWritten: cost.rowsWritten }),
  )
}

/**
 * A fault of our own, in the request of this id or the run of this name: its kind and where it was thrown, without the message,
 * which may quote data. `also`: numbers that say more of it.
 */
export function logException(id: string, error: unknown, also: Readonly<Record<string, number>> = {}): void {
  const { name, message, stack } =
    error instanceof Error ? error : { name: typeof error, message: '', stack: undefined }
  // A line of the message may look like a place.
  const places = stack
    ?.replace(message, '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .map(line => line.trim())
  console.error(JSON.stringify({ id, ...also, fault: name, at: places?.slice(0, 8) }))
}
