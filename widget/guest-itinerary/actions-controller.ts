import type { LitElement } from 'lit'
import type { Day } from './dates.ts'
import type { Itinerary, ScheduleItem } from './itinerary.ts'
import type { Link } from './link.ts'
import type { Actions } from './render-context.ts'
import type { Translator } from './translator.ts'

/** What an action needs of the stay that is shown. */
interface ShownStay {
  itinerary: Itinerary
  link: Link
  translator: Translator
}

/** The guest's actions. Their code is loaded on demand; a failure is announced to the guest. */
export class ActionsController implements Actions {
  /** The result of the last action, for example that the link was copied. */
  announcement: string | undefined

  readonly #host: LitElement
  readonly #shown: () => ShownStay | undefined

  /** `shown` is undefined while no stay is shown. */
  constructor(host: LitElement, shown: () => ShownStay | undefined) {
    this.#host = host
    this.#shown = shown
  }

  readonly addToCalendar = (item?: ScheduleItem, day?: Day) =>
    this.#run(async ({ itinerary, link, translator }, root) => {
      const { openCalendarMenu } = await import('../actions/calendar.ts')
      await openCalendarMenu(root, { itinerary, link, item, day }, translator)
    })

  readonly share = () =>
    this.#run(async ({ link, translator }, root) => {
      const { share } = await import('../actions/share.ts')
      this.#announce(await share(link.page, root, translator.words))
    })

  readonly print = () => this.#run(async () => (await import('../actions/print.ts')).print(this.#host))

  async #run(action: (shown: ShownStay, root: ShadowRoot) => Promise<void>): Promise<void> {
    const shown = this.#shown()
    const { shadowRoot } = this.#host
    if (!shown || !shadowRoot) return
    this.#announce(undefined)
    try {
      await action(shown, shadowRoot)
    } catch {
      this.#announce(shown.translator.words.unreachable[1])
    }
  }

  #announce(text: string | undefined): void {
    this.announcement = text
    this.#host.requestUpdate()
  }
}
