/** What one request, or one run, cost: calls that left the isolate, the rows that D1 bills, and milliseconds spent waiting. */
export interface Cost {
  /** Round trips to D1. */
  trips: number
  rowsRead: number
  rowsWritten: number
  d1Ms: number
  kvReads: number
  kvWrites: number
  kvMs: number
}

export const newCost = (): Cost => ({
  trips: 0,
  rowsRead: 0,
  rowsWritten: 0,
  d1Ms: 0,
  kvReads: 0,
  kvWrites: 0,
  kvMs: 0,
})

/** Waits for a call, and puts down how long that took, however it ended. Calls at the same time count one by one. */
export async function timed<T>(cost: Cost, clock: 'd1Ms' | 'kvMs', call: Promise<T>): Promise<T> {
  const began = Date.now()
  try {
    return await call
  } finally {
    cost[clock] += Date.now() - began
  }
}
