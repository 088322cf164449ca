import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { repetitions } from '../support/repetitions.ts'
import { type ConsoleHotel, consoleHotel, SignedIn } from './support/console.ts'
import { barOf, beside, bookRoom, drag, look, pointOf, roomsOf, whenDrawn } from './support/rooms-chart.ts'
import { sharedService } from './support/shared-service.ts'

/* Receptions drag their bookings into one room at once, while the network loses requests and responses. */

const SECONDS = repetitions(2, 60)
const PAGES = repetitions(4, 8)
const [WANTED, FIRST] = [101, 1001]
/** The nights of each booking, in days after today. */
const [FROM, TO] = [3, 5]

const { service } = sharedService()
let hotel: ConsoleHotel
let people: SignedIn

beforeAll(async () => {
  hotel = await consoleHotel(service)
  people = await SignedIn.at(hotel)
})

/** Loses every fifth write, by turns before and after the service has it, and every tenth read. */
async function loseSome(page: Page, from: number): Promise<void> {
  let requests = from
  await page.route('**/api/**', async (route: Route) => {
    const turn = requests++ % 10
    if (turn === 3) return route.abort('connectionreset')
    if (turn !== 8 || route.request().method() !== 'POST') return route.continue()
    await route.fetch().catch(() => {})
    await route.abort('connectionreset')
  })
}

const whereIs = (page: Page, guest: string) =>
  barOf(page, guest).evaluate(bar => Number(bar.closest<HTMLElement>('[data-room]')?.dataset.room))

/** Drags a booking, and sends it again as long as it is not known whether it arrived. Whether it was moved. */
async function dragTo(page: Page, guest: string, from: number, to: number): Promise<boolean> {
  await page.keyboard.press('Escape')
  await drag(page, await pointOf(page, from, FROM), await pointOf(page, to, FROM))
  const refused = page.locator('rooms-chart .beside.bad')
  const send = beside(page).getByRole('button', { name: 'Send' }).and(page.locator(':enabled'))
  for (let presses = 0; presses < 20; presses++) {
    await Promise.race([send.waitFor(), refused.waitFor()]).catch(() => {})
    if (await refused.count()) return false
    if (!(await send.count())) break
    await page.keyboard.press('Enter')
    await Promise.race([
      beside(page).waitFor({ state: 'detached' }),
      refused.waitFor(),
      page.locator('.beside .refusal').waitFor(),
    ])
    if (!(await beside(page).count())) break
  }
  return (await whereIs(page, guest)) === to
}

it(`${PAGES} pages that drag into one room for ${SECONDS} s make no double night, and end with the truth [CONSOLE-53]`, async () => {
  const guests = Array.from({ length: PAGES }, (_, i) => ({ name: `Guest-${i}`, own: FIRST + i }))
  const ids = await Promise.all(
    guests.map(({ name, own }) => bookRoom(hotel.innlet, { lastName: name, room: own, from: FROM, to: TO })),
  )
  const pages = await Promise.all(
    guests.map(() => people.open('/console/rooms', { viewport: { width: 1280, height: 800 } }).then(whenDrawn)),
  )
  onTestFinished(() => Promise.all(pages.map(page => page.context().close())).then(() => {}))
  const end = Date.now() + SECONDS * 1000
  let [placed, tries] = [0, 0]
  await Promise.all(
    guests.map(async ({ name, own }, i) => {
      const page = pages[i] as Page
      await loseSome(page, i)
      for (let tried = 0; tried < 2 || Date.now() < end; tried++) {
        const room = await whereIs(page, name)
        tries++
        if (await dragTo(page, name, room, room === WANTED ? own : WANTED)) placed++
      }
      await page.unrouteAll({ behavior: 'wait' })
    }),
  )
  expect(tries).toBeGreaterThan(PAGES)
  expect(placed).toBeGreaterThan(0)

  const truth = await Promise.all(ids.map(id => roomsOf(hotel.innlet, id)))
  const rooms = truth.map(([room = '']) => Number(room.split(' ')[0]))
  expect(new Set(rooms).size).toBe(PAGES)
  for (const [i, room] of rooms.entries()) expect([WANTED, guests[i]?.own]).toContain(room)
  for (const page of pages) {
    await page.keyboard.press('Escape')
    await look(page)
    await expect
      .poll(() => Promise.all(guests.map(({ name }) => whereIs(page, name))), { timeout: 20_000 })
      .toEqual(rooms)
  }
}, 300_000)
