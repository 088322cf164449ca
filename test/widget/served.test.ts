import { describe, expect, it, onTestFinished } from 'vitest'
import { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { stayWith } from './support/element.ts'
import { requestsWith, tokenFor } from './support/service.ts'

/** An element as the service writes it: with a shadow tree that is there already, and what the stay is. */
async function served(content: unknown, attributes = '') {
  const token = await tokenFor({ content: stayWith({ overview: { clientName: 'Asked Again' } }) })
  const around = document.createElement('div')
  around.setHTMLUnsafe(`<guest-itinerary lang="de" token="${token}" ${attributes}>
    <template shadowrootmode="open"><style>p { color: red }</style><article class="sheet" id="served">Ihr Aufenthalt</article></template>
    <script type="application/json">${JSON.stringify(content).replaceAll('<', '\\u003c')}</script>
  </guest-itinerary>`)
  document.body.append(around)
  onTestFinished(() => around.remove())
  const element = around.querySelector('guest-itinerary')
  if (!element) throw new Error('There is no element.')
  return { token, element, itinerary: new ItineraryHarness(element) }
}

describe('an element that the service has written', () => {
  it('is read as it came until its own words are there, and then replaced in one go', async () => {
    const { element, itinerary } = await served(stayWith())
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

  it('shows what the page has brought along, and asks nobody', async () => {
    const { itinerary, token } = await served(stayWith({ overview: { clientName: 'Brought Along' } }))
    await itinerary.settled()
    expect(itinerary.textOf('title')).toContain('Brought Along')
    expect(await requestsWith(token)).toEqual([])
  })

  it('tells the page that an itinerary is shown', async () => {
    const heard: string[] = []
    const hear = (event: Event) => heard.push((event as CustomEvent).detail.hotel)
    document.addEventListener('itinerary-load', hear)
    onTestFinished(() => document.removeEventListener('itinerary-load', hear))
    const { itinerary } = await served(stayWith({ overview: { clientName: 'Brought Along' } }))
    await itinerary.settled()
    expect(heard).toEqual(['Brought Along'])
  })

  it.each(['null', '[]', '{"overview":{}}'])('asks by itself where the page has brought %s', async content => {
    const { itinerary } = await served(JSON.parse(content))
    await itinerary.settled()
    expect(itinerary.textOf('title')).toContain('Asked Again')
  })
})
