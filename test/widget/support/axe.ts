import axe from 'axe-core'
import type { ItineraryHarness } from '../../../widget/guest-itinerary/test-harness.ts'
import { RULES } from '../../support/axe-rules.ts'

/** What axe finds in the element, with some of its rules, or all of WCAG 2.2 AA. */
export async function violationsOf({ element }: ItineraryHarness, runOnly = RULES, rules = {}): Promise<string[]> {
  const { violations } = await axe.run(element, {
    runOnly,
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
