import type { LitElement } from 'lit'
import type { Day } from './dates.ts'
import type { Itinerary, ScheduleItem } from './itinerary.ts'
import { calendarIn, type Link } from './link.ts'
import type { Actions } from './render-context.ts'
import type { Translator } from './translator.ts'

/** What an action needs of the stay that is shown. */
interface ShownStay {
  itinerary: Itinerary
  link: Link
  translator: Translator
}

/** Milliseconds for which the result of an action is shown. */
const ANNOUNCEMENT_DURATION = 10_000

/** The guest's actions, one at a time. Their code is loaded on demand; a failure is announced to the guest. */
export class ActionsController implements Actions {
  /** The result of the last action, for example that the link was copied. */
  announcement: string | undefined
  /** What the running action was requested on. */
  pending: Actions['pending']

  readonly #host: LitElement
  readonly #shown: () => ShownStay | undefined

  /** `shown` is undefined while no stay is shown. */
  constructor(host: LitElement, shown: () => ShownStay | undefined) {
    this.#host = host
    this.#shown = shown
  }

  readonly addToCalendar = (item?: ScheduleItem, day?: Day) =>
    this.#run(
      item ?? 'calendar',
      () => import('../actions/calendar.ts'),
      ({ openCalendarMenu }, { itinerary, link, translator }, root) =>
        openCalendarMenu(root, { itinerary, calendar: calendarIn(translator.locale, link), item, day }, translator),
    )

  readonly share = () =>
    this.#run(
      'share',
      () => import('../actions/share.ts'),
      async ({ share }, { link, translator }, root) => this.#announce(await share(link.page, root, translator.words)),
    )

  readonly print = () =>
    this.#run(
      'print',
      () => import('../actions/print.ts'),
      ({ print }) => print(this.#host),
    )

  async #run<Code>(
    source: NonNullable<Actions['pending']>,
    load: () => Promise<Code>,
    action: (code: Code, shown: ShownStay, root: ShadowRoot) => Promise<void>,
  ): Promise<void> {
    const shown = this.#shown()
    const { shadowRoot } = this.#host
    if (!shown || !shadowRoot || this.pending) return
    const { words } = shown.translator
    this.pending = source
    this.#announce(undefined)
    try {
      const code = await load().catch(() => {
        throw new DOMException('The code of the action did not load.', 'NetworkError')
      })
      await action(code, shown, shadowRoot)
    } catch (error) {
      const isNetwork = error instanceof DOMException && error.name === 'NetworkError'
      this.#announce(isNetwork ? words.unreachable[1] : words.failed)
    } finally {
      this.pending = undefined
      this.#host.requestUpdate()
    }
  }

  #announce(text: string | undefined): void {
    this.announcement = text
    this.#host.requestUpdate()
    if (!text) return
    setTimeout(() => {
      if (this.announcement === text) this.#announce(undefined)
    }, ANNOUNCEMENT_DURATION)
  }
}
