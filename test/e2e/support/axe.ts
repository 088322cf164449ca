import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds in a page, or in what a selector finds: each rule that is violated, with its elements. */
export async function violationsOf(page: Page, selector = 'html') {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    ([tags, within]): Promise<AxeResults> =>
      (window as unknown as { axe: typeof axe }).axe.run(within, {
        runOnly: [...tags],
        // Selectors, and lists of what passed, take a part of the time and are not read.
        resultTypes: ['violations'],
        selectors: false,
      }),
    [TAGS, selector] as const,
  )
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
