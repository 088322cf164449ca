/**
 * `node test/bench/bodies.ts`: the cost of bodies of 5 MiB. It measures the CPU time of a valid message of 29,200 cells and of
 * hostile ones of the maximum size, in alternating rounds. It also measures the heap of the isolate with twenty such requests at
 * a time.
 */
import { readFileSync } from 'node:fs'
import { LIMITS } from '../../schema/wire/limits.ts'
import { setUpHotel } from '../e2e/support/hotel.ts'
import { processTree } from '../e2e/support/processes.ts'
import { channelHotelCalendar, channelHotelContent, channelHotelSetup } from '../fixtures/channel-hotel.ts'
import { type BenchService, startBenchService } from './bench-service.ts'
import { createIntegrator } from './fixture.ts'
import { hostileBodies } from './hostile-bodies.ts'
import { watchHeap } from './inspector.ts'
import { median } from './load.ts'
import { type Figure, print } from './report.ts'

const ROUNDS = 3
const AT_ONCE = 20
const WAVES = 1
const HEAP_LIMIT = 128
const MIB = 1024 * 1024
const PATH = '/api/CMConnect/UpdateCMConnect'

/** All figures of large bodies. A hostile body may cost as much as a valid one, plus a tenth for noise. */
export async function benchBodies(): Promise<Figure[]> {
  const bench = await startBenchService({ inspected: true })
  try {
    const { send, good } = await openChannel(bench)
    const [size] = LIMITS.CHANNEL_BODY_BYTES
    const bodies = { 'good: 29,200 cells': good, ...hostileBodies(size) }
    return [...(await costs(send, bodies)), ...(await heaps(bench, send, bodies))]
  } finally {
    await bench.close()
  }
}

type Send = (body: string) => Promise<number>

/** A hotel with channel content, and a function that sends its messages. */
async function openChannel({ service }: BenchService): Promise<{ send: Send; good: string }> {
  await setUpHotel(service, 1, channelHotelSetup())
  const { bearer } = await createIntegrator(service, 1)
  await service.requestOk('POST', PATH, channelHotelContent(), bearer)
  const send: Send = async body => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${bearer}` }
    const response = await fetch(`${service.origin}${PATH}`, { method: 'POST', headers, body })
    await response.arrayBuffer()
    return response.status
  }
  const good = JSON.stringify(channelHotelCalendar({ from: '2027-01-01', days: 730 }))
  return { send, good }
}

/** CPU time of the runtime processes so far, in milliseconds. */
function cpuUsed(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // Ticks in user and in system mode, 100 per second.
    return sum + 10 * (Number(fields[11]) + Number(fields[12]))
  }, 0)
}

const runtimePids = () => processTree(process.pid).filter(pid => pid !== process.pid && isRuntime(pid))
function isRuntime(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('workerd')
  } catch {
    return false
  }
}

async function costs(send: Send, bodies: Record<string, string>): Promise<Figure[]> {
  const pids = runtimePids()
  const spent = new Map<string, number[]>()
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, body] of Object.entries(bodies)) {
      const before = cpuUsed(pids)
      await send(body)
      // The first round is a warm-up.
      if (round) spent.set(name, [...(spent.get(name) ?? []), cpuUsed(pids) - before])
    }
  }
  const [good = 0, ...others] = [...spent.values()].map(median)
  return [...spent.keys()].map((name, i) => {
    const value = i ? (others[i - 1] ?? 0) : good
    return {
      name: `CPU, ${name}`,
      value,
      unit: 'ms',
      ...(i && { limit: Math.round(1.1 * good), holds: value <= 1.1 * good }),
    }
  })
}

async function heaps({ runtime }: BenchService, send: Send, bodies: Record<string, string>): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, body] of Object.entries(bodies)) {
    const heap = await watchHeap(await runtime.getInspectorURL())
    for (let wave = 0; wave < WAVES; wave++) await Promise.all(Array.from({ length: AT_ONCE }, () => send(body)))
    const value = Math.round((await heap.peak()) / MIB)
    figures.push({
      name: `heap, ${AT_ONCE} at once, ${name}`,
      value,
      unit: 'MiB',
      limit: HEAP_LIMIT,
      holds: value < HEAP_LIMIT,
    })
  }
  return figures
}

if (import.meta.main) {
  const figures = await benchBodies()
  print(figures)
  process.exitCode = figures.every(({ holds = true }) => holds) ? 0 : 1
}
