import { describe, expect, onTestFinished, test } from 'vitest'
import type { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { mount, mountWith, stayWith } from './support/element.ts'
import { HOTELS } from './support/sample-hotels.ts'
import { eventually, release, type StubResponse, tokenFor } from './support/service.ts'

/* Hotels that are late, missing, changed, or have hostile or very long texts. */

const [quinta] = HOTELS.quinta
const content = stayWith()

/** The page becomes visible again. */
const comeBack = () => document.dispatchEvent(new Event('visibilitychange'))

async function mountFresh(responses: StubResponse[], policy = {}): Promise<ItineraryHarness> {
  const itinerary = mount({ token: await tokenFor(...responses) })
  itinerary.element.retryPolicy = { freshFor: 0, ...policy }
  return await itinerary.settled()
}

describe('Without a response about the hotels', () => {
  test.each([404, 429, 500, 503])('(%i) the stay is shown [WIDGET-36]', async hotelsStatus => {
    const itinerary = await mountWith({ content, hotelsStatus })
    expect(itinerary.textOf('guest')).toBe('Anna Lindqvist')
    expect(itinerary.part('hotels')).toBeUndefined()
  })

  test('in time, the stay is shown, and late hotels are added [WIDGET-36]', async () => {
    const itinerary = await mountFresh([{ content, hotels: [quinta], held: 'hotels' }], { hotelsTimeout: 50 })
    expect(itinerary.textOf('guest')).toBe('Anna Lindqvist')
    expect(itinerary.part('hotels')).toBeUndefined()
    await release(itinerary.element.token ?? '')
    await eventually(() => expect(itinerary.textOf('address')).toContain('Estrada do Farol 1'))
    expect(itinerary.parts('change')).toEqual([])
  })

  test('the known ones stay', async () => {
    const itinerary = await mountFresh([
      { content, hotels: [quinta] },
      { content: stayWith({ roomStays: [] }), hotelsStatus: 429 },
    ])
    comeBack()
    await eventually(() => expect(itinerary.text).toContain('not been assigned'))
    expect(itinerary.textOf('address')).toContain('Estrada do Farol 1')
  })

  test('they are not those of another link', async () => {
    const itinerary = await mountFresh([{ content, hotels: [quinta] }])
    itinerary.element.token = await tokenFor({
      content: stayWith({ overview: { guestLastName: 'Next' } }),
      hotelsStatus: 429,
    })
    await eventually(() => expect(itinerary.textOf('guest')).toBe('Anna Next'))
    expect(itinerary.part('hotels')).toBeUndefined()
  })
})

describe('On a later visit', () => {
  const changed = {
    ...quinta,
    phone: '+351283000999',
    houseInfo: [...(quinta?.houseInfo ?? []), { title: 'Pool', text: 'Closed in November.' }],
  }

  test('what changed in the hotel is marked there [WIDGET-17]', async () => {
    const itinerary = await mountFresh([
      { content, hotels: [quinta] },
      { content, hotels: [changed] },
    ])
    comeBack()
    await eventually(() => expect(itinerary.textsOf('heading')[1]).toBe('The hotel Changed'))
    expect(itinerary.textOf('good-to-know')).toMatch(/^Good to know New/)
    expect(itinerary.parts('change')).toHaveLength(2)
  })

  test('a hotel that was unknown before is not new', async () => {
    const itinerary = await mountFresh([
      { content, hotelsStatus: 429 },
      { content, hotels: [quinta] },
      { content, hotels: [changed] },
    ])
    comeBack()
    await eventually(() => expect(itinerary.part('hotels')).toBeDefined())
    expect(itinerary.parts('change')).toEqual([])
  })
})

const MARKUP = '<b>bold</b><script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">'

test('Markup and scripts in every text are shown as text [WIDGET-20]', async () => {
  const hostile = {
    ...quinta,
    name: `N${MARKUP}`,
    address: {
      addressLine: `A${MARKUP}`,
      city: `C${MARKUP}`,
      state: `S${MARKUP}`,
      zip: `Z${MARKUP}`,
      country: `${MARKUP}`,
    },
    directions: `D${MARKUP}`,
    houseInfo: [{ title: `T${MARKUP}`, text: `X${MARKUP}` }],
    email: `${MARKUP}@hotel.test`,
    phone: 'javascript:alert(1)',
    whatsapp: '"><script>',
    website: 'javascript:alert(1)',
  }
  const itinerary = await mountWith({ content, hotels: [hostile] })
  for (const note of itinerary.sheet.querySelectorAll('details')) note.open = true
  for (const letter of 'NACSZDTX') expect(itinerary.text).toContain(letter + MARKUP)
  expect(itinerary.part('contacts')).toBeUndefined()
  expect(itinerary.part('hotels')?.querySelectorAll('b, script, img')).toHaveLength(0)
  expect(Reflect.get(window, 'hacked')).toBeUndefined()
  for (const link of itinerary.sheet.querySelectorAll('a')) expect(link.href).toMatch(/^(https?|mailto|tel|geo):/)
})

test('An e-mail address keeps its characters', async () => {
  const itinerary = await mountWith({ content, hotels: [{ ...quinta, email: "ö'b+c&d=e?f%g#h@hotel.test" }] })
  const link = itinerary.part('email') as HTMLAnchorElement
  expect(link.getAttribute('href')).toBe(`mailto:${encodeURIComponent("ö'b+c&d=e?f%g#h")}@hotel.test`)
  expect(link.search + link.hash).toBe('')
})

test.each(['DE', 'de', 'XX', 'Germany', '??'])('The country %s does not break the address', async country => {
  const address = { ...quinta?.address, country }
  const itinerary = await mountWith({ content, hotels: [{ ...quinta, address }] })
  expect(itinerary.textOf('address')).toContain('Estrada do Farol 1')
})

const LONG = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswesse'

describe.each([200, 320, 768])('In %i pixels', width => {
  test.each(['ltr', 'rtl'])('very long texts and words fit (%s)', async direction => {
    const container = document.createElement('div')
    container.style.cssText = `inline-size: ${width}px`
    document.body.append(container)
    onTestFinished(() => container.remove())
    const long = {
      ...quinta,
      name: LONG,
      address: { addressLine: LONG.repeat(3), city: LONG, state: LONG, zip: LONG, country: 'PT' },
      email: `${LONG}@${LONG}.example`,
      website: `https://${LONG.slice(0, 60)}.example/${LONG}`,
      directions: `${LONG}\n`.repeat(24).slice(0, 2000),
      houseInfo: Array.from({ length: 12 }, () => ({ title: LONG, text: LONG.repeat(12) })),
    }
    const itinerary = mount({ token: await tokenFor({ content, hotels: [long, long] }) }, container)
    await itinerary.settled()
    itinerary.sheet.dir = direction
    for (const note of itinerary.sheet.querySelectorAll('details')) note.open = true
    expect(itinerary.sheet.scrollWidth).toBe(itinerary.sheet.clientWidth)
    const { left, right } = itinerary.sheet.getBoundingClientRect()
    const outside = [...(itinerary.part('hotels')?.querySelectorAll('*') ?? [])].filter(each => {
      const box = each.getBoundingClientRect()
      return !each.closest('.titles') && (box.right > right + 0.5 || box.left < left - 0.5)
    })
    expect(outside.map(each => each.outerHTML.slice(0, 80))).toEqual([])
  })
})
