import type { D1Fault, D1FaultCounts } from './d1-faults'

/** The cost of a request or a scheduled run: calls to D1 and KV, rows that D1 bills, and milliseconds spent waiting. */
export interface Cost {
  /** Round trips to D1. */
  trips: number
  rowsRead: number
  rowsWritten: number
  d1Ms: number
  kvReads: number
  kvWrites: number
  kvMs: number
  /** Round trips that D1 failed, by the kind of fault. */
  d1Faults: D1FaultCounts
  /** Whether a batch wrote an event for which the customer has a webhook endpoint, or made webhooks due. */
  startsWebhooks: boolean
}

export const newCost = (): Cost => ({
  trips: 0,
  rowsRead: 0,
  rowsWritten: 0,
  d1Ms: 0,
  kvReads: 0,
  kvWrites: 0,
  kvMs: 0,
  d1Faults: {},
  startsWebhooks: false,
})

export function countFault({ d1Faults }: Cost, fault: D1Fault): void {
  d1Faults[fault] = (d1Faults[fault] ?? 0) + 1
}

/** Awaits a call and adds its duration to a clock, also if it fails. Concurrent calls are added up. */
export async function timed<T>(cost: Cost, clock: 'd1Ms' | 'kvMs', call: Promise<T>): Promise<T> {
  const began = Date.now()
  try {
    return await call
  } finally {
    cost[clock] += Date.now() - began
  }
}
