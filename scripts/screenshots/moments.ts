import { join } from 'node:path'
import type { Browser } from 'playwright-core'

/*
 * The guest's page at moments of the sample stay, which began yesterday and has five days: the first screen and the whole
 * page, in four widths, light and dark, and in three more languages at 360 pixels.
 */

/** The token, the days from today, and the time of day at the hotel. */
const MOMENTS: Record<string, [token: string, days: number, time: string]> = {
  before: ['booked', -4, '10:00'],
  arrival: ['booked', -1, '12:10'],
  during: ['lindqvist', 0, '09:10'],
  departure: ['lindqvist', 3, '07:05'],
  after: ['lindqvist', 5, '10:00'],
  change: ['two', 0, '09:10'],
  cancelled: ['cancelled', -4, '10:00'],
  request: ['requested', -4, '10:00'],
}

const LOOKS = [
  ...[360, 390, 768, 1280].flatMap(width =>
    (['light', 'dark'] as const).map(colorScheme => ({ width, colorScheme, locale: 'en-GB' })),
  ),
  ...['de', 'ar', 'ja'].map(locale => ({ width: 360, colorScheme: 'light' as const, locale })),
]

/** `isWanted` selects by the name of the file. */
export async function pictureMoments(
  browser: Browser,
  origin: string,
  folder: string,
  isWanted: (file: string) => boolean,
): Promise<void> {
  for (const [name, [token, days, time]] of Object.entries(MOMENTS)) {
    for (const { width, colorScheme, locale } of LOOKS) {
      const file = `moment-${name}-${width}-${colorScheme}-${locale}.png`
      if (!isWanted(file)) continue
      const page = await browser.newPage({
        viewport: { width, height: 800 },
        colorScheme,
        locale,
        timezoneId: 'Europe/Lisbon',
      })
      const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
      await page.clock.setFixedTime(`${date}T${time}`)
      await page.goto(`${origin}/itinerary/${token}`)
      await page.waitForLoadState('networkidle')
      await page.reload()
      await page.locator('guest-itinerary [part~=stay]').waitFor()
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: join(folder, file), animations: 'disabled' })
      await page.screenshot({ path: join(folder, `whole-${file}`), animations: 'disabled', fullPage: true })
      console.log(file)
      await page.close()
    }
  }
}
