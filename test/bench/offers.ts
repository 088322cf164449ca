/**
 * `node test/bench/offers.ts`: what GetOffers takes in a hotel of 50 rooms with 8 plans, for 14 nights, beside the reading half of
 * postreservation: a booking that is refused because of its `expectedTotal`. And in a hotel of 50 room types with 8 plans, for 731
 * nights: each page, and a booking of another customer while five clients read the list at once.
 */
import { daysFrom } from '../../demo/stay.ts'
import { setUpHotel } from '../e2e/support/hotel.ts'
import { type BenchService, startBenchService } from './bench-service.ts'
import { createIntegrator } from './fixture.ts'
import { median } from './load.ts'
import { atMost, type Figure, figureWithoutLimit, print } from './report.ts'

const TYPES = 5
const ROOMS_PER_TYPE = 10
const PLANS = 8
const NIGHTS = 14
const ROUNDS = 200

/** The large hotel, and its longest stay. */
const MANY_TYPES = 50
const YEARS = 731
const READERS = 5
const BOOKINGS = 25

const day = daysFrom('2027-03-01')
const numbers = (length: number) => Array.from({ length }, (_, i) => i + 1)
const stay = { arrivalDate: day(10), departureDate: day(10 + NIGHTS) }

export async function benchOffers(): Promise<Figure[]> {
  const bench = await startBenchService()
  try {
    const bearer = await fill(bench, { customer: 1, types: TYPES, roomsPerType: ROOMS_PER_TYPE, days: 90 })
    const { service } = bench
    const list = (query: object = {}) => {
      const search = new URLSearchParams({ ...stay, guests: '2', ...query })
      return () => service.requestOk('GET', `/api/OnlineBooking/GetOffers?${search}`, undefined, bearer)
    }
    const refused = async () => {
      const primaryGuestDetails = { lastName: 'Okabe' }
      const body = { identity: 'refused', ...stay, roomTypeID: 1, expectedTotal: 1, primaryGuestDetails }
      const { status } = await service.request('POST', '/api/OnlineBooking/postreservation', body, bearer)
      if (status !== 409) throw new Error(`expected 409, got ${status}`)
    }
    const { content } = (await list()()).json
    const asked = { all: list(), one: list({ roomTypeID: '1' }), refused }
    const took: Record<keyof typeof asked, number[]> = { all: [], one: [], refused: [] }
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of ['all', 'one', 'refused'] as const) {
        const start = performance.now()
        await asked[name]()
        took[name].push(performance.now() - start)
      }
    }
    const reading = median(took.refused)
    const figure = (name: string, times: number[]) =>
      figureWithoutLimit(
        name,
        median(times),
        'ms',
        `${reading.toFixed(2)} ms: postreservation that is refused after its reading`,
      )
    const large = await benchLongStay(bench)
    return [
      ...large,
      figure(`GetOffers, ${TYPES * ROOMS_PER_TYPE} rooms, ${content.length} offers of ${NIGHTS} nights`, took.all),
      figure('GetOffers, one room type of these', took.one),
    ]
  } finally {
    await bench.close()
  }
}

/** Pages of the longest stay in the large hotel, and what they mean for another customer. */
async function benchLongStay(bench: BenchService): Promise<Figure[]> {
  const { service } = bench
  const bearer = await fill(bench, { customer: 2, types: MANY_TYPES, roomsPerType: 1, days: YEARS })
  const other = await fill(bench, { customer: 3, types: 1, roomsPerType: 1, days: BOOKINGS * 4 })
  const query = { arrivalDate: day(1), departureDate: day(1 + YEARS), guests: '2' }

  /** Reads all pages, until `isOver`. Returns how long each took (ms). */
  async function readPages(isOver = () => false): Promise<number[]> {
    const took: number[] = []
    let cursor = ''
    do {
      const search = new URLSearchParams({ ...query, cursor })
      const start = performance.now()
      const { headers } = await service.requestOk('GET', `/api/OnlineBooking/GetOffers?${search}`, undefined, bearer)
      took.push(performance.now() - start)
      cursor = headers.get('x-next-cursor') ?? ''
    } while (cursor && !isOver())
    return took
  }

  /** Books nights one after another. Returns how long each took (ms). */
  async function book(from: number): Promise<number[]> {
    const took: number[] = []
    for (const n of numbers(BOOKINGS)) {
      const dates = { arrivalDate: day(from + n), departureDate: day(from + n + 1) }
      const body = { identity: `long-${from + n}`, ...dates, roomTypeID: 1, primaryGuestDetails: { lastName: 'Okabe' } }
      const start = performance.now()
      await service.requestOk('POST', '/api/OnlineBooking/postreservation', body, other)
      took.push(performance.now() - start)
    }
    return took
  }

  const pages = await readPages()
  await book(0)
  const alone = median(await book(BOOKINGS))
  let isOver = false
  const readers = numbers(READERS).map(async () => {
    while (!isOver) await readPages(() => isOver)
  })
  const beside = median(await book(2 * BOOKINGS))
  isOver = true
  await Promise.all(readers)
  return [
    atMost(
      `GetOffers, ${MANY_TYPES} room types of ${PLANS} plans, ${YEARS} nights: the slowest of ${pages.length} pages`,
      Math.max(...pages),
      'ms',
      300,
      `median ${median(pages).toFixed(1)} ms`,
    ),
    atMost(
      `a booking of another customer while ${READERS} clients read these pages: its delay`,
      beside - alone,
      'ms',
      100,
      `median ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside them`,
    ),
  ]
}

/** A hotel with a calendar. */
interface Hotel {
  customer: number
  types: number
  roomsPerType: number
  days: number
}

/** Creates a hotel with its calendar, and returns a bearer token. */
async function fill({ service }: BenchService, { customer, types, roomsPerType, days }: Hotel): Promise<string> {
  const hotelid = 'H1'
  const count = types * roomsPerType
  await setUpHotel(service, customer, {
    roomTypes: numbers(types).map(roomTypeId => ({ roomTypeId, hotelid, name: `Type ${roomTypeId}`, maxOccupancy: 4 })),
    rooms: numbers(count).map(roomId => ({
      roomId,
      roomTypeId: ((roomId - 1) % types) + 1,
      roomName: `Room ${roomId}`,
    })),
    ratePlans: numbers(PLANS).map(rateId => ({ rateId, hotelid, name: `Rate ${rateId}` })),
  })
  const { bearer } = await createIntegrator(service, customer)
  const update = (message: object) => service.requestOk('POST', '/api/CMConnect/UpdateCMConnect', message, bearer)
  const data = (roomid: string) => [{ sellableProducts: { hotelid, sellableProduct: [{ roomid }] } }]
  await update({
    rooms: numbers(types).map(roomTypeId => ({ roomTypeId, data: data(`R${roomTypeId}`) })),
    ratePlan: numbers(PLANS).map(rateID => ({
      rateID,
      data: [{ ratePlans: { hotelid, ratePlan: [{ rateplanid: `P${rateID}` }] } }],
    })),
  })
  const rates = numbers(PLANS).map(rate => ({ rateplanid: `P${rate}` }))
  const date = numbers(days).map(n => ({
    from: day(n),
    to: day(n),
    roomstosell: '5',
    rate: rates,
    price: [
      { numberOfGuests: '1', value: `${80 + (n % 7)}.00` },
      { numberOfGuests: '2', value: `${100 + (n % 7)}.00` },
    ],
  }))
  for (const type of numbers(types)) {
    await update({ rateAvailability: [{ data: [{ hotelid, room: [{ roomid: `R${type}`, date }] }] }] })
  }
  return bearer
}

if (import.meta.main) print(await benchOffers())
