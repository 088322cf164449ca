import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { calendar, scheduleItems } from './support/calendar.ts'
import { mount, mountWith, stayWith } from './support/element.ts'
import { eventually, openPage, release, tokenFor } from './support/service.ts'

/* What happens while a stay is open: addresses that change, actions that take long or fail, and what screen readers hear. */

describe('A page that removes the link from its address', () => {
  const titleOf = ({ document }: { document: Document }) =>
    document.querySelector('guest-itinerary')?.shadowRoot?.querySelector('.title, .message')?.textContent

  test.each([
    ['replaceState and another tab', (page: Window) => page.document.dispatchEvent(new Event('visibilitychange'))],
    ['replaceState and an action', (page: Window) => press(page, 'calendar')],
    ['replaceState and another language', (page: Window) => element(page).setAttribute('lang', 'en-GB')],
  ])('keeps the stay, with %s [WIDGET-29]', async (_, later) => {
    const token = await tokenFor({ content: stayWith(), calendar })
    const body = `<script type="module" src="/built/widget/guest-itinerary.js"></script><guest-itinerary lang="en"></guest-itinerary>`
    const page = await openPage(body, {}, `?itinerary=${token}`)
    onTestFinished(page.close)
    await eventually(() => expect(titleOf(page)).toBe('Your stay at Quinta do Mar'))
    page.window.history.replaceState({}, '', '/plain.html')
    later(page.window)
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(titleOf(page)).toBe('Your stay at Quinta do Mar')
  })

  const element = ({ document }: Window) => document.querySelector('guest-itinerary') as HTMLElement
  const press = (page: Window, part: string) =>
    element(page).shadowRoot?.querySelector<HTMLElement>(`[part~=${part}]`)?.click()
})

describe('An action that takes long', () => {
  /** A stay whose calendar arrives when `respond` is called. */
  const slowCalendar = async () => {
    const itinerary = await mountWith({ content: stayWith({ scheduleItems }), calendar })
    const { promise, resolve } = Promise.withResolvers<Response>()
    const fetch = vi.spyOn(window, 'fetch').mockReturnValue(promise)
    onTestFinished(() => fetch.mockRestore())
    return { itinerary, fetch, respond: () => resolve(new Response(calendar)) }
  }
  const dialogs = ({ sheet }: ItineraryHarness) => sheet.querySelectorAll('dialog')

  test('is marked on its button until it is done [WIDGET-30]', async () => {
    const { itinerary, respond } = await slowCalendar()
    itinerary.part('add')?.click()
    await eventually(() => expect(itinerary.part('add')?.ariaDisabled).toBe('true'))
    respond()
    await eventually(() => expect(dialogs(itinerary)).toHaveLength(1))
    await eventually(() => expect(itinerary.part('add')?.ariaDisabled).toBeNull())
  })

  test('ignores a second press [WIDGET-30]', async () => {
    const { itinerary, fetch, respond } = await slowCalendar()
    itinerary.part('add')?.click()
    await eventually(() => expect(fetch).toHaveBeenCalledTimes(1))
    itinerary.part('add')?.click()
    itinerary.part('calendar')?.click()
    respond()
    await eventually(() => expect(dialogs(itinerary)).toHaveLength(1))
    await itinerary.element.updateComplete
    expect([fetch.mock.calls.length, dialogs(itinerary).length]).toEqual([1, 1])
  })
})

describe('An action that fails', () => {
  test('because of the network names the connection [WIDGET-30]', async () => {
    const itinerary = await mountWith({ content: stayWith({ scheduleItems }), calendar })
    const fetch = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    onTestFinished(() => fetch.mockRestore())
    itinerary.part('add')?.click()
    await eventually(() => expect(itinerary.textOf('said')).toBe('Please check your connection and try again.'))
  })

  test('for another reason does not', async () => {
    const itinerary = await mountWith({ content: stayWith() })
    const append = vi.spyOn(document.body, 'append').mockImplementation(() => {
      throw new DOMException('', 'SecurityError')
    })
    onTestFinished(() => append.mockRestore())
    itinerary.part('print')?.click()
    await eventually(() => expect(itinerary.textOf('said')).toBe('That did not work. Please try again.'))
  })
})

describe('The result of an action', () => {
  const copied = async () => {
    Object.assign(navigator, { canShare: undefined })
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    onTestFinished(() => write.mockRestore())
    return await mountWith({ content: stayWith() })
  }

  test.each([360, 700, 1280])('moves nothing at %i pixels', async width => {
    const itinerary = await copied()
    itinerary.element.style.width = `${width}px`
    const places = () =>
      ['calendar', 'share', 'print', 'rooms'].map(name => {
        const { left, top } = itinerary.part(name)?.getBoundingClientRect() ?? {}
        return [left, top]
      })
    const before = places()
    itinerary.part('share')?.click()
    await eventually(() => expect(itinerary.textOf('said')).toBe('Link copied.'))
    expect(places()).toEqual(before)
  })

  test('is in a region that is there before its text', async () => {
    const itinerary = await copied()
    const region = itinerary.sheet.querySelector<HTMLElement>('[part=said]')
    expect([region?.role, region?.textContent, getComputedStyle(region as Element).display]).toEqual([
      'status',
      '',
      'block',
    ])
  })

  test('goes after ten seconds', async () => {
    const itinerary = await copied()
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    itinerary.part('share')?.click()
    await eventually(() => expect(itinerary.textOf('said')).toBe('Link copied.'))
    vi.advanceTimersByTime(10_000)
    await itinerary.element.updateComplete
    expect(itinerary.textOf('said') ?? '').toBe('')
  })
})

test('A screen reader announces that a slow stay is loading, and that it has loaded', async () => {
  const token = await tokenFor({ content: stayWith(), held: 'stay' })
  const { element } = mount({ token })
  const status = () => element.shadowRoot?.querySelector('.live[role=status]')
  await eventually(() => expect(status()?.textContent).toBe('Your stay is being loaded.'))
  expect(status()?.closest('[aria-busy]')).toBeNull()
  await release(token)
  await eventually(() => expect(status()?.textContent).toBe('Your stay is shown.'))
})
