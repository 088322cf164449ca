import type { Page } from 'playwright-core'

/**
 * Removes the sections of a page whose elements, with their classes and roles, are all known. The elements of the others become
 * known. Returns whether a section is left.
 */
export async function leaveNewShapes(page: Page, known: Set<string>): Promise<boolean> {
  const sections = page.locator('main section')
  const found = await sections.evaluateAll(
    (all, before) => {
      const seen = new Set(before)
      for (const section of all) {
        const shapes = [section, ...section.querySelectorAll('*')].map(
          each => `${each.localName}.${each.className} ${each.role}`,
        )
        if (shapes.every(shape => seen.has(shape))) section.remove()
        for (const shape of shapes) seen.add(shape)
      }
      return [...seen]
    },
    [...known],
  )
  for (const shape of found) known.add(shape)
  return (await sections.count()) > 0
}
