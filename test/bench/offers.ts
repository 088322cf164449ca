/**
 * `node test/bench/offers.ts`: what GetOffers takes in a hotel of 50 rooms with 8 plans, for 14 nights, beside the reading half of
 * postreservation: a booking that is refused because of its `expectedTotal`.
 */
import { daysFrom } from '../../demo/stay.ts'
import { setUpHotel } from '../e2e/support/hotel.ts'
import { type BenchService, startBenchService } from './bench-service.ts'
import { createIntegrator } from './fixture.ts'
import { median } from './load.ts'
import { type Figure, figureWithoutLimit, print } from './report.ts'

const TYPES = 5
const ROOMS_PER_TYPE = 10
const PLANS = 8
const NIGHTS = 14
const ROUNDS = 200

const day = daysFrom('2027-03-01')
const numbers = (length: number) => Array.from({ length }, (_, i) => i + 1)
const stay = { arrivalDate: day(10), departureDate: day(10 + NIGHTS) }

export async function benchOffers(): Promise<Figure[]> {
  const bench = await startBenchService()
  try {
    const bearer = await fill(bench)
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
    return [
      figure(`GetOffers, ${TYPES * ROOMS_PER_TYPE} rooms, ${content.length} offers of ${NIGHTS} nights`, took.all),
      figure('GetOffers, one room type of these', took.one),
    ]
  } finally {
    await bench.close()
  }
}

/** Creates the hotel with its calendar of three months, and returns a bearer token. */
async function fill({ service }: BenchService): Promise<string> {
  const hotelid = 'H1'
  await setUpHotel(service, 1, {
    roomTypes: numbers(TYPES).map(roomTypeId => ({ roomTypeId, hotelid, name: `Type ${roomTypeId}`, maxOccupancy: 4 })),
    rooms: numbers(TYPES * ROOMS_PER_TYPE).map(roomId => ({
      roomId,
      roomTypeId: ((roomId - 1) % TYPES) + 1,
      roomName: `Room ${roomId}`,
    })),
    ratePlans: numbers(PLANS).map(rateId => ({ rateId, hotelid, name: `Rate ${rateId}` })),
  })
  const { bearer } = await createIntegrator(service, 1)
  const rates = numbers(PLANS).map(rate => ({ rateplanid: `P${rate}` }))
  const date = numbers(90).map(n => ({
    from: day(n),
    to: day(n),
    roomstosell: '5',
    rate: rates,
    price: [
      { numberOfGuests: '1', value: `${80 + (n % 7)}.00` },
      { numberOfGuests: '2', value: `${100 + (n % 7)}.00` },
    ],
  }))
  const data = (roomid: string) => [{ sellableProducts: { hotelid, sellableProduct: [{ roomid }] } }]
  await service.requestOk(
    'POST',
    '/api/CMConnect/UpdateCMConnect',
    {
      rooms: numbers(TYPES).map(roomTypeId => ({ roomTypeId, data: data(`R${roomTypeId}`) })),
      ratePlan: numbers(PLANS).map(rateID => ({
        rateID,
        data: [{ ratePlans: { hotelid, ratePlan: [{ rateplanid: `P${rateID}` }] } }],
      })),
      rateAvailability: [{ data: [{ hotelid, room: numbers(TYPES).map(type => ({ roomid: `R${type}`, date })) }] }],
    },
    bearer,
  )
  return bearer
}

if (import.meta.main) print(await benchOffers())
