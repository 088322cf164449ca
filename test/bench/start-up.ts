import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { BenchService } from './bench-service.ts'
import type { BenchData } from './fixture.ts'
import { atMost, type Figure, figureWithoutLimit } from './report.ts'
import { type Pace, takeTurns, timeOf } from './turns.ts'

const ROUNDS = 15

/** The size of the Worker, and the time from the start of an isolate to its first response. */
export async function benchStartUp(
  { build, origins: { isolateStart } }: BenchService,
  _: BenchData,
  { rounds }: Pace,
): Promise<Figure[]> {
  let isolates = 0
  const firstResponse = (name: 'innlet' | 'hono') => () =>
    timeOf(async () => {
      const response = await fetch(new URL(`/${name}/${isolates++}`, isolateStart))
      await response.text()
      if (response.status !== 200) throw new Error(`a new isolate of ${name} answered ${response.status}`)
    })
  // The first response also pays for the first use of the loader: it is in the round that is not counted.
  const measured = await takeTurns(
    { innlet: firstResponse('innlet'), hono: firstResponse('hono') },
    Math.min(rounds, ROUNDS),
  )
  const hono = measured.of('hono')
  return [
    figureWithoutLimit('Worker, gzip', gzipSync(readFileSync(build.script), { level: 9 }).length / 1000, 'kB'),
    atMost(
      'start of an isolate to its first answer',
      measured.of('innlet'),
      'ms',
      1.5 * hono + 20,
      `a bare hono Worker ${hono.toFixed(1)} ms, × 1.5 + 20 ms`,
    ),
  ]
}
