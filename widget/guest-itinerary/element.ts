import { render } from 'lit/html.js'
import { type Changes, changesSince, loadSnapshot, type Snapshot, saveSnapshot } from './changes.ts'
import { today } from './dates.ts'
import { headingLevel } from './heading.ts'
import { type InitialData, objectOf, readInitialData } from './initial-data.ts'
import type { Itinerary } from './itinerary.ts'
import { ItineraryController, type RetryPolicy, type State } from './itinerary-controller.ts'
import { resolveLanguage } from './language.ts'
import { type Link, linkOf } from './link.ts'
import { failure, loading } from './notices.ts'
import { type Actions, sheet, stay } from './stay.ts'
import { styles } from './styles/styles.ts'
import type { TemplateResult } from './template.ts'
import type { Language, OwnWords } from './translator.ts'

/** An answer that comes within so many milliseconds is shown without its shape before it: one picture, not two. */
const SLOW_AFTER = 120

/** One stylesheet for however many elements. */
let styleSheet: CSSStyleSheet | undefined

/**
 * A guest's stay: who, where and when, the rooms, and the plans day by day.
 *
 * ```html
 * <script type="module" src="https://innlet.example/widget/guest-itinerary.js"></script>
 * <guest-itinerary></guest-itinerary>
 * ```
 *
 * @attr token - The link's token; if not given, it is taken from the page's address: `?itinerary=…` or `/itinerary/…`.
 * @attr api - Where the service is; if not given, where this script came from.
 * @attr lang - The language to speak, whatever the guest's browser prefers: `de`, `pt-PT`.
 * @attr {auto|light|dark} theme - Light or dark; if not given, or `auto`, as the guest's device prefers.
 * @attr words - The hotel's own words, as JSON.
 * @attr {1|2|3|4|5|6} heading-level - The level of the title's heading; the other headings follow below it. 2 if not given.
 *
 * @event itinerary-load - An itinerary is shown; `detail` is the Itinerary.
 * @event itinerary-error - There is none to show; `detail.reason` is the Failure.
 *
 * @slot - `<script type="application/json">` with what the page hands over: `content`, `asOf`, `token`, `words`.
 * @slot header - Above all.
 * @slot footer - Below all.
 * @slot empty - What is said where nothing is planned.
 *
 * @cssproperty --innlet-accent - Marks, links and buttons.
 * @cssproperty --innlet-surface - What the itinerary is written on.
 * @cssproperty --innlet-text - What it is written in; one that can be read on the surface if not set.
 * @cssproperty --innlet-radius - How round the corners are.
 * @cssproperty --innlet-font - The font of the text; that of the page around it if not set.
 * @cssproperty --innlet-heading-font - The font of titles and dates; that of the text if not set.
 * @cssproperty --innlet-heading-weight - The weight of titles and dates; 500 if not set.
 *
 * @csspart sheet - All of it.
 * @csspart as-of - Says of when the stay is, where it could not be made sure.
 * @csspart picture - The hotel's picture.
 * @csspart logo - The hotel's logo.
 * @csspart title - The title.
 * @csspart guest - The guest's name.
 * @csspart status - The reservation's status.
 * @csspart type - The reservation's type.
 * @csspart cancelled - Says that the stay is cancelled.
 * @csspart stay - Arrival, nights and departure.
 * @csspart arrival - The arrival.
 * @csspart nights - The nights between.
 * @csspart departure - The departure.
 * @csspart change - Says that something is new, or other than at the last look.
 * @csspart actions - What a guest can do.
 * @csspart button - Every button with words on it.
 * @csspart calendar - The one for the calendar.
 * @csspart share - The one to share the link.
 * @csspart print - The one to print.
 * @csspart said - Says what was done.
 * @csspart heading - The titles of rooms and schedule.
 * @csspart rooms - All rooms.
 * @csspart room - One room.
 * @csspart schedule - All days.
 * @csspart day - One day.
 * @csspart today - Besides `day`, the one that is today.
 * @csspart item - One plan of a day.
 * @csspart kind - What kind of plan it is.
 * @csspart add - The button that adds a plan to the guest's calendar.
 * @csspart menu - The menu of calendars.
 * @csspart failure - Says why there is nothing to show.
 * @csspart retry - The button to try again.
 */
export class GuestItinerary extends HTMLElement {
  static readonly observedAttributes = ['token', 'api', 'lang', 'theme', 'words', 'heading-level']

  /** When what has been asked for is to be seen. */
  updateComplete: Promise<void> = Promise.resolve()

  readonly #root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
  readonly #itinerary = new ItineraryController(
    () => this.requestUpdate(),
    state => this.#settle(state),
  )
  #language: Language | undefined
  /** What will be spoken, known before its words are. */
  #locale = 'en'
  #words: OwnWords | undefined
  #changes: Changes | undefined
  #looked: { reservation: string; look: Snapshot | undefined } | undefined
  #announcement: string | undefined
  #loadingWords: Promise<void> | undefined
  #updating = false
  #opened = false
  #rendered = false
  #isSlow = false
  #retried = false

  /** A page that was left open has another today, and maybe other plans, when the guest comes back to it, or to the network. */
  readonly #look = () => {
    this.requestUpdate()
    if (document.visibilityState === 'visible') this.#itinerary.refresh()
  }

  readonly #actions: Actions = {
    addToCalendar: (item, day) =>
      this.#runAction(async (shown, language) => {
        const { openCalendarMenu } = await import('../actions/calendar.ts')
        await openCalendarMenu(this.#root, { ...shown, item, day }, language)
      }),
    share: () =>
      this.#runAction(async ({ link }, { words }) => {
        this.#announce(await (await import('../actions/share.ts')).share(link.page, this.#root, words))
      }),
    print: () => this.#runAction(async () => (await import('../actions/print.ts')).print(this)),
  }

  /** The link's token. */
  declare token: string | null | undefined

  /** Where the service is. */
  declare api: string | null | undefined

  /** The language to speak. */
  declare language: string | null | undefined

  /** Light or dark, or as the guest's device prefers. */
  declare theme: 'auto' | 'light' | 'dark' | null | undefined

  /** The level of the title's heading, 1 to 6. */
  declare headingLevel: string | number | null | undefined

  /** The hotel's own words. They come before those of the attribute, and those before what the page has handed over. */
  get words(): OwnWords | undefined {
    return this.#words
  }
  set words(words: OwnWords | undefined) {
    this.#words = words
    this.attributeChangedCallback()
  }

  /** How long to wait for the service, and how often. */
  get retryPolicy(): RetryPolicy {
    return this.#itinerary.patience
  }
  set retryPolicy(patience: Partial<RetryPolicy>) {
    this.#itinerary.patience = { ...this.retryPolicy, ...patience }
  }

  connectedCallback(): void {
    for (const name of Object.keys(this)) this.#adopt(name)
    document.addEventListener('visibilitychange', this.#look)
    addEventListener('online', this.#look)
    this.#loadingWords = undefined
    this.requestUpdate()
  }

  disconnectedCallback(): void {
    document.removeEventListener('visibilitychange', this.#look)
    removeEventListener('online', this.#look)
    this.#itinerary.leave()
  }

  attributeChangedCallback(): void {
    // Before we are on a page nobody reads: the language is learnt there, once.
    if (this.#loadingWords) this.#loadWords()
    this.requestUpdate()
  }

  /** Has what is seen brought up to date, soon and once. */
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
      // The service is asked first: it thinks while we learn the language.
      if (!this.#loadingWords) this.#loadWords()
    }
    this.#updating = false
    // What a server has written into us stays to be read until we can say it ourselves.
    if (!this.#rendered && this.#root.firstChild && !this.#language) await this.#loadingWords
    if (!this.#rendered) this.#start()
    const view = this.#view()
    const { locale = this.#locale, words } = this.#language ?? {}
    render(sheet(view ?? (this.#isSlow ? loading(words) : undefined), locale, !view), this.#root)
    this.#guideFocus()
  }

  /** It counts once: who asks later wants to know what is true then. */
  #takeInitialData(link: Link | undefined): InitialData | undefined {
    const given = readInitialData(this)
    return (given.token ?? link?.token) === link?.token ? given : undefined
  }

  #start(): void {
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
    }, SLOW_AFTER)
  }

  /**
   * What there is to show, if it is there yet. Whatever an answer holds, the page around us is not to hear of it: what cannot be
   * shown is told to the guest.
   */
  #view(): TemplateResult | undefined {
    const { state } = this.#itinerary
    const language = this.#language
    const level = headingLevel(this.getAttribute('heading-level'))
    if (state.is === 'loading' || !language) return undefined
    try {
      if (state.is === 'shown') {
        return stay(state.itinerary, language, {
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
    const failed = state.is === 'failed' ? state : { why: 'unreadable' as const, retrying: false }
    return failure(failed.why, language.words, level, failed.retrying, () => this.#retry())
  }

  #retry(): void {
    this.#retried = true
    this.#itinerary.retry()
  }

  /** The button that was pressed is gone with the failure: the focus goes on to what came instead. */
  #guideFocus(): void {
    if (!this.#retried || this.#itinerary.state.is !== 'shown') return
    this.#retried = false
    this.#root.querySelector<HTMLElement>('.title')?.focus({ preventScroll: true })
  }

  /** What is done seldom is fetched when it is asked for. If that fails, the guest is told. */
  async #runAction(what: (shown: State & { is: 'shown' }, language: Language) => Promise<void>): Promise<void> {
    const { state } = this.#itinerary
    if (state.is !== 'shown' || !this.#language) return
    this.#announce(undefined)
    try {
      await what(state, this.#language)
    } catch {
      this.#announce(this.#language.words.unreachable[1])
    }
  }

  #announce(what: string | undefined): void {
    this.#announcement = what
    this.requestUpdate()
  }

  #loadWords(): void {
    const wanted = [this.language ?? '', ...navigator.languages, this.closest<HTMLElement>('[lang]')?.lang ?? '']
    const own: OwnWords = { ...readInitialData(this).words, ...objectOf(this.getAttribute('words')), ...this.#words }
    const { locale, learnt } = resolveLanguage(wanted, navigator.languages, Object.keys(own).length ? own : undefined)
    this.#locale = locale
    const learning = learnt.then(language => {
      if (learning !== this.#loadingWords) return
      this.#language = language
      this.requestUpdate()
    })
    this.#loadingWords = learning
  }

  /** Marks what is other than at the last look, and keeps this one. While the page stays open, marks stay too. */
  #compare(itinerary: Itinerary): void {
    const { hotel, reservationNumber } = itinerary
    const reservation = hotel + reservationNumber
    if (this.#looked?.reservation !== reservation) this.#looked = { reservation, look: loadSnapshot(itinerary) }
    const looked = this.#looked
    this.#changes = changesSince(looked.look, itinerary)
    // First the guest sees the stay.
    setTimeout(() => {
      saveSnapshot(itinerary)
      looked.look ??= loadSnapshot(itinerary)
    })
  }

  #settle(state: State): void {
    if (state.is === 'shown') {
      this.#compare(state.itinerary)
      this.#dispatch('itinerary-load', state.itinerary)
    } else if (state.is === 'failed') this.#dispatch('itinerary-error', { reason: state.why })
  }

  #dispatch(what: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(what, { bubbles: true, composed: true, detail }))
  }

  /** A property that was set before our script had come hides ours: it is taken over. */
  #adopt(name: string): void {
    if (!(name in GuestItinerary.prototype)) return
    const own = this as Record<string, unknown>
    const value = own[name]
    delete own[name]
    own[name] = value
  }
}

// What is said of the element in attributes is said in properties too, and the other way round.
for (const [property, attribute = property] of [
  ['token'],
  ['api'],
  ['language', 'lang'],
  ['theme'],
  ['headingLevel', 'heading-level'],
] as [string, string?][]) {
  Object.defineProperty(GuestItinerary.prototype, property, {
    get(this: HTMLElement) {
      return this.getAttribute(attribute)
    },
    set(this: HTMLElement, value: string | number | null | undefined) {
      if (value === null || value === undefined) this.removeAttribute(attribute)
      else this.setAttribute(attribute, String(value))
    },
  })
}
