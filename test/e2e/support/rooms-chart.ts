import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Innlet } from '../../../client/innlet.ts'
import { dateAfter, nightsBetween } from '../../../schema/stay-dates.ts'
import { today } from './console.ts'

/* The chart of rooms on a page: where its cells are, and what its hotel has. */

/** A date so many days after today. */
export const day = (days: number) => dateAfter(today(), days)
/** The chart begins two days before today. */
const columnOf = (days: number) => days + 2

export const grid = (page: Page) => page.getByRole('grid')
export const barOf = (page: Page, guest: string): Locator =>
  page.locator('.chart-row .held:not(.ghost)', { hasText: guest })
export const rowOf = (page: Page, room: number): Locator => page.locator(`[data-room="${room}"]`)
/** What stands beside what is about to be done, or was refused. */
export const beside = (page: Page): Locator => page.locator('rooms-chart .beside')

export const whenDrawn = async (page: Page): Promise<Page> => {
  await page.locator('rooms-chart .chart-row').first().waitFor()
  return page
}

/** Looks for changes at once, as a reception does that comes back to its window. */
export const look = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('focus')))

/** The middle of a night of a room, in the window. */
export async function pointOf(page: Page, room: number, days: number): Promise<{ x: number; y: number }> {
  await rowOf(page, room).scrollIntoViewIfNeeded()
  const row = await rowOf(page, room).boundingBox()
  const column = await page
    .getByRole('columnheader')
    .nth(columnOf(days) + 1)
    .boundingBox()
  if (!row || !column) throw new Error(`room ${room} is not in the page`)
  return { x: column.x + column.width, y: row.y + row.height / 2 }
}

/** Drags from one point to another, in steps as a hand does. */
export async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 6 })
  await page.mouse.up()
}

/** The right end of the bar of a guest, by which it is pulled. */
export async function endOf(page: Page, guest: string): Promise<{ x: number; y: number }> {
  const box = await barOf(page, guest).boundingBox()
  if (!box) throw new Error(`no bar of ${guest}`)
  return { x: box.x + box.width - 4, y: box.y + box.height / 2 }
}

interface Guest {
  lastName: string
  room: number
  /** Days after today. */
  from: number
  to: number
  status?: number
}

/** Books a room for 100 a night. */
export async function bookRoom(innlet: Innlet, { lastName, room, from, to, status = 3 }: Guest): Promise<number> {
  const { reservationId } = await innlet.booking.post({
    arrivalDate: day(from),
    departureDate: day(to),
    bookingParameters: { reservationStatusID: status },
    primaryGuestDetails: { lastName },
    guests: { guestCount: 1 },
    roomsBooked: [{ roomID: room, rates: [{ rateID: 1, unitCost: 100 }] }],
  })
  return reservationId
}

/** The rooms of a reservation as the service has them: `1001 from 1 to 3`, in days after today. */
export async function roomsOf(innlet: Innlet, reservationID: number): Promise<string[]> {
  const daysOf = (wire: string) => nightsBetween(today(), wire.slice(0, 10))
  for await (const { rooms } of innlet.reservation.find({ reservationID }))
    return rooms.map(
      ({ roomId, arrivalDate, departureDate }) => `${roomId} from ${daysOf(arrivalDate)} to ${daysOf(departureDate)}`,
    )
  return []
}

/** Puts the cursor on a night of a room with keys alone. */
export async function goTo(page: Page, room: number, days: number): Promise<void> {
  await grid(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Home')
  const rows = await page.evaluate(() => {
    const { plan } = document.querySelector('rooms-chart') as unknown as { plan: { rows: { roomId: number }[] } }
    return plan.rows.map(({ roomId }) => roomId)
  })
  for (let i = 0; i < rows.indexOf(room); i++) await page.keyboard.press('ArrowDown')
  const cursor = page.locator('#chart-cursor')
  for (let presses = 0; presses < 60; presses++) {
    const [first, columns] = await cursor.evaluate(cell => [cell.ariaColIndex, cell.ariaColSpan ?? '1'].map(Number))
    const column = columnOf(days) + 2
    if (column < (first ?? 0) + (columns ?? 0)) break
    await page.keyboard.press('ArrowRight')
  }
  await expect.poll(() => cursor.count()).toBe(1)
}
