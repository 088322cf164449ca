import axe from 'axe-core'
import type { ItineraryHarness } from '../../../widget/guest-itinerary/test-harness.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds in the element at WCAG 2.2 AA. */
export async function violationsOf({ element }: ItineraryHarness, rules = {}): Promise<string[]> {
  const { violations } = await axe.run(element, {
    runOnly: RULES,
    // These rules are for a whole page, not for a part of one.
    rules: {
      region: { enabled: false },
      'page-has-heading-one': { enabled: false },
      'landmark-one-main': { enabled: false },
      ...rules,
    },
    // Selectors, and lists of what passed, take a part of the time and are not read.
    resultTypes: ['violations'],
    selectors: false,
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
