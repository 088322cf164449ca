import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The first visit of a guest's page, until the service worker has stored the page and the scripts that it needs offline. */
export async function visitUntilStored(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.locator('guest-itinerary [part~=share]:enabled').waitFor()
  await expect.poll(() => storedLinks(page)).toContain(new URL(url).pathname)
  await expect
    .poll(() => storedFiles(page))
    .toEqual(
      expect.arrayContaining([
        ...(await loadedScripts(page)),
        expect.stringMatching('/actions/dialog'),
        expect.stringMatching('/actions/driver'),
      ]),
    )
}

/** The paths of all stored links. */
export const storedLinks = (page: Page) =>
  page.evaluate(async () =>
    (await caches.keys()).filter(name => name.startsWith('link-')).map(name => name.split(' ')[1] ?? ''),
  )

/** The paths of all stored files, and of the pages and pictures. */
export const storedFiles = (page: Page) =>
  page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })

const loadedScripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter(path => path.startsWith('/widget/')),
  )
