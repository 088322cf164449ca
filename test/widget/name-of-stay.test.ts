import { describe, expect, onTestFinished, test } from 'vitest'
import type { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { links, mount, mountWith, openedDialog, stayWith } from './support/element.ts'
import { HOTELS } from './support/sample-hotels.ts'
import { eventually, release, type StubResponse, tokenFor } from './support/service.ts'

/* A stay is named after its hotel. The customer of these stays is Quinta do Mar. */

const [guesthouse] = HOTELS.guesthouse
const pictures = { logoUrl: '/pictures/serra-logo.svg', imagePath: '/pictures/serra.svg' }
const absolute = Object.fromEntries(Object.entries(pictures).map(([name, path]) => [name, location.origin + path]))
const ofCustomer = {
  clientLogoUrl: `${location.origin}/pictures/logo.svg`,
  clientImagePath: `${location.origin}/pictures/sea.svg`,
}
const content = stayWith({ overview: ofCustomer })
const serra = { ...guesthouse, name: 'Casa da Serra', ...absolute }
const two = [{ ...HOTELS.two[0], ...absolute }, serra]

const picturesOf = ({ sheet }: ItineraryHarness) =>
  [...sheet.querySelectorAll('img')].map(({ src }) => new URL(src).pathname.split('/').at(-1))

describe('A stay', () => {
  test('in one hotel has its name, logo and picture [WIDGET-41]', async () => {
    const itinerary = await mountWith({ content, hotels: [serra] })
    expect(itinerary.textOf('title')).toBe('Your stay at Casa da Serra')
    expect(picturesOf(itinerary)).toEqual(['serra.svg', 'serra-logo.svg'])
  })

  test('in a hotel without a logo and a picture has those of the customer [WIDGET-41]', async () => {
    const itinerary = await mountWith({
      content,
      hotels: [{ ...serra, logoUrl: '', imagePath: 'javascript:alert(1)' }],
    })
    expect(itinerary.textOf('title')).toBe('Your stay at Casa da Serra')
    expect(picturesOf(itinerary)).toEqual(['sea.svg', 'logo.svg'])
  })

  test('in several hotels is a trip, with the logo and picture of the customer [WIDGET-41]', async () => {
    const itinerary = await mountWith({ content, hotels: two })
    expect(itinerary.textOf('title')).toBe('Your trip')
    expect(picturesOf(itinerary)).toEqual(['sea.svg', 'logo.svg'])
  })

  test('of which no hotel is known has the name of the customer [WIDGET-41]', async () => {
    for (const response of [
      { content },
      { content, hotelsStatus: 429 },
      { content, hotels: [{ ...serra, name: ' ' }] },
    ]) {
      const itinerary = await mountWith(response)
      expect(itinerary.textOf('title')).toBe('Your stay at Quinta do Mar')
    }
  })

  test('gets the name of hotels that come late [WIDGET-36] [WIDGET-41]', async () => {
    const token = await tokenFor({ content, hotels: [serra], held: 'hotels' })
    const itinerary = mount({ token })
    itinerary.element.retryPolicy = { hotelsTimeout: 50 }
    await itinerary.settled()
    expect(itinerary.textOf('title')).toBe('Your stay at Quinta do Mar')
    await release(token)
    await eventually(() => expect(itinerary.textOf('title')).toBe('Your stay at Casa da Serra'))
  })

  test('has this name in its event too [WIDGET-41]', async () => {
    const names: unknown[] = []
    const listen = (event: Event) => names.push((event as CustomEvent).detail.hotel)
    document.addEventListener('itinerary-load', listen)
    onTestFinished(() => document.removeEventListener('itinerary-load', listen))
    await mountWith({ content, hotels: [serra] })
    await mountWith({ content, hotels: two })
    expect(names).toEqual(['Casa da Serra', 'Quinta do Mar'])
  })

  test.each([
    ['de', 'Ihre Reise'],
    ['ar', 'رحلتك'],
  ])('in several hotels is a trip in the language of the guest: %s [WIDGET-41]', async (lang, title) => {
    const itinerary = await mountWith({ content, hotels: two }, { lang })
    expect(itinerary.textOf('title')).toBe(title)
  })
})

describe('In a web calendar the stay has', () => {
  const CALENDARS = [
    ['Google Calendar', ['text', 'location', 'details']],
    ['Outlook', ['subject', 'location', 'body']],
  ] as const

  async function events(response: StubResponse, attributes?: Record<string, string>) {
    const itinerary = await mountWith(response, attributes)
    itinerary.part('calendar')?.click()
    const dialog = await openedDialog(itinerary)
    const choices = links(dialog)
    const read = CALENDARS.map(([name, fields]) => {
      const query = new URL(choices[name]?.href ?? '').searchParams
      const [title, place, notes] = fields.map(field => query.get(field))
      return { title, place, notes: notes?.split('\n') }
    })
    expect(read[0]).toEqual(read[1])
    return {
      ...read[0],
      page: `${location.origin}/itinerary/${itinerary.element.token}`,
      heading: dialog.querySelector('p')?.textContent,
    }
  }

  test('the name and address of its hotel, its telephone number and the link, as in the file [WIDGET-42]', async () => {
    const { page, ...event } = await events({ content, hotels: HOTELS.quinta }, { lang: 'de' })
    expect(event).toEqual({
      title: 'Quinta do Mar',
      heading: 'Quinta do Mar',
      place: 'Quinta do Mar, Estrada do Farol 1, 7645-999 Vila Nova de Milfontes, Alentejo, Portugal',
      notes: ['Reservierung 100001', 'Anreise 15:00', 'Abreise 11:00', 'Quinta do Mar: +351283000140', page],
    })
  })

  test('the names, addresses and telephone numbers of several hotels [WIDGET-42]', async () => {
    const { page, ...event } = await events({ content, hotels: two })
    expect(event).toMatchObject({
      title: 'Your trip',
      heading: 'Your trip',
      place: expect.stringMatching(/^Quinta do Mar, Estrada .*; Casa da Serra, Rua da Alegria 12, .*Portugal$/),
    })
    expect(event.notes?.slice(-2)).toEqual(['Quinta do Mar: +351283000140', page])
  })

  test('the name of the customer if no hotel is known [WIDGET-42]', async () => {
    const { page, ...event } = await events({ content })
    expect(event).toMatchObject({ title: 'Quinta do Mar', place: 'Quinta do Mar' })
    expect(event.notes?.at(-1)).toBe(page)
  })
})
