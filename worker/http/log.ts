import type { Cost } from '../db/cost'
import type { D1FaultCounts } from '../db/d1-faults'
import { DatabaseUnavailable } from '../db/errors'
import type { RequestContext } from '../request-context'
import type { Outcome } from './metrics'

/** Logs one line of JSON for a request. It has ids and counts only: no sent path, no credential, no guest data. */
export function logRequest(context: RequestContext, { route, status, code, customer, shard }: Outcome): void {
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
      d1Faults: unlessEmpty(cost.d1Faults),
      client: log.caller,
      sub: log.sub,
      customer,
      shard,
      link: log.link,
    }),
  )
}

const unlessEmpty = (faults: D1FaultCounts) => (Object.keys(faults).length ? faults : undefined)

/** Logs one line for a scheduled run. */
export function logRun(run: string, counts: Record<string, number | undefined>, cost: Cost): void {
  console.log(
    JSON.stringify({
      run,
      ...counts,
      d1: cost.trips,
      rowsRead: cost.rowsRead,
      rowsWritten: cost.rowsWritten,
      d1Faults: unlessEmpty(cost.d1Faults),
    }),
  )
}

/**
 * Logs an exception of a request or of a scheduled run, whose id or name is `id`. The line has its class and stack without the message,
 * which may quote data. `also`: further fields of the line.
 */
export function logException(
  id: string,
  error: unknown,
  also: Readonly<Record<string, number | string | undefined>> = {},
): void {
  const { name, message, stack } =
    error instanceof Error ? error : { name: typeof error, message: '', stack: undefined }
  const d1Fault = error instanceof DatabaseUnavailable ? error.d1Fault : undefined
  // A line of the message may look like a line of the stack.
  const frames = stack
    ?.replace(message, '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .map(line => line.trim())
  console.error(JSON.stringify({ id, ...also, fault: name, d1Fault, at: frames?.slice(0, 8) }))
}
