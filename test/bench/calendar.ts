/**
 * `node test/bench/calendar.ts`: the largest page of GetCMConnect. The hotel has 160 rooms with 8 plans for two years, and every
 * day has another price than the day before: 1,052,640 cells, which release 1.0.0 returned in one response.
 */
import { daysFrom } from '../../demo/stay.ts'
import { LIMITS } from '../../schema/wire/limits.ts'
import { setUpHotel } from '../e2e/support/hotel.ts'
import { type BenchService, startBenchService } from './bench-service.ts'
import { createIntegrator } from './fixture.ts'
import { watchHeap } from './inspector.ts'
import { median } from './load.ts'
import { atMost, type Figure, figureWithoutLimit, print } from './report.ts'

const ROOMS = 160
const PLANS = 8
const [DAYS] = LIMITS.CHANNEL_WINDOW_DAYS
const ROOMS_PER_MESSAGE = 20
const HEAP_LIMIT = 128
const MIB = 1024 * 1024
const PATH = '/api/CMConnect'

const day = daysFrom('2027-01-01')
const rooms = Array.from({ length: ROOMS }, (_, i) => `R${String(i).padStart(3, '0')}`)
const plans = Array.from({ length: PLANS }, (_, i) => `P${i}`)

export async function benchCalendar(): Promise<Figure[]> {
  const bench = await startBenchService({ inspected: true })
  try {
    const bearer = await fill(bench)
    const read = reader(bench, bearer)
    const { pages, took, bytes } = await readAll(read)
    const heap = await watchHeap(await bench.runtime.getInspectorURL())
    await read('')
    const peak = Math.round((await heap.peak()) / MIB)
    return [
      figureWithoutLimit(
        'GetCMConnect, a page of 50,000 cells',
        Math.round(median(took)),
        'ms',
        `${(bytes / pages / 1e6).toFixed(1)} MB; ${pages} pages for ${ROOMS} rooms with ${PLANS} plans and ${DAYS} days`,
      ),
      atMost('heap, GetCMConnect, a page of 50,000 cells', peak, 'MiB', HEAP_LIMIT),
    ]
  } finally {
    await bench.close()
  }
}

/** Sends the calendar, and returns a bearer token that may read it. */
async function fill({ service }: BenchService): Promise<string> {
  await setUpHotel(service, 1)
  const { bearer } = await createIntegrator(service, 1)
  const send = (message: object) => service.requestOk('POST', `${PATH}/UpdateCMConnect`, message, bearer)
  const hotelid = 'H1'
  const sellableProduct = rooms.map(roomid => ({ roomid }))
  const ratePlan = plans.map(rateplanid => ({ rateplanid }))
  await send({
    rooms: [{ data: [{ sellableProducts: { hotelid, sellableProduct } }] }],
    ratePlan: [{ data: [{ ratePlans: { hotelid, ratePlan } }] }],
  })
  const date = Array.from({ length: DAYS }, (_, n) => ({
    from: day(n),
    to: day(n),
    roomstosell: '3',
    rate: ratePlan,
    price: [{ numberOfGuests: '2', value: `${100 + (n % 50)}.00` }],
  }))
  for (let first = 0; first < ROOMS; first += ROOMS_PER_MESSAGE) {
    const room = rooms.slice(first, first + ROOMS_PER_MESSAGE).map(roomid => ({ roomid, date }))
    await send({ rateAvailability: [{ data: [{ hotelid, room }] }] })
  }
  return bearer
}

type Read = (cursor: string) => Promise<{ next: string; bytes: number }>

const reader =
  ({ service }: BenchService, bearer: string): Read =>
  async cursor => {
    const query = new URLSearchParams({ hotelid: 'H1', from: day(0), to: day(DAYS - 1), cursor })
    const headers = { authorization: `Bearer ${bearer}` }
    const response = await fetch(`${service.origin}${PATH}/GetCMConnect?${query}`, { headers })
    const body = await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`GetCMConnect: ${response.status}`)
    return { next: response.headers.get('x-next-cursor') ?? '', bytes: body.byteLength }
  }

async function readAll(read: Read) {
  const took: number[] = []
  let bytes = 0
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const began = performance.now()
    const page: { next: string; bytes: number } = await read(cursor)
    took.push(performance.now() - began)
    bytes += page.bytes
    cursor = page.next || undefined
  }
  return { pages: took.length, took, bytes }
}

if (import.meta.main) print(await benchCalendar())
