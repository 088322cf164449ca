import type { LitElement, ReactiveController } from 'lit'
import { writtenAddress } from './address.ts'
import type { Day } from './dates.ts'
import { grouped } from './grouped.ts'
import type { Hotel } from './hotel.ts'
import type { Itinerary, ScheduleItem } from './itinerary.ts'
import { calendarIn, type Link } from './link.ts'
import type { ActionSource, Actions, Announcement } from './render-context.ts'
import type { Translator } from './translator.ts'
import { instantAt } from './zone.ts'

/** What an action needs of the stay that is shown. */
interface ShownStay {
  itinerary: Itinerary
  link: Link
  translator: Translator
}

/** Milliseconds for which the result of an action is shown. */
const ANNOUNCEMENT_DURATION = 10_000

/** The guest's actions, one at a time. Their code is loaded on demand; a failure is announced to the guest. */
export class ActionsController implements Actions, ReactiveController {
  /** The result of the last action, for example that the link was copied. */
  announcement: Announcement | undefined
  /** What the running action was requested on. */
  pending: Actions['pending']

  readonly #host: LitElement
  readonly #shown: () => ShownStay | undefined

  /** `shown` is undefined while no stay is shown. */
  constructor(host: LitElement, shown: () => ShownStay | undefined) {
    this.#host = host
    this.#shown = shown
    host.addController(this)
  }

  /** A dialog that leaves the page does not close by itself. What it holds, such as the screen, is released when it closes. */
  hostDisconnected(): void {
    this.#host.shadowRoot?.querySelector('dialog')?.close()
  }

  readonly addToCalendar = (item?: ScheduleItem, day?: Day) =>
    this.run(
      item ?? 'calendar',
      () => import('../actions/calendar.ts'),
      ({ openCalendarMenu }, root, { itinerary, link, translator }) => {
        const calendar = calendarIn(translator.locale, link)
        const selection = { itinerary, calendar, page: link.page, item, day, instantAt, writtenAddress }
        return openCalendarMenu(root, selection, translator)
      },
    )

  readonly share = () =>
    this.run(
      'share',
      () => import('../actions/share.ts'),
      ({ share }, root, { link, translator }) => share(link.page, root, translator.words),
    )

  readonly print = () =>
    this.run(
      'print',
      () => import('../actions/print.ts'),
      ({ print }) => print(this.#host),
    )

  readonly copyAddress = (hotel: Hotel) =>
    this.run(
      hotel,
      () => import('../actions/share.ts'),
      ({ copyAddress }, root, { translator }) => copyAddress(hotel, root, translator, writtenAddress),
    )

  readonly showDriver = (hotel: Hotel) =>
    this.run(
      hotel,
      () => import('../actions/driver.ts'),
      async ({ showDriver }, root, { translator }) =>
        showDriver(
          root,
          { name: hotel.name, phone: hotel.phone && grouped(hotel.phone), ...writtenAddress(hotel) },
          translator.words,
        ),
    )

  /** The focus follows, so that the keyboard continues there. */
  readonly jump = (id: string) => {
    const target = this.#host.shadowRoot?.getElementById(id)
    if (!target) return
    const folded = target.closest('details')
    if (folded) folded.open = true
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    target.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth' })
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }

  async run<Code>(
    source: ActionSource,
    load: () => Promise<Code>,
    action: (code: Code, root: ShadowRoot, shown: ShownStay) => Promise<unknown>,
  ): Promise<void> {
    const shown = this.#shown()
    const { shadowRoot } = this.#host
    if (!shown || !shadowRoot || this.pending) return
    const { words } = shown.translator
    this.pending = source
    this.#announce(undefined, source)
    try {
      const code = await load().catch(() => {
        throw new DOMException('The code of the action did not load.', 'NetworkError')
      })
      const result = await action(code, shadowRoot, shown)
      if (typeof result === 'string') this.#announce(result, source)
    } catch (error) {
      const isNetwork = error instanceof DOMException && error.name === 'NetworkError'
      this.#announce(isNetwork ? words.unreachable[1] : words.failed, source)
    } finally {
      this.pending = undefined
      this.#host.requestUpdate()
    }
  }

  #announce(text: string | undefined, source: ActionSource): void {
    const announcement = text ? { text, source } : undefined
    this.announcement = announcement
    this.#host.requestUpdate()
    if (!announcement) return
    setTimeout(() => {
      if (this.announcement === announcement) this.#announce(undefined, source)
    }, ANNOUNCEMENT_DURATION)
  }
}
