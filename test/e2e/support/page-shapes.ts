import type { Page } from 'playwright-core'

/**
 * Removes the sections of a page whose elements, with their classes and roles, are all known. The elements of the others become
 * known. Returns whether a section is left. A locator would first load Playwright's own script into each page.
 */
export async function leaveNewShapes(page: Page, known: Set<string>): Promise<boolean> {
  const { added, isLeft } = await page.evaluate(
    before => {
      const seen = new Set(before)
      const added: string[] = []
      for (const section of document.querySelectorAll('main section')) {
        const shapes = new Set(
          [section, ...section.querySelectorAll('*')].map(each => `${each.localName}.${each.className} ${each.role}`),
        )
        const unknown = [...shapes].filter(shape => !seen.has(shape))
        if (!unknown.length) section.remove()
        added.push(...unknown)
        for (const shape of unknown) seen.add(shape)
      }
      return { added, isLeft: document.querySelector('main section') !== null }
    },
    [...known],
  )
  for (const shape of added) known.add(shape)
  return isLeft
}
