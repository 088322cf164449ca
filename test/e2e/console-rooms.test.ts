import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type ConsoleHotel, consoleHotel, SignedIn } from './support/console.ts'
import {
  barOf,
  beside,
  bookRoom,
  day,
  drag,
  endOf,
  look,
  pointOf,
  roomsOf,
  rowOf,
  whenDrawn,
} from './support/rooms-chart.ts'
import { sharedService } from './support/shared-service.ts'

/* A reception plans on the chart of rooms with the mouse and by touch. Each test has rooms of its own. */

const { service } = sharedService()
let hotel: ConsoleHotel
let people: SignedIn
let nextRoom = 1001

beforeAll(async () => {
  hotel = await consoleHotel(service)
  people = await SignedIn.at(hotel)
})

const newRoom = () => nextRoom++
const book = (lastName: string, room: number, from: number, to: number, status?: number) =>
  bookRoom(hotel.innlet, { lastName, room, from, to, ...(status && { status }) })

async function open(options?: Parameters<SignedIn['open']>[1]): Promise<Page> {
  const page = await people.open('/console/rooms', { viewport: { width: 1280, height: 2800 }, ...options })
  onTestFinished(() => page.context().close())
  return whenDrawn(page)
}

const send = async (page: Page) => {
  await beside(page).getByRole('button', { name: 'Send' }).click()
  await beside(page).waitFor({ state: 'detached' })
}

describe('the chart', () => {
  it('has rooms by type, stays, closures and free rooms; a departure and an arrival meet in the middle of a day [CONSOLE-40]', async () => {
    const [room, closed] = [newRoom(), newRoom()]
    const before = await open()
    const free = (page: Page) =>
      page
        .getByRole('row', { name: /Sea view double/ })
        .getByRole('gridcell')
        .nth(2 + 1)
        .innerText()
    const count = Number(await free(before))
    await book('Leaves', room, -1, 1)
    await book('Comes', room, 1, 3)
    await hotel.innlet.reservation.closeRoom({ roomID: closed, fromDate: day(1), toDate: day(2), reason: 'Painted' })
    const page = await open()
    expect(Number(await free(page))).toBe(count - 2)
    const [leaves, comes] = await Promise.all(['Leaves', 'Comes'].map(guest => barOf(page, guest).boundingBox()))
    const column = await page
      .getByRole('columnheader')
      .nth(2 + 1 + 1)
      .boundingBox()
    const middle = (column?.x ?? 0) + (column?.width ?? 0) / 2
    expect(Math.abs((leaves?.x ?? 0) + (leaves?.width ?? 0) - middle)).toBeLessThan(3)
    expect(Math.abs((comes?.x ?? 0) - middle)).toBeLessThan(3)
    expect(await rowOf(page, closed).locator('.held.closed').innerText()).toBe('Painted')
  })

  it('says in a bar what the booking needs today [CONSOLE-41]', async () => {
    await book('Arrives', newRoom(), 0, 4)
    await book('Goes', newRoom(), -4, 0, 4)
    await book('Missing', newRoom(), -1, 3)
    await book('Later', newRoom(), 1, 4)
    const page = await open()
    const words = (guest: string) => barOf(page, guest).getAttribute('data-act')
    expect(await words('Arrives')).toBe('check in')
    expect(await words('Goes')).toMatch(/^(check )?out$/)
    expect(await words('Missing')).toBe('not arrived')
    expect(await words('Later')).toBeNull()
  })

  it('has only the rooms that are seen in the page [CONSOLE-52]', async () => {
    const page = await open({ viewport: { width: 1280, height: 500 } })
    expect(await page.locator('rooms-chart .chart-row').count()).toBeLessThan(30)
    await page.locator('rooms-chart .scroller').evaluate(scroller => scroller.scrollTo(0, scroller.scrollHeight))
    await rowOf(page, 305).waitFor()
    expect(await page.locator('rooms-chart .chart-row').count()).toBeLessThan(30)
  })

  it('redraws a booking that changed alone [CONSOLE-50]', async () => {
    const [room, other] = [newRoom(), newRoom()]
    const reservationId = await book('Alone', room, 2, 4)
    await book('Untouched', other, 2, 4)
    const page = await open()
    await barOf(page, 'Alone').waitFor()
    await page.evaluate(() => {
      const changed = new Set<string>()
      Object.assign(window, { changed })
      const note = (node: Node) => {
        const bar = node instanceof Element ? node.closest('.held') : node.parentElement?.closest('.held')
        if (bar) changed.add(bar.textContent ?? '')
      }
      new MutationObserver(list => {
        for (const { target, addedNodes, removedNodes } of list) [target, ...addedNodes, ...removedNodes].forEach(note)
      }).observe(document.querySelector('rooms-chart') as Element, { subtree: true, childList: true, attributes: true })
    })
    await hotel.innlet.booking.post({ bookingID: reservationId, arrivalDate: day(2), departureDate: day(6) })
    const { width = 0 } = (await barOf(page, 'Alone').boundingBox()) ?? {}
    await look(page)
    await expect.poll(async () => (await barOf(page, 'Alone').boundingBox())?.width ?? 0).toBeGreaterThan(width)
    const changed = await page.evaluate(() => [...(window as unknown as { changed: Set<string> }).changed])
    expect(changed).toEqual(['Alone'])
  })
})

describe('with the mouse', () => {
  it('a booking is dragged to another type and night: type and price are shown before it is sent [CONSOLE-42]', async () => {
    const reservationId = await book('Dragged', newRoom(), 3, 5)
    const page = await open()
    const from = await barOf(page, 'Dragged').boundingBox()
    const start = { x: (from?.x ?? 0) + 18, y: (from?.y ?? 0) + 8 }
    await drag(page, start, { ...(await pointOf(page, 301, 4)) })
    await beside(page).getByText('Garden double instead of Sea view double').waitFor()
    await beside(page).getByText('The price stays €200.00.').waitFor()
    expect(await roomsOf(hotel.innlet, reservationId)).not.toEqual(['301 from 4 to 6'])
    await send(page)
    expect(await roomsOf(hotel.innlet, reservationId)).toEqual(['301 from 4 to 6'])
    expect(await rowOf(page, 301).locator('.held').innerText()).toBe('Dragged')
  })

  it('an end is pulled: the difference is shown, and the other room of the booking stays as it is [CONSOLE-42]', async () => {
    const [one, two] = [newRoom(), newRoom()]
    const { reservationId } = await hotel.innlet.booking.post({
      arrivalDate: day(3),
      departureDate: day(5),
      primaryGuestDetails: { lastName: 'Pulled' },
      roomsBooked: [one, two].map(roomID => ({ roomID, rates: [{ rateID: 1, unitCost: 100 }] })),
    })
    const page = await open()
    const box = await rowOf(page, one).locator('.held').boundingBox()
    const end = { x: (box?.x ?? 0) + (box?.width ?? 0) - 4, y: (box?.y ?? 0) + 8 }
    await drag(page, end, await pointOf(page, one, 5))
    await beside(page).getByText('€400.00 → €500.00 (+€100.00)').waitFor()
    await send(page)
    expect(await roomsOf(hotel.innlet, reservationId)).toEqual([`${one} from 3 to 6`, `${two} from 3 to 5`])
  })

  it('a guest who has slept here moves from today on: the nights before stay in the old room [CONSOLE-42]', async () => {
    const [from, to] = [newRoom(), newRoom()]
    const reservationId = await book('Slept', from, -1, 2, 4)
    const page = await open()
    await drag(page, await pointOf(page, from, 0), await pointOf(page, to, 1))
    await beside(page).getByText(`The nights before stay in room ${from}.`).waitFor()
    await beside(page).getByText('The price stays €300.00.').waitFor()
    await send(page)
    expect(await roomsOf(hotel.innlet, reservationId)).toEqual([`${from} from -1 to 0`, `${to} from 0 to 2`])
    expect(await barOf(page, 'Slept').evaluateAll(bars => bars.map(bar => bar.dataset.act))).toEqual([
      undefined,
      undefined,
    ])
  })

  it('what the service refuses is shown where it happened, and put back [CONSOLE-43]', async () => {
    const [from, to] = [newRoom(), newRoom()]
    const reservationId = await book('Refused', from, 3, 5)
    await book('Sits', to, 4, 6)
    const page = await open()
    await drag(page, await pointOf(page, from, 3), await pointOf(page, to, 3))
    await beside(page).getByText('The price stays').waitFor()
    await beside(page).getByRole('button', { name: 'Send' }).click()
    await beside(page).getByRole('alert').getByText(`room ${to} is taken`).waitFor()
    expect(await rowOf(page, to).locator('.ghost.refused').count()).toBe(1)
    expect(await rowOf(page, from).locator('.held:not(.ghost)').innerText()).toBe('Refused')
    expect(await roomsOf(hotel.innlet, reservationId)).toEqual([`${from} from 3 to 5`])
    await page.keyboard.press('Escape')
    await beside(page).waitFor({ state: 'detached' })
  })

  it('free nights that are drawn open a new booking with room and dates [CONSOLE-44]', async () => {
    const room = newRoom()
    const page = await open()
    await drag(page, await pointOf(page, room, 2), await pointOf(page, room, 4))
    await beside(page).getByRole('button', { name: 'New booking' }).click()
    await page.waitForURL(`**/console/new?room=${room}&arrival=${day(2)}&departure=${day(5)}`)
  })

  it('a room is closed by drawing, and opened by pulling the end of its closure [CONSOLE-45]', async () => {
    const room = newRoom()
    const page = await open()
    await drag(page, await pointOf(page, room, 2), await pointOf(page, room, 5))
    await beside(page).getByRole('button', { name: 'Close room' }).click()
    await page.getByLabel('Why, for the staff').fill('Leak')
    await page.getByRole('button', { name: 'Close for 4 nights' }).click()
    await barOf(page, 'Leak').waitFor()
    const closures = async () => {
      const all: string[] = []
      for await (const each of hotel.innlet.reservation.closures({ from: day(0), roomID: room }))
        all.push(`${each.fromDate} ${each.toDate} ${each.reason}`)
      return all
    }
    expect(await closures()).toEqual([`${day(2)} ${day(6)} Leak`])
    await drag(page, await endOf(page, 'Leak'), await pointOf(page, room, 3))
    await beside(page).getByRole('button', { name: 'Open for 2 nights' }).click()
    await beside(page).waitFor({ state: 'detached' })
    expect(await closures()).toEqual([`${day(2)} ${day(4)} Leak`])
  })

  it('a parked booking keeps its room until it is placed [CONSOLE-46]', async () => {
    const [from, to] = [newRoom(), newRoom()]
    const reservationId = await book('Parked', from, 3, 5)
    const page = await open()
    const park = await page.locator('.chart-park .chart-room').boundingBox()
    await drag(page, await pointOf(page, from, 3), { x: 600, y: (park?.y ?? 0) + 12 })
    await page.locator('.chart-park .held', { hasText: 'Parked' }).waitFor()
    expect(await roomsOf(hotel.innlet, reservationId)).toEqual([`${from} from 3 to 5`])
    const parked = await page.locator('.chart-park .held').boundingBox()
    const target = await pointOf(page, to, 3)
    await drag(page, { x: target.x, y: (parked?.y ?? 0) + 12 }, target)
    await beside(page).getByText(`Room ${from} → ${to}`).waitFor()
    await send(page)
    expect(await page.locator('.chart-park .held').count()).toBe(0)
    expect(await roomsOf(hotel.innlet, reservationId)).toEqual([`${to} from 3 to 5`])
  })
})

it('by touch a tap opens the booking, and nothing is dragged [CONSOLE-49]', async () => {
  const room = newRoom()
  const reservationId = await book('Tapped', room, 0, 3)
  const page = await open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  await page
    .locator('rooms-chart .scroller')
    .evaluate((scroller, step) => scroller.scrollTo(0, step), (room - 1001 + 5) * 44)
  const session = await page.context().newCDPSession(page)
  const { x, y } = await pointOf(page, room, 0)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [{ x, y }])
  for (let step = 1; step <= 5; step++) await touch('touchMove', [{ x: x + step * 15, y }])
  await touch('touchEnd', [])
  expect(await beside(page).count()).toBe(0)
  await barOf(page, 'Tapped').tap()
  await page.waitForURL(`**/console/booking/${reservationId}`)
  expect(await roomsOf(hotel.innlet, reservationId)).toEqual([`${room} from 0 to 3`])
})
