import { expect, test } from 'vitest'
import type { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { mountStay, mountWith, stayWith, TODAY } from './support/element.ts'
import { eventually } from './support/service.ts'

test('The stay shows guest, hotel and dates', async () => {
  const itinerary = await mountStay(stayWith())
  expect(itinerary.textOf('title')).toBe('Your stay at Quinta do Mar')
  expect(itinerary.textOf('guest')).toBe('Anna Lindqvist')
  expect(itinerary.textOf('arrival')).toBe('Arrival 18 June 2054 Thursday 15:00')
  expect(itinerary.textOf('departure')).toBe('Departure 22 June 2054 Monday 11:00')
  expect(itinerary.textOf('nights')).toBe('4 nights')
  expect(itinerary.textOf('status')).toBe('Checked in')
  expect(itinerary.part('type')).toBeUndefined()
  expect(itinerary.text).toContain('Reservation 100001')
})

test('The year is shown only if it is not the current year', async () => {
  const arrivalDate = `${new Date().getFullYear()}-06-18T00:00:00`
  const itinerary = await mountStay(stayWith({ overview: { arrivalDate } }))
  expect(itinerary.textOf('arrival')).toMatch(/ 18 June /)
  expect(itinerary.textOf('departure')).toMatch(/ 22 June 2054 /)
})

test('A room shows its number, name, type, building and guests; each type is described once', async () => {
  const itinerary = await mountStay(stayWith())
  expect(itinerary.textsOf('room')).toEqual([
    '203 Rosa dos Ventos Family suite Casa do Mar 3 guests',
    '201 Farol Sea view double Casa do Mar 1 guest',
  ])
  const types = itinerary.sheet.querySelector<HTMLDetailsElement>('.types')
  expect(types?.querySelector('summary')?.textContent?.trim()).toBe('Family suite, Sea view double')
  types?.querySelector('summary')?.click()
  expect(itinerary.textOf('rooms')).toMatch(
    /Sea view double A bright room for two on the ocean side, .* evening sun\.$/,
  )
})

test('Rooms of one type have one description, and a single room has no count of its guests', async () => {
  const [first] = stayWith().roomStays as object[]
  const two = await mountStay(stayWith({ roomStays: [first, { ...first, roomNo: '204', roomName: 'Farol' }] }))
  expect(two.textOf('rooms')?.match(/Two bedrooms/g)).toHaveLength(1)
  const one = await mountStay(stayWith({ roomStays: [first] }))
  expect(one.textOf('room')).toBe('203 Rosa dos Ventos Family suite Casa do Mar')
})

test('A kind that the name or the place says, or that says nothing, and a count that is that of the party, are left out', async () => {
  const plan = { scheduleDate: `${TODAY}T00:00:00`, occupantsCount: 4 }
  const scheduleItems = [
    { ...plan, activityName: 'Airport transfer', scheduleType: 'Transfer' },
    { ...plan, activityName: 'Swim', scheduleType: 'Activity', occupantsCount: 2 },
    { ...plan, activityName: 'Dinner', scheduleType: 'Meal' },
    { ...plan, activityName: 'Massage', scheduleType: 'Spa', locationName: 'Spa' },
    { ...plan, activityName: 'Sauna', scheduleType: 'Spa', locationName: 'Garden' },
  ]
  const itinerary = await mountStay(stayWith({ scheduleItems }))
  expect(itinerary.textsOf('item')).toEqual([
    'Airport transfer',
    'Swim 2 guests',
    'Dinner',
    'Massage Spa',
    'Sauna Spa Garden',
  ])
})

test('A room shows its dates when they are not those of the stay', async () => {
  const [first, second] = stayWith().roomStays as object[]
  const roomStays = [first, { ...second, assignmentEndDate: '2054-06-20T00:00:00' }]
  const itinerary = await mountStay(stayWith({ roomStays }))
  // Browsers use different spaces around the dash.
  const dates = itinerary.textsOf('room').map(text => /18.*June 2054/.exec(text)?.[0].replace(/\s*–\s*/, '–'))
  expect(dates).toEqual([undefined, '18–20 June 2054'])
})

test('An item shows its times, name, place, hosts, participants and notes', async () => {
  const itinerary = await mountStay(stayWith())
  expect(itinerary.parts('day')).toHaveLength(5)
  expect(itinerary.textsOf('item')[3]).toBe(
    [
      '10:30',
      '– 12:30',
      'Surf lesson',
      'Beach hut with Inês Duarte 3 guests',
      'Please be there ten minutes early: wetsuits take a while.',
      'Bring a towel and water.',
    ].join(' '),
  )
})

test('Days are in order of date, each once, and items without a date come last', async () => {
  const item = (activityName: string, scheduleDate: unknown) => ({ activityName, scheduleDate })
  const scheduleItems = [
    item('Later', '2054-06-20T00:00:00'),
    item('Some time', null),
    item('First', '2054-06-18T00:00:00'),
    item('Second', '2054-06-18'),
  ]
  const itinerary = await mountStay(stayWith({ scheduleItems }))
  expect(itinerary.textsOf('day')).toEqual([
    'Thursday, 18 June 2054 First Second',
    'Saturday, 20 June 2054 Later',
    'Date to be confirmed Some time',
  ])
})

test("The calendar button links to the service's calendar", async () => {
  const itinerary = await mountStay(stayWith())
  const { href } = itinerary.part('calendar') as HTMLAnchorElement
  expect(href).toBe(`${location.origin}/api/public/PartnerItinerary/calendar/${itinerary.element.token}`)
})

test('Titles, times and lists have semantic elements', async () => {
  const { sheet } = await mountStay(stayWith())
  const titles = [...sheet.querySelectorAll('h2, h3, h4, h5')].map(({ tagName }) => tagName)
  expect(titles.slice(0, 6)).toEqual(['H2', 'H3', 'H3', 'H3', 'H3', 'H4'])
  expect(sheet.querySelector('[part=arrival] time')?.getAttribute('datetime')).toBe('2054-06-18')
  expect(sheet.querySelectorAll('ol ol > li')).toHaveLength(12)
})

const levelsOf = ({ sheet }: { sheet: HTMLElement }) =>
  [...sheet.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName, className }) => `${tagName} ${className}`)

test.each([
  ['1', ['H1', 'H2', 'H3', 'H4']],
  ['4', ['H4', 'H5', 'H6', 'H6']],
  ['6', ['H6', 'H6', 'H6', 'H6']],
  // Counts as absent.
  ['0', ['H2', 'H3', 'H4', 'H5']],
  ['seven', ['H2', 'H3', 'H4', 'H5']],
])(
  'heading-level="%s" sets the level of the title, and the other headings follow below it [WIDGET-5]',
  async (level, tags) => {
    const itinerary = await mountStay(stayWith())
    itinerary.element.setAttribute('heading-level', level)
    await itinerary.element.updateComplete
    const [title, heading, when, plan] = tags
    expect([...new Set(levelsOf(itinerary))].sort()).toEqual(
      [
        `${title} title`,
        `${heading} headline`,
        `${heading} label`,
        `${heading} heading`,
        `${when} name`,
        `${when} when`,
        `${plan} name`,
      ]
        .filter((each, index, all) => all.indexOf(each) === index)
        .sort(),
    )
  },
)

test('headingLevel is the property of heading-level, and sets the level of a failure too [WIDGET-5]', async () => {
  const itinerary = await mountWith({ status: 404 })
  itinerary.element.headingLevel = 1
  await itinerary.element.updateComplete
  expect(itinerary.element.getAttribute('heading-level')).toBe('1')
  expect(levelsOf(itinerary)).toEqual(['H1 message'])
})

const MARKUP = [
  '<script>window.hacked = true</script>',
  '<img src=x onerror="window.hacked = true">',
  '</time></article><b>bold</b>',
  '&lt;i&gt;',
  'javascript:window.hacked=true',
  '{{7*7}} <!-- -->',
]

test.each(MARKUP)('Markup in a field is shown as text, in every field: %s [WIDGET-20]', async markup => {
  const fill = (fields: object) => Object.fromEntries(Object.keys(fields).map(name => [name, markup]))
  const { overview, roomStays, scheduleItems } = stayWith()
  const [room] = roomStays as object[]
  const [plan] = scheduleItems as object[]
  const names = { ...fill(overview), arrivalDate: overview.arrivalDate, departureDate: overview.departureDate }
  const itinerary = await mountStay({
    overview: names,
    roomStays: [fill(room ?? {})],
    scheduleItems: [{ ...fill(plan ?? {}), scheduleDate: '2054-06-18T00:00:00' }],
  })
  const singleSpaced = (text: string) => text.replace(/\s+/g, ' ')
  expect(itinerary.textOf('title')).toBe(`Your stay at ${markup}`)
  for (const part of ['guest', 'status', 'type', 'room', 'item'])
    expect(singleSpaced(itinerary.textOf(part) ?? '')).toContain(markup)
  expect(itinerary.sheet.querySelectorAll('script, b, i, img')).toHaveLength(0)
  expect(window).not.toHaveProperty('hacked')
})

const INVALID_VALUES = [
  undefined,
  null,
  '',
  0,
  -1,
  1.5,
  true,
  [],
  {},
  [null],
  { a: [] },
  '2054-02-30T00:00:00',
  '25:99',
  'ß'.repeat(9),
]

test.each(INVALID_VALUES)('A value of the wrong type is ignored, in every field: %j', async value => {
  const { overview, roomStays, scheduleItems } = stayWith()
  const fill = (fields: object) => Object.fromEntries(Object.keys(fields).map(name => [name, value]))
  const itinerary = await mountStay({
    overview: { ...fill(overview), guestLastName: 'Lindqvist', unknown: value },
    roomStays: [...(roomStays as object[]).map(fill), value],
    scheduleItems: [...(scheduleItems as object[]).map(fill), value],
    unknown: value,
  })
  expect(itinerary.textOf('guest')).toContain('Lindqvist')
  expect(itinerary.text).not.toMatch(/undefined|null|NaN|Invalid|object|Infinity/)
})

test.each(INVALID_VALUES)('Rooms and schedules that are not lists are ignored: %j', async value => {
  const itinerary = await mountStay(stayWith({ roomStays: value ?? null, scheduleItems: value ?? null }))
  expect(itinerary.textOf('title')).toBe('Your stay at Quinta do Mar')
  expect(itinerary.parts('item')).toHaveLength(0)
})

test.each([
  '2054-02-30T00:00:00',
  '2054-13-01T00:00:00',
  '2054-6-18',
  '18 June 2054',
  '0000-00-00',
  '2054-06-18 15:00',
])('An invalid date is not shown: %s', async arrivalDate => {
  const itinerary = await mountStay(stayWith({ overview: { arrivalDate } }))
  expect(itinerary.textOf('arrival')).toBe('Arrival 15:00')
  expect(itinerary.part('nights')).toBeUndefined()
})

test('An empty item is not shown; one with only a place has no empty title', async () => {
  const scheduleDate = `${TODAY}T00:00:00`
  const itinerary = await mountStay(
    stayWith({
      scheduleItems: [
        { scheduleDate, activityName: null },
        { scheduleDate, locationName: 'Pier' },
      ],
    }),
  )
  expect(itinerary.textsOf('item')).toEqual(['Pier'])
  expect(itinerary.sheet.querySelector('h5')).toBeNull()
})

test('A stay with only a name shows the name', async () => {
  const itinerary = await mountStay({ overview: { guestLastName: 'Lindqvist' } })
  expect(itinerary.textOf('title')).toBe('Your stay')
  expect(itinerary.textOf('guest')).toBe('Lindqvist')
  expect(itinerary.part('stay')).toBeUndefined()
})

test.each(['javascript:alert(1)', 'data:image/svg+xml,<svg/>', 'file:///etc/passwd', '/relative.png', 'no address'])(
  'A picture without an http(s) address is not shown: %s',
  async address => {
    const itinerary = await mountStay(stayWith({ overview: { clientLogoUrl: address, clientImagePath: address } }))
    expect(itinerary.sheet.querySelector('img')).toBeNull()
  },
)

/** Whether the picture of a part is visible. */
const isVisible = (itinerary: ItineraryHarness, part: string) =>
  itinerary.part(part)?.querySelector('img')?.checkVisibility({ visibilityProperty: true })

test('A picture that loads is shown; one that does not leaves empty space without a broken image [WIDGET-20]', async () => {
  const [working, missing] = ['square.svg', 'missing.svg'].map(name => `${location.origin}/pictures/${name}`)
  const itinerary = await mountStay(stayWith({ overview: { clientLogoUrl: missing, clientImagePath: working } }))
  await eventually(() => expect(itinerary.part('picture')?.querySelector('img')?.naturalWidth).toBe(40))
  await eventually(() => expect(isVisible(itinerary, 'logo')).toBe(false))
  expect(itinerary.part('logo')?.checkVisibility({ visibilityProperty: true })).toBe(false)
  const other = await mountStay(stayWith({ overview: { clientLogoUrl: working, clientImagePath: missing } }))
  await eventually(() => expect(isVisible(other, 'picture')).toBe(false))
  expect(isVisible(other, 'logo')).toBe(true)
  expect(other.part('picture')?.offsetHeight).toBe(itinerary.part('picture')?.offsetHeight)
})

test('A picture that failed to load does not hide the picture of the next stay', async () => {
  const picture = (name: string) => stayWith({ overview: { clientImagePath: `${location.origin}/pictures/${name}` } })
  const { element } = await mountStay(picture('square.svg'))
  const next = element.token
  const itinerary = await mountStay(picture('missing.svg'))
  await eventually(() => expect(isVisible(itinerary, 'picture')).toBe(false))
  itinerary.element.token = next
  await eventually(() => expect(isVisible(itinerary, 'picture')).toBe(true))
})

test('Neither an invalid response nor an invalid address of the service causes an exception in the page', async () => {
  const errors: unknown[] = []
  const record = (event: Event) => errors.push(event)
  for (const name of ['error', 'unhandledrejection']) addEventListener(name, record)
  const itinerary = await mountWith({ content: stayWith() }, { api: 'http://[nowhere', lang: 'not a language!' })
  expect(itinerary.part('failure')).toBeDefined()
  await mountWith({ content: { overview: { guestLastName: '\ud800', arrivalDate: '9999-99-99' } } }, { lang: '_' })
  await new Promise(resolve => setTimeout(resolve, 50))
  for (const name of ['error', 'unhandledrejection']) removeEventListener(name, record)
  expect(errors).toEqual([])
})
