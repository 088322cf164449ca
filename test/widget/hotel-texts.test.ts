import { describe, expect, test } from 'vitest'
import { calendar as lisbon } from './support/calendar.ts'
import { links, mount, mountStay, mountWith, openedDialog, stayWith } from './support/element.ts'
import { tokenFor } from './support/service.ts'

/* The hotel's own texts, and what is derived from its times. */

const plan = (fields: object) => ({ scheduleDate: '2054-06-19', activityName: 'Sail', ...fields })

describe('A text of the hotel', () => {
  const written = { locationName: 'Bar No. 7, 1st floor', hostNames: 'A. B., Jr.', guestNotes: 'Bring a hat' }

  test('has its own direction and no language, so that it is not read in the voice of the guest’s language [WIDGET-31]', async () => {
    const { sheet } = await mountStay(stayWith({ scheduleItems: [plan(written)] }), { lang: 'ar' })
    const isolated = [...sheet.querySelectorAll('[part=item] bdi[lang=""]')].map(each => each.textContent)
    expect(isolated).toEqual(['Sail', 'Bar No. 7, 1st floor', 'A. B.', 'Jr.', 'Bring a hat'])
  })

  test('of a place with a comma is shown as written [WIDGET-31]', async () => {
    const itinerary = await mountStay(stayWith({ scheduleItems: [plan(written)] }))
    expect(itinerary.textOf('item')).toContain('Bar No. 7, 1st floor')
  })
})

describe('A plan', () => {
  const item = async (startTime: string, endTime: string, lang = 'en-GB') =>
    (await mountStay(stayWith({ scheduleItems: [plan({ startTime, endTime })] }), { lang })).textOf('item')

  test('that ends after midnight is marked', async () => {
    expect(await item('21:00', '00:30')).toContain('00:30 (next day)')
    expect(await item('21:00', '00:30', 'ja')).toContain('翌日00:30')
    expect(await item('21:00', '23:30')).not.toContain('next day')
  })

  test('has a machine-readable time only where its time is one', async () => {
    const { sheet } = await mountStay(stayWith({ scheduleItems: [plan({ startTime: '15:00', endTime: 'late' })] }))
    const times = [...sheet.querySelectorAll('[part=item] time')].map(each => each.getAttribute('datetime'))
    expect(times).toEqual(['15:00', null])
  })
})

describe('The stay', () => {
  test('is an article named by its title, and its lists are lists, also without bullets', async () => {
    const { sheet } = await mountStay(stayWith())
    expect(sheet.ariaLabelledByElements?.map(each => each.textContent)).toEqual(['Your stay at Quinta do Mar'])
    expect([...sheet.querySelectorAll('.list')].map(each => each.role)).not.toContain(null)
  })

  test('does not show the usual type, unless the hotel has a word for it', async () => {
    expect((await mountStay(stayWith())).part('type')).toBeUndefined()
    const words = JSON.stringify({ types: { Individual: 'House guest' } })
    expect((await mountStay(stayWith(), { words })).textOf('type')).toBe('House guest')
  })

  test.each([
    ['de', '?lang=de'],
    ['pt-BR', '?lang=pt-BR'],
    ['en-GB', ''],
  ])('has its calendar in the language %s', async (lang, query) => {
    const itinerary = await mountWith({ content: stayWith(), calendar: lisbon }, { lang })
    expect((itinerary.part('calendar') as HTMLAnchorElement).search).toBe(query)
  })
})

test('In the hour that the clocks repeat, Outlook gets its first occurrence', async () => {
  const calendar = lisbon
    .replaceAll('20540619T103000', '20541025T013000')
    .replaceAll('20540619T123000', '20541025T014500')
  const scheduleItems = [
    plan({ scheduleDate: '2054-10-25', startTime: '01:30', activityName: 'Surf lesson, for everybody' }),
  ]
  const itinerary = await mountWith({ content: stayWith({ scheduleItems }), calendar })
  itinerary.part('add')?.click()
  const link = links(await openedDialog(itinerary)).Outlook
  const { startdt, enddt } = Object.fromEntries(new URL(link?.href ?? '').searchParams)
  expect([startdt, enddt]).toEqual(['2054-10-25T00:30:00.000Z', '2054-10-25T00:45:00.000Z'])
})

test('Subscribe leaves the menu open, for a device without an app for it', async () => {
  const itinerary = await mountWith({ content: stayWith(), calendar: lisbon })
  itinerary.part('calendar')?.click()
  const dialog = await openedDialog(itinerary)
  const subscribe = [...dialog.querySelectorAll('a')].find(each => each.href.startsWith('webcal:'))
  subscribe?.addEventListener('click', event => event.preventDefault())
  subscribe?.click()
  expect(dialog.open).toBe(true)
})

test.each([
  ['with punctuation after it', (token: string) => `${token}.`],
  ['with a bracket after it', (token: string) => `${token})`],
  ['in a whole address', (token: string) => `https://innlet.example/itinerary/${token}`],
  [
    'in an address with more parameters',
    (token: string) => `https://hotel.test/stay?itinerary=${token}&utm_source=mail`,
  ],
])('A token %s opens the stay', async (_, copied) => {
  const token = await tokenFor({ content: stayWith() })
  const itinerary = await mount({ token: copied(token) }).settled()
  expect(itinerary.textOf('title')).toBe('Your stay at Quinta do Mar')
})
