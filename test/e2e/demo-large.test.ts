import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LARGE_CUSTOMER, LARGE_HOTEL } from '../../demo/large.ts'
import { registerApplication, tokenFor } from './support/hotel.ts'
import { newServiceFolder, type Run, read, start, startWithoutWaiting } from './support/run.ts'

const place = newServiceFolder()
const stateFile = join(place.state, 'demo.json')

async function seconds(flags: string[]): Promise<{ run: Run; took: number }> {
  const began = performance.now()
  return { run: await start(place, ...flags), took: (performance.now() - began) / 1000 }
}

/** What the hotel has: its rooms, and on each of three days a year apart what holds them. */
async function contents({ service }: Run, days: string[]) {
  const application = await registerApplication(service, LARGE_CUSTOMER, ['reservations:read', 'rates:read'])
  const { access_token: bearer } = await tokenFor(service, application)
  const get = async (path: string) => (await service.requestOk('GET', path, undefined, bearer)).json.content
  const day = (date: string) => `/api/Reservation/GetRoomNights?from=${date}&to=${next(date)}&hotelid=${LARGE_HOTEL}`
  const [first = ''] = days
  const offers = await get(`/api/OnlineBooking/GetOffers?arrivalDate=${next(first)}&departureDate=${next(next(first))}`)
  return {
    rooms: (await get('/api/Reservation/GetHotel')).rooms.length,
    held: await Promise.all(days.map(async date => (await get(day(date))).length)),
    offers: offers.length,
  }
}

const next = (date: string, days = 1) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

it('--demo large adds a hotel of 120 rooms with the bookings of a year in 20 seconds, also after a start that was killed, and once [RUN-71]', async () => {
  const small = await seconds([])
  await small.run.end('SIGTERM')

  const killed = startWithoutWaiting(place, '--demo', 'large')
  await expect.poll(() => existsSync(stateFile) && read(stateFile).includes('"large"')).toBe(true)
  await killed.end('SIGKILL')

  const large = await seconds(['--demo', 'large'])
  expect(large.took).toBeLessThan(small.took + 20)
  const { day } = JSON.parse(read(stateFile)).large
  const days = [day, next(day, 120), next(day, 300)]
  const loaded = await contents(large.run, days)
  expect(loaded.rooms).toBe(120)
  expect(Math.min(...loaded.held)).toBeGreaterThan(20)
  expect(loaded.held[0]).toBeGreaterThan(80)
  expect(loaded.offers).toBeGreaterThan(0)
  await large.run.end('SIGTERM')

  const again = await seconds(['--demo', 'large'])
  expect(await contents(again.run, days)).toEqual(loaded)
})

it('--demo with another word is refused with the words that it takes', async () => {
  const run = startWithoutWaiting(newServiceFolder(), '--demo', 'huge')
  expect((await run.ended).code).toBe(1)
  expect(run.err).toContain("--demo: expected small or large, got 'huge'")
})
