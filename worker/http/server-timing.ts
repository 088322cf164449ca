import type { RequestContext } from '../request-context'

/** What a public path refuses it refuses in one way; how long it took, and where, would tell the reasons apart. */
export const sendsServerTiming = (isPublic: boolean, status: number): boolean => !isPublic || status < 400

/** `Server-Timing`: milliseconds of the whole, and those spent waiting for D1 and KV where they were asked. */
export function serverTiming({ cost, startedAt }: RequestContext): string {
  const { trips, d1Ms, kvReads, kvWrites, kvMs } = cost
  return [
    `total;dur=${Date.now() - startedAt}`,
    ...(trips ? [`db;dur=${d1Ms};desc="trips: ${trips}"`] : []),
    ...(kvReads + kvWrites ? [`kv;dur=${kvMs}`] : []),
  ].join(', ')
}
