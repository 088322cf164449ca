import { expect, onTestFinished, test, vi } from 'vitest'
import { mount, mountStay, mountWith, stayWith } from './support/element.ts'
import { eventually, release, requestsWith, type StubResponse, tokenFor } from './support/service.ts'

test('While the itinerary loads, a skeleton is shown and announced to screen readers', async () => {
  const token = await tokenFor({ content: stayWith(), held: 'stay' })
  const itinerary = mount({ token })
  await eventually(() =>
    expect(itinerary.element.shadowRoot?.querySelector('[role=status]')?.textContent).toBe(
      'Your stay is being loaded.',
    ),
  )
  expect(itinerary.sheet.ariaBusy).toBe('true')
  expect(itinerary.element.offsetHeight).toBeGreaterThan(500)
  await release(token)
  await itinerary.settled()
  expect(itinerary.textOf('title')).toBe('Your stay at Quinta do Mar')
})

test('An invalid link shows: The link is invalid or has expired.', async () => {
  const itinerary = await mountWith({ status: 404 })
  expect(itinerary.text).toContain('The link is invalid or has expired.')
  expect(itinerary.part('failure')?.getAttribute('role')).toBe('alert')
  expect(itinerary.part('retry')).toBeUndefined()
})

test.each<[string, StubResponse, string]>([
  ['no connection', { cut: true }, 'check your connection'],
  ['a crash', { status: 500 }, 'cannot be shown just now'],
  ['an outage', { status: 503 }, 'cannot be shown just now'],
  ['too many requests', { status: 429 }, 'cannot be shown just now'],
  ['no JSON', { body: '<html>' }, 'Please try again later.'],
  ['an empty object', { content: {} }, 'Please try again later.'],
  ['a list', { content: [] }, 'Please try again later.'],
  ['null', { body: 'null' }, 'Please try again later.'],
  ['another refusal', { status: 400 }, 'Please try again later.'],
])('%s is shown with its own message, and can be retried [WIDGET-18]', async (_, answer, message) => {
  const itinerary = await mountWith(answer)
  expect(itinerary.text).toContain(message)
  expect(itinerary.text).not.toContain('invalid or has expired')
  expect(itinerary.textOf('retry')).toBe('Try again')
})

test('A timeout is shown as no connection', async () => {
  const itinerary = mount({ token: await tokenFor({ held: 'stay' }) })
  itinerary.element.retryPolicy = { requestTimeout: 50, retryDelays: [10] }
  await itinerary.settled()
  expect(itinerary.text).toContain('check your connection')
})

test('An outage is retried twice automatically', async () => {
  const token = await tokenFor({ status: 503 }, { cut: true }, { content: stayWith() })
  const itinerary = await mount({ token }).settled()
  expect(itinerary.textOf('guest')).toBe('Anna Lindqvist')
  expect(await requestsWith(token)).toHaveLength(3)
})

test.each([404, 429, 400])('A response %i is not retried automatically', async status => {
  const token = await tokenFor({ status })
  await mount({ token }).settled()
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(await requestsWith(token)).toHaveLength(1)
})

test('A retry keeps the failure visible, then shows the stay and moves the focus to its title', async () => {
  const failures = Array(3).fill({ status: 500 })
  const token = await tokenFor(...failures, { content: stayWith(), held: 'stay' })
  const itinerary = await mount({ token }).settled()
  itinerary.part('retry')?.focus()
  itinerary.retry()
  await eventually(() => expect(itinerary.textOf('retry')).toBe('Trying again…'))
  expect(itinerary.text).toContain('cannot be shown just now')
  await release(token)
  await eventually(() => expect(itinerary.textOf('guest')).toBe('Anna Lindqvist'))
  await eventually(() => expect(itinerary.element.shadowRoot?.activeElement).toBe(itinerary.part('title')))
})

test('Two presses of retry send one request', async () => {
  const token = await tokenFor({ status: 429 }, { content: stayWith(), held: 'stay' })
  const itinerary = await mount({ token }).settled()
  itinerary.retry()
  await itinerary.element.updateComplete
  itinerary.retry()
  await release(token)
  await eventually(() => expect(itinerary.part('stay')).toBeDefined())
  expect(await requestsWith(token)).toHaveLength(2)
})

test('In a frame without a link it says nothing, and the console names the cause once [WIDGET-66]', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  const { element } = mount()
  element.innerHTML = '<p slot="footer">Call us</p>'
  await eventually(() => expect(said).toHaveBeenCalledOnce())
  await element.updateComplete
  expect(said.mock.calls[0]?.[0]).toMatch(/^innlet: this frame .* token/)
  expect([element.shadowRoot?.textContent?.trim(), element.offsetHeight]).toEqual(['', 0])
})

test('A stay without rooms and plans shows a message', async () => {
  const itinerary = await mountStay(stayWith({ roomStays: [], scheduleItems: [] }))
  expect(itinerary.textOf('rooms')).toBe('Your room Your room has not been assigned yet.')
  expect(itinerary.textOf('schedule')).toBe('Day by day Nothing is planned yet. The days are yours.')
})

test('A cancelled stay shows that first', async () => {
  const itinerary = await mountStay(stayWith({ overview: { reservationStatus: 'Cancelled' } }))
  expect(itinerary.textOf('cancelled')).toBe('This stay has been cancelled.')
  expect(itinerary.textOf('status')).toBe('Cancelled')
  const [notice, stay] = [itinerary.part('cancelled'), itinerary.part('stay')] as [HTMLElement, HTMLElement]
  expect(notice.compareDocumentPosition(stay)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('A stay that the guest missed says so first', async () => {
  const itinerary = await mountStay(stayWith({ overview: { reservationStatus: 'NoShow' } }))
  expect(itinerary.textOf('cancelled')).toBe('This stay did not take place.')
  expect(itinerary.textOf('status')).toBe('Missed')
})

test.each(['Cancelled', 'Inquiry', 'Tentative'])(
  'Neither a stay that is %s nor its items are offered for a calendar',
  async reservationStatus => {
    const confirmed = await mountStay(stayWith())
    expect([confirmed.part('calendar'), ...confirmed.parts('add')].every(Boolean)).toBe(true)
    const itinerary = await mountStay(stayWith({ overview: { reservationStatus } }))
    expect(itinerary.parts('item').length).toBe(confirmed.parts('item').length)
    expect([itinerary.part('calendar'), ...itinerary.parts('add')]).toEqual([undefined])
  },
)

test.each(['Cancelled', 'NoShow', 'CheckedOut', 'no show'])(
  'A stay that is over (%s) does not say that rooms or items are still to come',
  async reservationStatus => {
    const itinerary = await mountStay(stayWith({ overview: { reservationStatus }, roomStays: [], scheduleItems: [] }))
    expect(itinerary.text).not.toMatch(/yet/)
    const { roomStays, scheduleItems } = stayWith()
    const withRooms = await mountStay(stayWith({ overview: { reservationStatus }, roomStays, scheduleItems }))
    withRooms.part('rooms')?.querySelector('summary')?.click()
    expect([withRooms.parts('room').length, withRooms.parts('day').length]).toEqual([2, 5])
  },
)

test.each([
  ['Inquiry', 'Request received'],
  ['Tentative', 'Not yet confirmed'],
  ['Confirmed', 'Confirmed'],
  ['InHouse', 'Checked in'],
  ['CheckedOut', 'Checked out'],
  ['Waiting list', 'Waiting list'],
  ['constructor', 'constructor'],
])('The status %s reads %s', async (reservationStatus, mark) => {
  const itinerary = await mountStay(stayWith({ overview: { reservationStatus } }))
  expect(itinerary.textOf('status')).toBe(mark)
  expect(itinerary.part('cancelled')).toBeUndefined()
})

test('A new link or a new service is requested at once, and the previous request is aborted', async () => {
  const slow = await tokenFor({ content: stayWith({ overview: { guestLastName: 'Slow' } }), held: 'stay' })
  const quick = await tokenFor({ content: stayWith({ overview: { guestLastName: 'Quick' } }) })
  const itinerary = mount({ token: slow })
  const failures: Event[] = []
  itinerary.element.addEventListener('itinerary-error', failure => failures.push(failure))
  await eventually(async () => expect(await requestsWith(slow)).toHaveLength(1))
  itinerary.element.token = quick
  await eventually(() => expect(itinerary.textOf('guest')).toBe('Anna Quick'))
  await eventually(async () => expect((await requestsWith(slow))[0]?.aborted).toBe(true))

  itinerary.element.api = `${location.origin}/behind/a/path/`
  await eventually(async () => expect(await requestsWith(quick)).toHaveLength(2))
  expect((await requestsWith(quick))[1]?.url).toBe(`/behind/a/path/api/public/PartnerItinerary/details/${quick}`)
  await itinerary.settled()
  expect(itinerary.textOf('guest')).toBe('Anna Quick')
  expect(failures).toEqual([])
})

test('Removing the element aborts the request, and adding it again sends a new one', async () => {
  const token = await tokenFor({ held: 'stay' }, { content: stayWith() })
  const itinerary = mount({ token })
  await eventually(async () => expect(await requestsWith(token)).toHaveLength(1))
  itinerary.element.remove()
  await eventually(async () => expect((await requestsWith(token))[0]?.aborted).toBe(true))
  document.body.append(itinerary.element)
  await itinerary.settled()
  expect(itinerary.textOf('guest')).toBe('Anna Lindqvist')
  expect(await requestsWith(token)).toHaveLength(2)
})

test('Moving the element within the page keeps the stay', async () => {
  const itinerary = await mountStay(stayWith())
  const aside = document.createElement('aside')
  document.body.append(aside)
  aside.append(itinerary.element)
  await itinerary.settled()
  expect(itinerary.textOf('guest')).toBe('Anna Lindqvist')
  aside.remove()
})

test('The page receives an event for a stay and for a failure', async () => {
  const events: CustomEvent[] = []
  const record = (event: Event) => events.push(event as CustomEvent)
  for (const name of ['itinerary-load', 'itinerary-error']) document.addEventListener(name, record)
  await mountStay(stayWith())
  await mountWith({ status: 404 })
  for (const name of ['itinerary-load', 'itinerary-error']) document.removeEventListener(name, record)
  expect(events.map(({ type }) => type)).toEqual(['itinerary-load', 'itinerary-error'])
  expect(events[0]?.detail).toMatchObject({ guest: 'Anna Lindqvist', reservationNumber: '100001', status: 'InHouse' })
  expect(events[1]?.detail).toEqual({ reason: 'gone' })
})

test('The link is requested without cookies and without a referrer', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the test needs a cookie
  document.cookie = 'session=secret'
  const token = await tokenFor({ content: stayWith() })
  await mount({ token }).settled()
  const [request] = await requestsWith(token)
  expect(request?.headers).not.toHaveProperty('cookie')
  expect(request?.headers).not.toHaveProperty('referer')
})
