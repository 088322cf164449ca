import type { Page } from 'playwright-core'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { expectAccessible, violationsInSchemes } from './support/axe.ts'
import { type ConsoleHotel, consoleHotel, SignedIn } from './support/console.ts'
import { barOf, beside, bookRoom, day, goTo, grid, roomsOf, rowOf, whenDrawn } from './support/rooms-chart.ts'
import { sharedService } from './support/shared-service.ts'

/* A reception plans on the chart of rooms by the keyboard alone, and with a screen reader. */

const { service } = sharedService()
let hotel: ConsoleHotel
let people: SignedIn

beforeAll(async () => {
  hotel = await consoleHotel(service)
  people = await SignedIn.at(hotel)
})

async function open(): Promise<Page> {
  const page = await people.open('/console/rooms', { viewport: { width: 1280, height: 900 } })
  onTestFinished(() => page.context().close())
  return whenDrawn(page)
}

/** Sends what is about to be done, and waits until it is. */
async function enter(page: Page): Promise<void> {
  await beside(page)
    .getByRole('button', { name: /Send|Open/ })
    .and(page.locator(':enabled'))
    .waitFor()
  await page.keyboard.press('Enter')
  await beside(page).waitFor({ state: 'detached' })
}

it('moving, lengthening, parking, closing, opening and a new booking work by the keyboard alone [CONSOLE-47]', async () => {
  const { innlet } = hotel
  const [moved, parked] = [
    await bookRoom(innlet, { lastName: 'Moved', room: 101, from: 2, to: 4 }),
    await bookRoom(innlet, { lastName: 'Parked', room: 103, from: 2, to: 4 }),
  ]
  const page = await open()
  await goTo(page, 101, 2)
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowRight')
  await enter(page)
  expect(await roomsOf(innlet, moved)).toEqual(['102 from 3 to 5'])

  await page.keyboard.press('Shift+ArrowRight')
  await beside(page).getByText('€200.00 → €300.00 (+€100.00)').waitFor()
  await enter(page)
  expect(await roomsOf(innlet, moved)).toEqual(['102 from 3 to 6'])

  await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Escape')
  expect(await beside(page).count()).toBe(0)
  expect(await roomsOf(innlet, moved)).toEqual(['102 from 3 to 6'])

  await goTo(page, 103, 2)
  await page.keyboard.press('p')
  expect(await page.locator('.chart-park .held').innerText()).toBe('Parked')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowUp')
  for (const key of ['Alt+ArrowDown', 'Alt+ArrowDown']) await page.keyboard.press(key)
  expect(await roomsOf(innlet, parked)).toEqual(['103 from 2 to 4'])
  await enter(page)
  expect(await roomsOf(innlet, parked)).toEqual(['104 from 2 to 4'])
  expect(await page.locator('.chart-park .held').count()).toBe(0)

  await goTo(page, 201, 1)
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'c']) await page.keyboard.press(key)
  await page.getByLabel('Why, for the staff').waitFor()
  await page.keyboard.type('Painted')
  await page.keyboard.press('Enter')
  await barOf(page, 'Painted').waitFor()
  const closed = async () => {
    for await (const { fromDate, toDate } of innlet.reservation.closures({ from: day(0), roomID: 201 }))
      return [fromDate, toDate]
    return undefined
  }
  expect(await closed()).toEqual([day(1), day(4)])
  await page.keyboard.press('Shift+ArrowLeft')
  await enter(page)
  expect(await closed()).toEqual([day(1), day(3)])
  await goTo(page, 201, 1)
  await page.keyboard.press('Enter')
  await enter(page)
  expect(await closed()).toBeUndefined()

  for (const key of ['Shift+ArrowRight', 'Enter']) await page.keyboard.press(key)
  await page.waitForURL(`**/console/new?room=201&arrival=${day(1)}&departure=${day(3)}`)
})

it('60 fast presses of arrows keep the focus on the chart, whose cell at the cursor is in the page [CONSOLE-48]', async () => {
  await bookRoom(hotel.innlet, { lastName: 'Far', room: 1001, from: 1, to: 3 })
  const page = await open()
  const isAtCursor = () =>
    page.evaluate(() => {
      const active = document.activeElement
      return (
        active?.role === 'grid' && document.getElementById(active.getAttribute('aria-activedescendant') ?? '') !== null
      )
    })
  await goTo(page, 1001, 1)
  for (const keys of ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft']) {
    await Promise.all(Array.from({ length: 60 }, () => page.keyboard.press(keys)))
    expect(await isAtCursor(), keys).toBe(true)
  }
  await goTo(page, 1001, 1)
  await Promise.all(Array.from({ length: 60 }, () => page.keyboard.press('Alt+ArrowDown')))
  expect(await isAtCursor()).toBe(true)
  // The bar has gone out of the window, and back with Escape.
  await page.locator('#chart-cursor.ghost').waitFor()
  await page.locator('rooms-chart .scroller').evaluate(scroller => scroller.scrollTo(0, 0))
  expect(await isAtCursor()).toBe(true)
  await page.keyboard.press('Escape')
  await page.locator('#chart-cursor', { hasText: 'Far' }).waitFor()
})

it('the chart passes axe at three widths, in light and dark, and has a text for a cell and a bar [CONSOLE-51]', async () => {
  await bookRoom(hotel.innlet, { lastName: 'Said', room: 203, from: 0, to: 2 })
  await bookRoom(hotel.innlet, { lastName: 'Inside', room: 102, from: -1, to: 0, status: 4 })
  await hotel.innlet.reservation.closeRoom({ roomID: 103, fromDate: day(6), toDate: day(8), reason: 'Leak' })
  const page = await open()
  await goTo(page, 102, -1)
  const spoken = page.locator('#chart-cursor')
  expect(await spoken.getAttribute('aria-label')).toMatch(
    /^Inside, \d{8}, room 102, \w{3},? \d+ \w{3} to \w{3},? \d+ \w{3}, 1 night, 1 person, In house, check out$/,
  )
  await goTo(page, 203, 0)
  await page.keyboard.press('Alt+ArrowDown')
  await beside(page).getByText('The price stays').waitFor()
  expect(await violationsInSchemes(page), 'beside a draft').toEqual([])
  await page.keyboard.press('Escape')
  await goTo(page, 101, 0)
  expect(await spoken.getAttribute('aria-label')).toMatch(/^Room 101, \w+day,? \d+ \w+ \d{4}: free$/)
  expect(
    await rowOf(page, 103)
      .getByRole('gridcell', { name: /^Room 103 closed, .*2 nights: Leak$/ })
      .count(),
  ).toBe(1)
  expect(await grid(page).getAttribute('aria-describedby')).toBe('chart-keys')
  await expectAccessible(page, 0)
})
