import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { BenchService } from './bench-service.ts'
import { median } from './load.ts'
import { atMost, type Figure } from './report.ts'

const TIMES = 15

/** What the Worker weighs, and how long an isolate takes from nothing to its first answer. */
export async function benchStartUp({ build, origins: { isolateStart } }: BenchService): Promise<Figure[]> {
  const times = { innlet: [] as number[], hono: [] as number[] }
  for (let n = 0; n <= TIMES; n++) {
    for (const name of ['innlet', 'hono'] as const) {
      const began = performance.now()
      const response = await fetch(new URL(`/${name}/${n}`, isolateStart))
      await response.text()
      if (response.status !== 200) throw new Error(`a new isolate of ${name} answered ${response.status}`)
      // The first of each is also the first that the isolateStart does.
      if (n) times[name].push(performance.now() - began)
    }
  }
  const [ours, hono] = [median(times.innlet), median(times.hono)]
  const limit = 1.5 * hono + 20
  return [
    atMost('Worker, gzip', gzipSync(readFileSync(build.script), { level: 9 }).length / 1000, 'kB', 150),
    atMost(
      'start of an isolate to its first answer',
      ours,
      'ms',
      limit,
      `a bare hono Worker ${hono.toFixed(1)} ms, × 1.5 + 20 ms`,
    ),
  ]
}
