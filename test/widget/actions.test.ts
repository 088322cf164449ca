import ICAL from 'ical.js'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import type { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { calendar, scheduleItems } from './support/calendar.ts'
import { links, mountWith, openedDialog, stayWith } from './support/element.ts'
import { eventually } from './support/service.ts'

const mountWithCalendar = (attributes = {}) => mountWith({ content: stayWith({ scheduleItems }), calendar }, attributes)

const queryOf = (link: HTMLAnchorElement | undefined) =>
  Object.fromEntries(new URL(link?.href ?? '').searchParams.entries())

describe('The whole stay', () => {
  test('is offered as a subscription, to web calendars, and as a file', async () => {
    const itinerary = await mountWithCalendar()
    itinerary.part('calendar')?.click()
    const choices = links(await openedDialog(itinerary))
    const { token } = itinerary.element
    const path = `/api/public/PartnerItinerary/calendar/${token}`
    expect(Object.keys(choices)).toEqual([
      'Subscribe (updates automatically)',
      'Google Calendar',
      'Outlook',
      'Calendar file (.ics)',
    ])
    expect(choices['Subscribe (updates automatically)']?.href).toBe(`webcal://${location.host}${path}`)
    expect(choices['Calendar file (.ics)']?.href).toBe(location.origin + path)
    expect(queryOf(choices['Google Calendar'])).toMatchObject({ text: 'Quinta do Mar', dates: '20540618/20540622' })
    expect(queryOf(choices.Outlook)).toMatchObject({
      subject: 'Quinta do Mar',
      startdt: '2054-06-18',
      enddt: '2054-06-22',
      allday: 'true',
    })
  })

  test('is a link to its calendar without a script', async () => {
    const itinerary = await mountWithCalendar()
    expect((itinerary.part('calendar') as HTMLAnchorElement).pathname).toMatch(/PartnerItinerary\/calendar\//)
  })
})

describe('One item', () => {
  async function menu(index: number) {
    const itinerary = await mountWithCalendar()
    itinerary.parts('add')[index]?.click()
    return links(await openedDialog(itinerary))
  }

  test('is a file that an independent parser reads, in the hotel’s time zone, with the UID of the subscription', async () => {
    const choices = await menu(0)
    const file = choices['Calendar file (.ics)']
    expect(file?.download).toBe('itinerary.ics')
    const text = await (await fetch(file?.href ?? '')).text()
    const parsed = new ICAL.Component(ICAL.parse(text))
    const [zone] = parsed.getAllSubcomponents('vtimezone')
    const events = parsed.getAllSubcomponents('vevent').map(event => new ICAL.Event(event))
    expect(zone?.getFirstPropertyValue('tzid')).toBe('Europe/Lisbon')
    expect(events.map(({ uid, summary }) => [uid, summary])).toEqual([
      ['activity-1-20540619-1030.reservation-1.client-1@innlet.example', 'Surf lesson, for everybody'],
    ])
    expect(events[0]?.startDate.toString()).toBe('2054-06-19T10:30:00')
    expect(text).not.toMatch(/REFRESH|TTL/)
  })

  test('keeps the hotel’s time in web calendars, in every time zone of the guest', async () => {
    const choices = await menu(0)
    expect(queryOf(choices['Google Calendar'])).toEqual({
      action: 'TEMPLATE',
      text: 'Surf lesson, for everybody',
      dates: '20540619T103000/20540619T123000',
      ctz: 'Europe/Lisbon',
      location: 'Beach hut',
      details: 'Inês Duarte\nBring a towel.',
    })
    expect(queryOf(choices.Outlook)).toMatchObject({
      startdt: '2054-06-19T09:30:00.000Z',
      enddt: '2054-06-19T11:30:00.000Z',
    })
  })

  test('without a time is an all-day event [WIDGET-14]', async () => {
    const choices = await menu(1)
    expect(queryOf(choices['Google Calendar'])).toMatchObject({ dates: '20540620/20540621' })
    expect(queryOf(choices.Outlook)).toMatchObject({ startdt: '2054-06-20', enddt: '2054-06-21', allday: 'true' })
  })

  test('that the calendar does not have, or that gets no response, shows a message and opens no menu', async () => {
    const itinerary = await mountWith({ content: stayWith({ scheduleItems }) })
    itinerary.parts('add')[0]?.click()
    await eventually(() => expect(itinerary.textOf('said')).toBe('That did not work. Please try again.'))
    expect(itinerary.sheet.querySelector('dialog')).toBeNull()
  })
})

describe('By keyboard alone', () => {
  test('the menu opens, keeps the focus, closes with Escape, and returns the focus', async () => {
    const itinerary = await mountWithCalendar()
    const button = itinerary.part('calendar')
    button?.focus()
    await userEvent.keyboard('{Enter}')
    const dialog = await openedDialog(itinerary)
    const focused = () => itinerary.element.shadowRoot?.activeElement
    for (let tabs = 0; tabs < 8; tabs++) {
      await userEvent.keyboard('{Tab}')
      expect(focused() === null || dialog.contains(focused() as Node)).toBe(true)
    }
    await userEvent.keyboard('{Escape}')
    await eventually(() => expect(itinerary.sheet.querySelector('dialog')).toBeNull())
    expect(focused()).toBe(button)
  })

  test('every link and button is reachable in reading order [WIDGET-26]', async () => {
    const itinerary = await mountWithCalendar()
    const inOrder = [...itinerary.sheet.querySelectorAll<HTMLElement>('a, button, summary')]
    inOrder[0]?.focus()
    const reached = [itinerary.element.shadowRoot?.activeElement]
    for (const _ of inOrder.slice(1)) {
      await userEvent.keyboard('{Tab}')
      reached.push(itinerary.element.shadowRoot?.activeElement)
    }
    expect(reached).toEqual(inOrder)
    expect(inOrder).toHaveLength(7)
  })
})

describe('The link', () => {
  afterEach(() => vi.unstubAllGlobals())
  const press = (itinerary: ItineraryHarness) => itinerary.part('share')?.click()

  test("is passed to the device's share menu [WIDGET-16]", async () => {
    const shared: ShareData[] = []
    Object.assign(navigator, { canShare: () => true, share: async (data: ShareData) => void shared.push(data) })
    onTestFinished(() => Object.assign(navigator, { canShare: undefined, share: undefined }))
    const itinerary = await mountWithCalendar()
    press(itinerary)
    await eventually(() => expect(shared).toEqual([{ url: `${location.origin}/itinerary/${itinerary.element.token}` }]))
  })

  test('is copied without a share menu, with a message [WIDGET-16]', async () => {
    Object.assign(navigator, { canShare: undefined })
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    onTestFinished(() => write.mockRestore())
    const itinerary = await mountWithCalendar()
    press(itinerary)
    await eventually(() => expect(itinerary.textOf('said')).toBe('Link copied.'))
    expect(itinerary.part('said')?.role).toBe('status')
    expect(write).toHaveBeenCalledWith(`${location.origin}/itinerary/${itinerary.element.token}`)
  })

  test('is shown for copying by hand if the browser allows neither', async () => {
    Object.assign(navigator, { canShare: undefined })
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
    onTestFinished(() => write.mockRestore())
    const itinerary = await mountWithCalendar()
    press(itinerary)
    const dialog = await openedDialog(itinerary)
    expect(dialog.querySelector('input')?.value).toBe(`${location.origin}/itinerary/${itinerary.element.token}`)
  })
})

describe('On paper', () => {
  afterEach(() => cdp().send('Emulation.setEmulatedMedia', { media: '' }))

  test('there is the stay without buttons, in black on white', async () => {
    const itinerary = await mountWithCalendar({ theme: 'dark' })
    await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
    for (const part of ['actions', 'add', 'calendar', 'share', 'print']) expect(itinerary.part(part)).toBeUndefined()
    const { color, backgroundColor } = getComputedStyle(itinerary.sheet)
    expect([color, backgroundColor]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
    expect(itinerary.textsOf('item')).toHaveLength(2)
  })

  /** The printed document, at the event `beforeprint`. */
  function printedDocument(): Promise<{ body: HTMLElement; sheet: HTMLElement; height: number }> {
    return new Promise(resolve => {
      const watcher = new MutationObserver(([change]) => {
        const page = (change?.addedNodes[0] as HTMLIFrameElement | undefined)?.contentWindow
        page?.addEventListener('beforeprint', () => {
          const { body } = page.document
          const sheet = body.querySelector('guest-itinerary')?.shadowRoot?.querySelector<HTMLElement>('.sheet')
          if (sheet) resolve({ body, sheet: sheet.cloneNode(true) as HTMLElement, height: sheet.offsetHeight })
        })
      })
      watcher.observe(document.body, { childList: true })
      onTestFinished(() => watcher.disconnect())
    })
  }

  test('there is nothing of the page around, on one page [WIDGET-16]', async () => {
    const itinerary = await mountWith({ content: stayWith() })
    const printed = printedDocument()
    await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
    itinerary.sheet.querySelector<HTMLElement>('[part~=print]')?.click()
    const { body, sheet, height } = await printed
    expect(body.children).toHaveLength(1)
    expect(sheet.querySelectorAll('[part~=item]')).toHaveLength(12)
    // A4 with margins of 10 mm, at 96 dpi.
    expect(height).toBeLessThanOrEqual(1047)
    await eventually(() =>
      expect([...document.querySelectorAll('iframe')].some(({ ariaHidden }) => ariaHidden)).toBe(false),
    )
  })
})
