import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type axe from 'axe-core'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { RULES, RULES_OF_COLOURS } from '../../support/axe-rules.ts'
import { someOf } from '../../support/repetitions.ts'

/** The shortest form of its script: sending and compiling it takes longer than testing a small page. */
const AXE = readFileSync(join(import.meta.dirname, '../../../node_modules/axe-core/axe.min.js'), 'utf8')

/** What axe finds in a page, or in what a selector finds: each rule that is violated, with its elements. */
export const violationsOf = (page: Page, selector = 'html') => violations(page, selector, RULES)

/** What axe finds in a page in the light scheme, and in the dark one, in which nothing but the colours differs. */
export async function violationsInSchemes(page: Page, selector = 'html') {
  await page.emulateMedia({ colorScheme: 'dark' })
  await colourTransitions(page)
  const dark = await violations(page, selector, RULES_OF_COLOURS)
  await page.emulateMedia({ colorScheme: 'light' })
  await colourTransitions(page)
  return [...dark, ...(await violationsOf(page, selector))]
}

const WIDTHS = [360, 768, 1280]

/** Expects that a page fits each width, and that axe finds nothing: in `npm test` at one width, another at each place; in the soak at all. */
export async function expectAccessible(page: Page, place: number): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(width)
    if (!someOf(WIDTHS, 1, place).includes(width)) continue
    expect(await violationsInSchemes(page), `${width}`).toEqual([])
  }
}

/** Resolves when the colours of a page are those of its scheme. */
export const colourTransitions = (page: Page) =>
  page.evaluate(async () => {
    const transitions = document.getAnimations().filter(each => each instanceof CSSTransition)
    await Promise.all(transitions.map(({ finished }) => finished))
  })

async function violations(page: Page, selector: string, runOnly: string[]) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const { violations } = await page.evaluate(
    ([rules, within]): Promise<AxeResults> =>
      (window as unknown as { axe: typeof axe }).axe.run(within, {
        runOnly: [...rules],
        // Selectors, and lists of what passed, take a part of the time and are not read.
        resultTypes: ['violations'],
        selectors: false,
      }),
    [runOnly, selector] as const,
  )
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
