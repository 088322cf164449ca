import { Connection, type Load, messages } from './load.ts'

/** Connections of an open load. A request waits for a free one, and this time counts. */
const CONNECTIONS = 64

/**
 * Sends requests at a constant rate, whether earlier ones have responded or not. The latency of each counts from the time at
 * which it was due, so that a request that waits behind a slow one is as late as a client would see it. Returns the latencies in
 * milliseconds.
 */
export async function runOpenLoad(
  { origin, requests, status }: Load,
  perSecond: number,
  seconds: number,
): Promise<number[]> {
  const total = Math.max(1, Math.round(perSecond * seconds))
  const free = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.to(origin)))
  const connections = [...free]
  const texts = Array.from({ length: total }, messages(origin, requests))
  const times: number[] = []
  const began = performance.now()
  const dueAt = (i: number) => began + (i * 1000) / perSecond
  try {
    await new Promise<void>((resolve, reject) => {
      let next = 0
      const send = async (i: number, connection: Connection) => {
        const message = texts[i] as string
        const responded = await connection.send(message)
        if (responded !== status) throw new Error(`expected ${status}, got ${responded}: ${message.slice(0, 300)}`)
        times.push(performance.now() - dueAt(i))
        free.push(connection)
        if (times.length === total) resolve()
        else begin()
      }
      const begin = () => {
        while (next < total && dueAt(next) <= performance.now()) {
          const connection = free.pop()
          if (!connection) return
          send(next++, connection).catch(reject)
        }
      }
      const tick = () => {
        begin()
        if (next < total) setTimeout(tick, 1)
      }
      tick()
    })
  } finally {
    for (const connection of connections) connection.close()
  }
  return times
}
