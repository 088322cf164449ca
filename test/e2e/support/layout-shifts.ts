import type { Page } from 'playwright-core'

/** Records the layout shifts of the pages that are opened next. */
export const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      shifts.push(...list.getEntries().map(entry => JSON.stringify(entry)))
    }).observe({ type: 'layout-shift', buffered: true })
  })

export const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
