import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launchBrowser } from './support/browser.ts'
import { newServiceFolder, type Run, start } from './support/run.ts'

/* The search of the pages below /docs, in a browser. */

let run: Run
let browser: Browser

beforeAll(async () => {
  run = await start(newServiceFolder())
  browser = await launchBrowser()
})

async function open(path: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 360, height: 800 } })
  onTestFinished(() => page.close())
  await page.goto(run.service.origin + path)
  return page
}

describe('the search', () => {
  it.each([
    ['a path', 'fetch/updatefetch', 'fetch/updateFetchQueueMessage'],
    ['words of a summary', 'cancels booking', 'booking/postBooking'],
    ['a field', 'cancellationFee', 'booking/postBooking'],
    ['a parameter', 'guestid', 'administration/eraseGuest'],
  ])('finds an operation by %s [VERSION-5]', async (_, query, found) => {
    const page = await open('/docs')
    await page.getByLabel('Search').fill(query)
    const result = page.locator(`.results a[href="/docs/${found}"]`)
    await result.waitFor()
    expect(await page.locator('search [role=status]').textContent()).toMatch(/^\d+ operations?/)
    await result.press('Enter')
    await page.waitForURL(`**/docs/${found}`)
    expect(await page.locator('section.operation h2').isVisible()).toBe(true)
  })

  it('says that nothing is found', async () => {
    const page = await open('/docs')
    await page.getByLabel('Search').fill('no such thing')
    await page.getByText('No operations').waitFor({ state: 'attached' })
    expect(await page.locator('.results').isVisible()).toBe(false)
  })
})
