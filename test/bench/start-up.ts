import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { BenchService } from './bench-service.ts'
import { median } from './load.ts'
import { atMost, type Figure, figureWithoutLimit } from './report.ts'

const REPETITIONS = 15

/** The size of the Worker, and the time from the start of an isolate to its first response. */
export async function benchStartUp({ build, origins: { isolateStart } }: BenchService): Promise<Figure[]> {
  const times = { innlet: [] as number[], hono: [] as number[] }
  for (let n = 0; n <= REPETITIONS; n++) {
    for (const name of ['innlet', 'hono'] as const) {
      const began = performance.now()
      const response = await fetch(new URL(`/${name}/${n}`, isolateStart))
      await response.text()
      if (response.status !== 200) throw new Error(`a new isolate of ${name} answered ${response.status}`)
      // The first response also pays for the first use of the loader, and is not counted.
      if (n) times[name].push(performance.now() - began)
    }
  }
  const [ours, hono] = [median(times.innlet), median(times.hono)]
  const limit = 1.5 * hono + 20
  return [
    figureWithoutLimit('Worker, gzip', gzipSync(readFileSync(build.script), { level: 9 }).length / 1000, 'kB'),
    atMost(
      'start of an isolate to its first answer',
      ours,
      'ms',
      limit,
      `a bare hono Worker ${hono.toFixed(1)} ms, × 1.5 + 20 ms`,
    ),
  ]
}
