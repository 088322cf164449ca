import { D1_FAULTS } from '../db/d1-faults'
import type { RequestContext } from '../request-context'

/** How a request ended. */
export interface Outcome {
  /** The pattern of the path, never the path itself. */
  route: string
  status: number
  /** The error code, also where the response does not show it. */
  code?: string
  /** The customer whose credential or link the request had, and the number of the customer's database. */
  customer?: number
  shard?: number
}

/**
 * Writes one data point for each request to Workers Analytics Engine, where it is bound. The order of the columns is fixed: queries
 * name them by their number (docs/logs.md). The index is the route, so that sampling keeps the rare routes.
 */
export function writePoint(
  { env, request, cost, startedAt, log: { caller = '' } }: RequestContext,
  { route, status, code = 'OK', customer, shard }: Outcome,
): void {
  env.METRICS?.writeDataPoint({
    indexes: [route],
    blobs: [route, request.method, code, String(customer ?? ''), String(shard ?? ''), caller],
    doubles: [
      status,
      Date.now() - startedAt,
      cost.trips,
      cost.rowsRead,
      cost.rowsWritten,
      cost.d1Ms,
      cost.kvMs,
      ...D1_FAULTS.map(fault => cost.d1Faults[fault] ?? 0),
    ],
  })
}

/** Errors of a public path all look alike. Their duration would tell them apart. */
export const sendsServerTiming = (isPublic: boolean, status: number): boolean => !isPublic || status < 400

/** The header `Server-Timing`: milliseconds in all, and those spent waiting for D1 and for KV where they were used. */
export function serverTiming({ cost, startedAt }: RequestContext): string {
  const { trips, d1Ms, kvReads, kvWrites, kvMs } = cost
  const db = trips ? `, db;dur=${d1Ms};desc="trips: ${trips}"` : ''
  const kv = kvReads + kvWrites ? `, kv;dur=${kvMs}` : ''
  return `total;dur=${Date.now() - startedAt}${db}${kv}`
}
