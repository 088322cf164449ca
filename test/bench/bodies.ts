/* The heap of the isolate with twenty bodies of 5 MiB at a time: a valid message of 29,200 cells, and hostile ones. */
import { LIMITS } from '../../schema/wire/limits.ts'
import { setUpHotel } from '../e2e/support/hotel.ts'
import { channelHotelCalendar, channelHotelContent, channelHotelSetup } from '../fixtures/channel-hotel.ts'
import { type BenchService, startBenchService } from './bench-service.ts'
import { createIntegrator } from './fixture.ts'
import { hostileBodies } from './hostile-bodies.ts'
import { watchHeap } from './inspector.ts'
import { atMost, type Figure } from './report.ts'

const AT_ONCE = 20
const HEAP_LIMIT = 128
const MIB = 1024 * 1024
const PATH = '/api/CMConnect/UpdateCMConnect'

export async function benchBodies(): Promise<Figure[]> {
  const bench = await startBenchService({ inspected: true })
  try {
    const { send, good } = await openChannel(bench)
    const [size] = LIMITS.CHANNEL_BODY_BYTES
    const bodies = { 'good: 29,200 cells': good, ...hostileBodies(size) }
    return await heaps(bench, send, bodies)
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

async function heaps({ runtime }: BenchService, send: Send, bodies: Record<string, string>): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, body] of Object.entries(bodies)) {
    const heap = await watchHeap(await runtime.getInspectorURL())
    await Promise.all(Array.from({ length: AT_ONCE }, () => send(body)))
    const value = Math.round((await heap.peak()) / MIB)
    figures.push(atMost(`heap, ${AT_ONCE} at once, ${name}`, value, 'MiB', HEAP_LIMIT))
  }
  return figures
}
