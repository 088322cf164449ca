import { describe, expect, it, onTestFinished } from 'vitest'
import { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { stayWith } from './support/element.ts'
import { requestsWith, tokenFor } from './support/service.ts'

/** An element as the service renders it: with a declarative shadow root and initial data. */
async function mountServed(content: unknown, attributes = '') {
  const token = await tokenFor({ content: stayWith({ overview: { clientName: 'Fetched' } }) })
  const container = document.createElement('div')
  container.setHTMLUnsafe(`<guest-itinerary lang="de" token="${token}" ${attributes}>
    <template shadowrootmode="open"><style>p { color: red }</style><article class="sheet" id="served">Ihr Aufenthalt</article></template>
    <script type="application/json">${JSON.stringify(content).replaceAll('<', '\\u003c')}</script>
  </guest-itinerary>`)
  document.body.append(container)
  onTestFinished(() => container.remove())
  const element = container.querySelector('guest-itinerary')
  if (!element) throw new Error('There is no element.')
  return { token, element, itinerary: new ItineraryHarness(element) }
}

describe('an element that the service has rendered', () => {
  it('stays as it is until the words are loaded, and is then replaced in one step', async () => {
    const { element, itinerary } = await mountServed(stayWith())
    const trees: string[] = []
    new MutationObserver(() => trees.push(element.shadowRoot?.textContent ?? '')).observe(
      element.shadowRoot as ShadowRoot,
      { childList: true, subtree: true },
    )
    expect(element.shadowRoot?.textContent).toContain('Ihr Aufenthalt')
    await element.updateComplete
    await itinerary.settled()
    expect(element.shadowRoot?.getElementById('served')).toBeNull()
    expect(element.shadowRoot?.querySelectorAll('.sheet, style')).toHaveLength(1)
    expect(itinerary.textOf('arrival')).toContain('Anreise')
    for (const tree of trees) expect(tree).toContain('Anreise')
  })

  it('shows the initial data without a request', async () => {
    const { itinerary, token } = await mountServed(stayWith({ overview: { clientName: 'Initial Data' } }))
    await itinerary.settled()
    expect(itinerary.textOf('title')).toContain('Initial Data')
    expect(await requestsWith(token)).toEqual([])
  })

  it('dispatches itinerary-load', async () => {
    const hotels: string[] = []
    const record = (event: Event) => hotels.push((event as CustomEvent).detail.hotel)
    document.addEventListener('itinerary-load', record)
    onTestFinished(() => document.removeEventListener('itinerary-load', record))
    const { itinerary } = await mountServed(stayWith({ overview: { clientName: 'Initial Data' } }))
    await itinerary.settled()
    expect(hotels).toEqual(['Initial Data'])
  })

  it.each(['null', '[]', '{"overview":{}}'])('sends a request if the initial data is %s', async content => {
    const { itinerary } = await mountServed(JSON.parse(content))
    await itinerary.settled()
    expect(itinerary.textOf('title')).toContain('Fetched')
  })
})
