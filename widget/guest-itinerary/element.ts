import { render } from 'lit/html.js'
import { type Changes, changesSince, loadSnapshot, type Snapshot, saveSnapshot } from './changes.ts'
import { today } from './dates.ts'
import { headingLevel } from './fragments.ts'
import { type InitialData, parseObject, readInitialData } from './initial-data.ts'
import type { Itinerary } from './itinerary.ts'
import { ItineraryController, type RetryPolicy, type State } from './itinerary-controller.ts'
import { resolveLanguage } from './language.ts'
import { type Link, linkOf } from './link.ts'
import { failure, loading } from './notices.ts'
import { reflectAttributes, upgradeProperties } from './properties.ts'
import type { Actions } from './render-context.ts'
import { sheet, stay } from './stay.ts'
import { styles } from './styles/styles.ts'
import type { TemplateResult } from './template.ts'
import type { OwnWords, Translator } from './translator.ts'

/** Milliseconds before the skeleton appears. A response within them is shown directly, without a flash of the skeleton. */
const SKELETON_DELAY = 120

/** All elements of the page share one stylesheet. */
let styleSheet: CSSStyleSheet | undefined

/**
 * A guest's stay: hotel, guest and dates, the rooms, and the schedule day by day.
 *
 * ```html
 * <script type="module" src="https://innlet.example/widget/guest-itinerary.js"></script>
 * <guest-itinerary></guest-itinerary>
 * ```
 *
 * @attr token - The link's token; by default it is taken from the page's address: `?itinerary=…` or `/itinerary/…`.
 * @attr api - The address of the service; by default the origin of this script.
 * @attr lang - The language, instead of the one that the guest's browser prefers: `de`, `pt-PT`.
 * @attr {auto|light|dark} theme - Light or dark; by default, and with `auto`, as the guest's device prefers.
 * @attr words - The hotel's own words, as JSON.
 * @attr {1|2|3|4|5|6} heading-level - The level of the title's heading; the other headings follow below it. 2 by default.
 *
 * @event itinerary-load - An itinerary is shown; `detail` is the Itinerary.
 * @event itinerary-error - There is no itinerary to show; `detail.reason` is the Failure.
 *
 * @slot - `<script type="application/json">` with initial data: `content`, `asOf`, `token`, `words`.
 * @slot header - Above everything.
 * @slot footer - Below everything.
 * @slot empty - Shown if nothing is planned.
 *
 * @cssproperty --innlet-accent - The colour of marks, links and buttons.
 * @cssproperty --innlet-surface - The background colour.
 * @cssproperty --innlet-text - The text colour; by default one that is readable on the surface.
 * @cssproperty --innlet-radius - The radius of the corners.
 * @cssproperty --innlet-font - The font of the text; by default that of the surrounding page.
 * @cssproperty --innlet-heading-font - The font of titles and dates; by default that of the text.
 * @cssproperty --innlet-heading-weight - The weight of titles and dates; 500 by default.
 *
 * @csspart sheet - The whole itinerary.
 * @csspart as-of - When the stay was fetched, if it may be out of date.
 * @csspart picture - The hotel's picture.
 * @csspart logo - The hotel's logo.
 * @csspart title - The title.
 * @csspart guest - The guest's name.
 * @csspart status - The reservation's status.
 * @csspart type - The reservation's type.
 * @csspart cancelled - The notice that the stay is cancelled.
 * @csspart stay - Arrival, nights and departure.
 * @csspart arrival - The arrival.
 * @csspart nights - The number of nights.
 * @csspart departure - The departure.
 * @csspart change - The mark of what is new or changed since the last visit.
 * @csspart actions - The guest's actions.
 * @csspart button - Every button with text.
 * @csspart calendar - The button that opens the menu of calendars.
 * @csspart share - The button that shares the link.
 * @csspart print - The button that prints the stay.
 * @csspart said - The result of an action.
 * @csspart heading - The titles of rooms and schedule.
 * @csspart rooms - All rooms.
 * @csspart room - One room.
 * @csspart schedule - All days.
 * @csspart day - One day.
 * @csspart today - Today, in addition to `day`.
 * @csspart item - One item of a day.
 * @csspart kind - The type of an item.
 * @csspart add - The button that adds an item to the guest's calendar.
 * @csspart menu - The menu of calendars.
 * @csspart failure - Why there is no itinerary to show.
 * @csspart retry - The button that retries.
 */
export class GuestItinerary extends HTMLElement {
  static readonly observedAttributes = ['token', 'api', 'lang', 'theme', 'words', 'heading-level']

  /** Resolves when the requested update is rendered. */
  updateComplete: Promise<void> = Promise.resolve()

  readonly #root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
  readonly #itinerary = new ItineraryController(
    () => this.requestUpdate(),
    state => this.#settle(state),
  )
  #translator: Translator | undefined
  /** Known before the translator is loaded. */
  #locale = 'en'
  #words: OwnWords | undefined
  #changes: Changes | undefined
  #lastVisit: { reservation: string; snapshot: Snapshot | undefined } | undefined
  #announcement: string | undefined
  #loading: Promise<void> | undefined
  #updating = false
  #opened = false
  #rendered = false
  #isSlow = false
  #retried = false

  /** When the guest comes back to an open page, or the network comes back, the date and the stay may have changed. */
  readonly #onReturn = () => {
    this.requestUpdate()
    if (document.visibilityState === 'visible') this.#itinerary.refresh()
  }

  readonly #actions: Actions = {
    addToCalendar: (item, day) =>
      this.#runAction(async (shown, translator) => {
        const { openCalendarMenu } = await import('../actions/calendar.ts')
        await openCalendarMenu(this.#root, { ...shown, item, day }, translator)
      }),
    share: () =>
      this.#runAction(async ({ link }, { words }) => {
        this.#announce(await (await import('../actions/share.ts')).share(link.page, this.#root, words))
      }),
    print: () => this.#runAction(async () => (await import('../actions/print.ts')).print(this)),
  }

  /** The link's token. */
  declare token: string | null | undefined

  /** The address of the service. */
  declare api: string | null | undefined

  /** The language, `de` or `pt-PT`. */
  declare language: string | null | undefined

  /** Light or dark, or as the guest's device prefers. */
  declare theme: 'auto' | 'light' | 'dark' | null | undefined

  /** The level of the title's heading, 1 to 6. */
  declare headingLevel: string | number | null | undefined

  /** The hotel's own words. They override those of the attribute, which override those of the initial data. */
  get words(): OwnWords | undefined {
    return this.#words
  }
  set words(words: OwnWords | undefined) {
    this.#words = words
    this.attributeChangedCallback()
  }

  /** Timeout, retry delays, and how long an itinerary counts as fresh. */
  get patience(): RetryPolicy {
    return this.#itinerary.retryPolicy
  }
  set patience(policy: Partial<RetryPolicy>) {
    this.#itinerary.retryPolicy = { ...this.patience, ...policy }
  }

  connectedCallback(): void {
    upgradeProperties(this, GuestItinerary.prototype)
    document.addEventListener('visibilitychange', this.#onReturn)
    addEventListener('online', this.#onReturn)
    this.#loading = undefined
    this.requestUpdate()
  }

  disconnectedCallback(): void {
    document.removeEventListener('visibilitychange', this.#onReturn)
    removeEventListener('online', this.#onReturn)
    this.#itinerary.disconnect()
  }

  attributeChangedCallback(): void {
    // The language is first loaded when the element is on a page.
    if (this.#loading) this.#loadTranslator()
    this.requestUpdate()
  }

  /** Schedules one update, however often it is called before. */
  requestUpdate(): void {
    if (this.#updating) return
    this.#updating = true
    this.updateComplete = this.#update()
  }

  async #update(): Promise<void> {
    await undefined
    if (this.isConnected) {
      const link = linkOf(this.token, this.api, new URL(location.href))
      this.#itinerary.open(link, this.#opened ? undefined : this.#takeInitialData(link))
      this.#opened ||= link !== undefined
      // The stay is requested first, so that the language loads while the service responds.
      if (!this.#loading) this.#loadTranslator()
    }
    this.#updating = false
    // Server-rendered content stays until the element can render the same.
    if (!this.#rendered && this.#root.firstChild && !this.#translator) await this.#loading
    if (!this.#rendered) this.#beginRendering()
    const view = this.#view()
    const { locale = this.#locale, words } = this.#translator ?? {}
    render(sheet(view ?? (this.#isSlow ? loading(words) : undefined), locale, !view), this.#root)
    this.#moveFocus()
  }

  /** Used for the first link only: later the data may be out of date. */
  #takeInitialData(link: Link | undefined): InitialData | undefined {
    const data = readInitialData(this)
    return (data.token ?? link?.token) === link?.token ? data : undefined
  }

  #beginRendering(): void {
    this.#rendered = true
    if (!styleSheet) {
      styleSheet = new CSSStyleSheet()
      styleSheet.replaceSync(styles)
    }
    this.#root.replaceChildren()
    this.#root.adoptedStyleSheets.push(styleSheet)
    setTimeout(() => {
      this.#isSlow = true
      if (this.#root.querySelector('[aria-busy=true]')) this.requestUpdate()
    }, SKELETON_DELAY)
  }

  /**
   * The stay or the failure; undefined while it loads. A response that cannot be rendered is a failure for the guest, never an
   * exception in the surrounding page.
   */
  #view(): TemplateResult | undefined {
    const { state } = this.#itinerary
    const translator = this.#translator
    const level = headingLevel(this.getAttribute('heading-level'))
    if (state.status === 'loading' || !translator) return undefined
    try {
      if (state.status === 'shown') {
        return stay(state.itinerary, translator, {
          calendar: state.link.calendar,
          today: today(),
          level,
          actions: this.#actions,
          changes: this.#changes,
          asOf: state.asOf,
          announcement: this.#announcement,
        })
      }
    } catch {}
    const failed = state.status === 'failed' ? state : { reason: 'unreadable' as const, retrying: false }
    return failure(failed.reason, translator.words, level, failed.retrying, () => this.#retry())
  }

  #retry(): void {
    this.#retried = true
    this.#itinerary.retry()
  }

  /** After a retry the focused button is gone: the focus moves to the title of the stay. */
  #moveFocus(): void {
    if (!this.#retried || this.#itinerary.state.status !== 'shown') return
    this.#retried = false
    this.#root.querySelector<HTMLElement>('.title')?.focus({ preventScroll: true })
  }

  /** Runs an action, whose code is loaded on demand. A failure is announced to the guest. */
  async #runAction(
    action: (shown: State & { status: 'shown' }, translator: Translator) => Promise<void>,
  ): Promise<void> {
    const { state } = this.#itinerary
    if (state.status !== 'shown' || !this.#translator) return
    this.#announce(undefined)
    try {
      await action(state, this.#translator)
    } catch {
      this.#announce(this.#translator.words.unreachable[1])
    }
  }

  #announce(text: string | undefined): void {
    this.#announcement = text
    this.requestUpdate()
  }

  #loadTranslator(): void {
    const wanted = [this.language ?? '', ...navigator.languages, this.closest<HTMLElement>('[lang]')?.lang ?? '']
    const own: OwnWords = { ...readInitialData(this).words, ...parseObject(this.getAttribute('words')), ...this.#words }
    const { locale, translator } = resolveLanguage(
      wanted,
      navigator.languages,
      Object.keys(own).length ? own : undefined,
    )
    this.#locale = locale
    const current = translator.then(loaded => {
      if (current !== this.#loading) return
      this.#translator = loaded
      this.requestUpdate()
    })
    this.#loading = current
  }

  /** Marks the changes since the last visit and stores a new snapshot. Marks stay while the page stays open. */
  #compare(itinerary: Itinerary): void {
    const { hotel, reservationNumber } = itinerary
    const reservation = hotel + reservationNumber
    if (this.#lastVisit?.reservation !== reservation)
      this.#lastVisit = { reservation, snapshot: loadSnapshot(itinerary) }
    const lastVisit = this.#lastVisit
    this.#changes = changesSince(lastVisit.snapshot, itinerary)
    // After the stay is rendered.
    setTimeout(() => {
      saveSnapshot(itinerary)
      lastVisit.snapshot ??= loadSnapshot(itinerary)
    })
  }

  #settle(state: State): void {
    if (state.status === 'shown') {
      this.#compare(state.itinerary)
      this.#dispatch('itinerary-load', state.itinerary)
    } else if (state.status === 'failed') this.#dispatch('itinerary-error', { reason: state.reason })
  }

  #dispatch(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }))
  }
}

reflectAttributes(GuestItinerary.prototype, {
  token: 'token',
  api: 'api',
  language: 'lang',
  theme: 'theme',
  headingLevel: 'heading-level',
})
