import { expect, onTestFinished, test } from 'vitest'
import { mount, stayWith } from './support/element.ts'
import { HOTELS } from './support/sample-hotels.ts'
import { eventually, openPage, release, tokenFor } from './support/service.ts'

/* Layout shift, as the browser measures it, while the stay loads. */

const SCRIPT = '<script type="module" src="/built/widget/guest-itinerary.js"></script>'
/** Records each shift, with the element and its old and new position. */
const RECORD_SHIFTS = `<script>window.shifts = []
new PerformanceObserver(list => {
  for (const { sources } of list.getEntries())
    for (const { node, previousRect, currentRect } of sources) shifts.push([node?.className || node?.nodeName, previousRect.y, currentRect.y].join(' '))
}).observe({ type: 'layout-shift', buffered: true })</script>`

/** Whether every picture has loaded or failed. */
const picturesSettled = (root: ShadowRoot) => [...root.querySelectorAll('img')].every(({ complete }) => complete)

test.each([
  ['en', 'square'],
  ['de', 'square'],
  ['ar', 'square'],
  ['en', 'slow'],
  ['he', 'slow'],
  ['en', 'missing'],
  ['ar', 'missing'],
  ['en', 'no'],
])('A slow stay causes no layout shift (%s, with %s picture) [WIDGET-9]', async (lang, name) => {
  const picture = name === 'no' ? '' : `${location.origin}/pictures/${name}.svg`
  const content = stayWith({ overview: { clientLogoUrl: picture, clientImagePath: picture } })
  const token = await tokenFor({ content, hotels: HOTELS.quinta, held: 'stay', hotelsDelay: 900 })
  const page = await openPage(
    `${RECORD_SHIFTS}${SCRIPT}<style>guest-itinerary:not(:defined) { display: block; min-block-size: 100vh }</style><body style="margin: 0"><guest-itinerary lang="${lang}" token="${token}"></guest-itinerary><footer>Call us</footer>`,
  )
  onTestFinished(page.close)
  const element = page.document.querySelector('guest-itinerary')
  await eventually(() => expect(element?.shadowRoot?.querySelector('[aria-busy=true]')).toBeTruthy())
  // The stay is shown without hotels that come later than that.
  Object.assign(element ?? {}, { retryPolicy: { hotelsTimeout: 30_000 } })
  await release(token)
  await eventually(() => expect(element?.shadowRoot?.querySelector('[part~=item]')).toBeTruthy())
  await eventually(() => expect(picturesSettled(element?.shadowRoot as ShadowRoot)).toBe(true))
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(Reflect.get(page.window, 'shifts')).toEqual([])
})

test.each(['ar', 'he-IL'])(
  'A right-to-left language has its direction before its words are loaded (%s)',
  async lang => {
    const { element, sheet } = await mountLoading(lang)
    expect(element.shadowRoot?.textContent?.trim()).toBe('')
    expect([sheet.dir, sheet.ariaBusy]).toEqual(['rtl', 'true'])
  },
)

async function mountLoading(lang: string) {
  const itinerary = mount({ lang, token: await tokenFor({ held: 'stay' }) })
  await itinerary.element.updateComplete
  return itinerary
}
