import { expect, onTestFinished, test } from 'vitest'
import { mount, stayWith } from './support/element.ts'
import { eventually, openPage, tokenFor } from './support/service.ts'

/* Nothing that a guest sees moves while the stay comes: layout shift as the browser reckons it. */

const SCRIPT = '<script type="module" src="/built/widget/guest-itinerary.js"></script>'
/** What moved, and from where to where; in a variable of the page. */
const WATCH = `<script>window.moved = []
new PerformanceObserver(list => {
  for (const { sources } of list.getEntries())
    for (const { node, previousRect, currentRect } of sources) moved.push([node?.className || node?.nodeName, previousRect.y, currentRect.y].join(' '))
}).observe({ type: 'layout-shift', buffered: true })</script>`

/** Whether every picture has come, or has failed to. */
const settled = (root: ShadowRoot) => [...root.querySelectorAll('img')].every(({ complete }) => complete)

test.each([
  ['en', 'square'],
  ['de', 'square'],
  ['ar', 'square'],
  ['en', 'slow'],
  ['he', 'slow'],
  ['en', 'missing'],
  ['ar', 'missing'],
  ['en', 'no'],
])('A stay that takes its time moves nothing when it is there (%s, with %s picture)', async (lang, name) => {
  const picture = name === 'no' ? '' : `${location.origin}/pictures/${name}.svg`
  const content = stayWith({ overview: { clientLogoUrl: picture, clientImagePath: picture } })
  const token = await tokenFor({ content, delay: 600 })
  const page = await openPage(
    `${WATCH}${SCRIPT}<style>guest-itinerary:not(:defined) { display: block; min-block-size: 100vh }</style><body style="margin: 0"><guest-itinerary lang="${lang}" token="${token}"></guest-itinerary><footer>Call us</footer>`,
  )
  onTestFinished(page.close)
  const element = page.document.querySelector('guest-itinerary')
  await eventually(() => expect(element?.shadowRoot?.querySelector('[aria-busy=true]')).toBeTruthy())
  await eventually(() => expect(element?.shadowRoot?.querySelector('[part~=item]')).toBeTruthy())
  await eventually(() => expect(settled(element?.shadowRoot as ShadowRoot)).toBe(true))
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(Reflect.get(page.window, 'moved')).toEqual([])
})

test.each(['ar', 'he-IL'])(
  'What is written from right to left is laid out so before its words are there (%s)',
  async lang => {
    const { element, sheet } = await begun(lang)
    expect(element.shadowRoot?.textContent?.trim()).toBe('')
    expect([sheet.dir, sheet.ariaBusy]).toEqual(['rtl', 'true'])
  },
)

async function begun(lang: string) {
  const itinerary = mount({ lang, token: await tokenFor({ delay: 3_000 }) })
  await itinerary.element.updateComplete
  return itinerary
}
