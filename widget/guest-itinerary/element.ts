import {
  type CSSResultGroup,
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
  unsafeCSS,
} from 'lit'
import type { Words } from '../locales/words.ts'
import { ActionsController } from './actions-controller.ts'
import { ClockController } from './clock-controller.ts'
import { headingLevel } from './fragments.ts'
import { objectOf, parseObject, readInitialData } from './initial-data.ts'
import { ItineraryController, type RetryPolicy, type State } from './itinerary-controller.ts'
import { LanguageController } from './language-controller.ts'
import { LastVisit } from './last-visit.ts'
import { calendarIn, hasLink, keptAddress, linkOf, SAMPLE } from './link.ts'
import { failure, loading } from './notices.ts'
import { sheet, stay } from './stay.ts'
import { styles } from './styles/styles.ts'
import type { OwnWords } from './translator.ts'
import { asAttribute } from './untrusted.ts'
import { loadWifi, wifi } from './wifi.ts'

/** Milliseconds before the skeleton appears. A response within them is shown directly, without a flash of the skeleton. */
const SKELETON_DELAY = 120

/** A property that pages may set to a value of any type: frameworks pass lists, numbers and objects. */
const TEXT = { reflect: true, converter: { toAttribute: (value: unknown) => asAttribute(value) ?? null } }

/**
 * A guest's stay: guest and dates, the hotel and the way there, the rooms, and the schedule day by day.
 *
 * ```html
 * <script type="module" src="https://innlet.example/widget/guest-itinerary.js"></script>
 * <guest-itinerary></guest-itinerary>
 * ```
 *
 * @attr token - The link's token; by default it is taken from the page's address: `?itinerary=…`, `#itinerary=…` or `/itinerary/…`. `demo`: a sample stay. Empty: nothing is shown.
 * @attr api - The address of the service; by default the origin of this script.
 * @attr customer - The number of the hotel's customer: stays of others are not shown.
 * @attr lang - The language, instead of the one that the guest's browser prefers: `de`, `pt-PT`.
 * @attr {auto|light|dark} theme - Light or dark, or with `auto` as the guest's device prefers; by default as the page around it.
 * @attr words - The hotel's own words, as JSON.
 * @attr without - What to leave out, separated by spaces: `now`, or parts of the hotel, `whatsapp website`, or `hotel` for all of it.
 * @attr {1|2|3|4|5|6} heading-level - The level of the title's heading; the other headings follow below it. 2 by default.
 *
 * @event itinerary-load - An itinerary is shown; `detail` is the Itinerary.
 * @event itinerary-error - There is no itinerary to show; `detail.reason` is the Failure.
 *
 * @slot - `<script type="application/json">` with initial data: `content`, `hotels`, `asOf`, `token`, `words`.
 * @slot header - Above everything.
 * @slot footer - Below everything.
 * @slot hotel - Below the hotel; shown if more than its name is known.
 * @slot empty - Shown if nothing is planned.
 * @slot failure - Below the message, if there is no itinerary to show.
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
 * @csspart room-numbers - The numbers of the guest's rooms, or their names.
 * @csspart status - The reservation's status.
 * @csspart type - The reservation's type.
 * @csspart cancelled - The notice that the stay is cancelled.
 * @csspart now - What is now and next.
 * @csspart shortcuts - What guests need most, in one row.
 * @csspart days - The button that jumps to the schedule.
 * @csspart stay - Arrival, nights and departure.
 * @csspart arrival - The arrival.
 * @csspart nights - The number of nights.
 * @csspart departure - The departure.
 * @csspart changes - How much is new or changed since the last visit, and buttons that jump there.
 * @csspart change - The mark of what is new or changed since the last visit.
 * @csspart was - The former time of what has another time now.
 * @csspart actions - The guest's actions, at the end.
 * @csspart button - Every button with text.
 * @csspart calendar - The button that opens the menu of calendars.
 * @csspart share - The button that shares the link.
 * @csspart print - The button that prints the stay.
 * @csspart said - The result of an action.
 * @csspart heading - The titles of hotel, rooms and schedule.
 * @csspart hotels - All hotels.
 * @csspart hotel - One hotel.
 * @csspart leg - From when to when the guest is in one of several hotels, and in which rooms.
 * @csspart address - The address of a hotel.
 * @csspart directions - The link to the device's maps.
 * @csspart driver - The button that shows the address to the driver.
 * @csspart driver-view - The address as the driver sees it.
 * @csspart copy - The button that copies the address.
 * @csspart contacts - How to reach a hotel.
 * @csspart contact - One of them, in addition to its own name.
 * @csspart call - The telephone number.
 * @csspart whatsapp - The number at WhatsApp.
 * @csspart email - The e-mail address.
 * @csspart website - The website.
 * @csspart wifi - The Wi-Fi of a hotel.
 * @csspart wifi-button - Every button for the Wi-Fi.
 * @csspart wifi-code - The code that connects another device.
 * @csspart getting-there - How to get to a hotel.
 * @csspart good-to-know - What to know in a hotel.
 * @csspart rooms - All rooms.
 * @csspart room - One room.
 * @csspart schedule - All days.
 * @csspart strip - The buttons that jump to a day.
 * @csspart day - One day.
 * @csspart today - Today, in addition to `day`.
 * @csspart item - One item of a day.
 * @csspart removed - An item that is no longer planned since the last visit, in its place.
 * @csspart kind - The type of an item.
 * @csspart add - The button that adds an item to the guest's calendar.
 * @csspart menu - The menu of calendars.
 * @csspart failure - Why there is no itinerary to show.
 * @csspart retry - The button that retries.
 */
export class GuestItinerary extends LitElement {
  static override readonly styles: CSSResultGroup = unsafeCSS(styles.join(''))

  static override readonly properties: PropertyDeclarations = {
    token: TEXT,
    api: TEXT,
    customer: TEXT,
    language: { ...TEXT, attribute: 'lang' },
    theme: TEXT,
    headingLevel: { ...TEXT, attribute: 'heading-level' },
    without: TEXT,
    words: { attribute: false },
    wordsJson: { attribute: 'words' },
    // It has its own accessor. It is here, so that Lit keeps a value that the page sets before the tag is registered.
    retryPolicy: { attribute: false, noAccessor: true },
  }

  /** The link's token. */
  declare token: string | null | undefined

  /** The address of the service. */
  declare api: string | null | undefined

  /** The number of the hotel's customer: stays of others are not shown. */
  declare customer: string | number | null | undefined

  /** The language, `de` or `pt-PT`. */
  declare language: string | null | undefined

  /** Light or dark, or as the guest's device prefers. */
  declare theme: 'auto' | 'light' | 'dark' | null | undefined

  /** The level of the title's heading, 1 to 6. */
  declare headingLevel: string | number | null | undefined

  /** What to leave out, separated by spaces: `now`, or parts of the hotel. */
  declare without: string | readonly string[] | null | undefined

  /** The hotel's own words. They override those of the attribute, which override those of the initial data. */
  declare words: OwnWords | undefined

  // Apart from `words`, because a page may set both.
  declare private wordsJson: string | null | undefined

  /** Timeout, retry delays, and how long an itinerary counts as fresh. */
  get retryPolicy(): RetryPolicy {
    return this.#itinerary.retryPolicy
  }
  set retryPolicy(policy: Partial<RetryPolicy>) {
    const given: Partial<Record<string, unknown>> = Object(policy)
    const valid = Object.entries(this.retryPolicy).filter(
      ([name, known]) => given[name]?.constructor === known.constructor,
    )
    this.#itinerary.retryPolicy = {
      ...this.retryPolicy,
      ...Object.fromEntries(valid.map(([name]) => [name, given[name]])),
    }
  }

  readonly #clock = new ClockController(this)
  // Controllers update in this order: the stay is requested first, so that the language loads while the service responds.
  readonly #itinerary = new ItineraryController(this, {
    clock: this.#clock,
    link: () => this.#link(),
    initialData: link => {
      const data = readInitialData(this)
      return link.details && (data.token ?? link.token) === link.token ? data : undefined
    },
    onSettled: state => this.#settle(state),
  })
  readonly #language = new LanguageController(
    this,
    () => [this.language, this.words, this.wordsJson],
    () => ({
      wanted: [
        asAttribute(this.language) ?? '',
        ...navigator.languages,
        this.closest<HTMLElement>('[lang]')?.lang ?? '',
      ],
      own: { ...readInitialData(this).words, ...parseObject(this.wordsJson), ...objectOf(this.words) },
    }),
  )
  readonly #actions = new ActionsController(this, () => {
    const { state } = this.#itinerary
    const { translator } = this.#language
    return state.status === 'shown' && translator ? { ...state, translator } : undefined
  })
  readonly #lastVisit = new LastVisit(this)
  #page: URL | undefined
  /** Sets the colours where the browser does not calculate them. */
  #older: { setColours(element: HTMLElement): void } | undefined
  /** Whether the rules of the stay are loaded, or cannot be. */
  #isStyled = false
  #isSlow = false
  /** Whether a screen reader was told that the stay is loading. */
  #announcedLoading = false
  #retried = false

  constructor() {
    super()
    this.addController(this.#clock)
  }

  readonly #link = () =>
    linkOf(asAttribute(this.token), asAttribute(this.api), this.#pageAddress(), asAttribute(this.customer))

  /** The page's address, as it was when it last had a link: a page may remove a link that is in use from its address. */
  #pageAddress(): URL {
    const address = new URL(location.href)
    const isForgotten = this.token === ''
    const kept = keptAddress(address, isForgotten)
    if (isForgotten || hasLink(address)) this.#page = address
    this.#page ??= kept ?? address
    return this.#page
  }

  /** By default Lit renders before what the service has rendered into the shadow root. That is removed instead. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot()
    this.renderOptions.renderBefore = null
    return root
  }

  /** What the service has rendered stays until the element can render the same. */
  protected override async scheduleUpdate(): Promise<void> {
    const styles = this.hasUpdated || this.#loadStyles()
    if (!this.hasUpdated && this.renderRoot.firstChild)
      await Promise.all([styles, this.#language.load(), loadWifi(this.renderRoot.querySelector('.wifi, .breakfast'))])
    if (!this.hasUpdated && !CSS.supports('color:light-dark(red,oklch(from red l c h))'))
      this.#older = await import('../actions/older-colours.ts').catch(() => undefined)
    super.scheduleUpdate()
  }

  /** Of the stay. They are before those of paper. */
  async #loadStyles(): Promise<void> {
    await Promise.all([import('../actions/overview-sheet.ts'), import('../actions/below-sheet.ts')])
      .then(([{ overviewSheet }, { belowSheet }]) => {
        const root = this.shadowRoot
        const sheets = [...(root?.adoptedStyleSheets ?? [])]
        // Not in the list itself, which takes no index after its end.
        sheets.splice(1, 0, overviewSheet, belowSheet)
        if (root) root.adoptedStyleSheets = sheets
      })
      .catch(() => {})
    this.#isStyled = true
    this.requestUpdate()
  }

  protected override update(changed: PropertyValues<this>): void {
    const notes = (): NodeListOf<HTMLDetailsElement> => this.renderRoot.querySelectorAll('.body details')
    // What the guest has opened in what the service has rendered stays open.
    const opened = this.hasUpdated ? [] : [...notes()].map(({ open }) => open)
    if (!this.hasUpdated) this.renderRoot.replaceChildren()
    super.update(changed)
    for (const [index, note] of opened.length ? [...notes()].entries() : []) note.open = opened[index] ?? false
  }

  protected override firstUpdated(): void {
    import('../actions/paper-sheet.ts')
      .then(({ paperSheet }) => this.shadowRoot?.adoptedStyleSheets.push(paperSheet))
      .catch(() => {})
    setTimeout(() => {
      this.#isSlow = true
      if (this.renderRoot.querySelector('[aria-busy=true]')) this.requestUpdate()
    }, SKELETON_DELAY)
  }

  /** After a retry the focused button is gone: the focus moves to the title of the stay. */
  protected override updated(): void {
    this.#older?.setColours(this)
    if (!this.#retried || this.#itinerary.state.status !== 'shown') return
    this.#retried = false
    this.renderRoot.querySelector<HTMLElement>('.title')?.focus({ preventScroll: true })
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.token === '' || this.#isLostInFrame(this.#itinerary.state)) return nothing
    const view = this.#view()
    const { locale, words } = this.#language.translator ?? { locale: this.#language.locale }
    const skeleton = !view && this.#isSlow
    return html`
      <p class="unseen live" role="status" lang=${locale}>${this.#status(skeleton, words)}</p>
      ${sheet(view ?? (skeleton ? loading() : undefined), locale, !view)}
    `
  }

  /** The text for screen readers. It is outside the sheet, because changes in a busy region are not announced. */
  #status(skeleton: boolean, words: Words | undefined): string {
    if (skeleton) {
      this.#announcedLoading ||= words !== undefined
      return words?.loading ?? ''
    }
    const { visit } = this.#lastVisit
    if (visit?.isNews) {
      this.#announcedLoading = false
      const { translator } = this.#language
      return translator ? translator.count(translator.words.changes, visit.changes.size) : ''
    }
    return this.#announcedLoading && this.#itinerary.state.status === 'shown' ? (words?.loaded ?? '') : ''
  }

  /**
   * The stay or the failure; undefined while it loads. A response that cannot be rendered is a failure for the guest, never an
   * exception in the surrounding page.
   */
  #view(): TemplateResult | undefined {
    const { state } = this.#itinerary
    const { translator } = this.#language
    const { visit } = this.#lastVisit
    const level = headingLevel(this.headingLevel)
    if (state.status === 'loading' || !translator || (state.status === 'shown' && !this.#isStyled)) return undefined
    try {
      if (state.status === 'shown') {
        return stay(state.itinerary, translator, {
          calendar: state.link.token === SAMPLE ? undefined : calendarIn(translator.locale, state.link),
          at: this.#clock.now(),
          level,
          actions: this.#actions,
          changes: visit?.changes,
          changesLine: visit?.line(translator, this.#actions.jump, html),
          asOf: state.asOf,
          isOffline: state.isOffline,
          announcement: this.#actions.announcement,
          without: this.#without(),
          wifiUntil: readInitialData(this).wifiUntil,
          showWifi: wifi?.showWifi,
          userAgent: navigator.userAgent,
        })
      }
    } catch {}
    const failed = state.status === 'failed' ? state : { reason: 'unreadable' as const, retrying: false }
    const hotel = this.#without().has('call') ? undefined : visit?.hotel
    return failure({ ...failed, hotel }, translator.words, level, () => this.#retry())
  }

  #without(): ReadonlySet<string> {
    return new Set(asAttribute(this.without)?.split(/\s+/))
  }

  #retry(): void {
    this.#retried = true
    this.#itinerary.retry()
  }

  /** Site builders put HTML into a frame, which does not have the address of the page: the guest's link cannot be found there. */
  #isLostInFrame(state: State): boolean {
    return state.status === 'failed' && window.top !== window && !this.token && !hasLink(this.#pageAddress())
  }

  #settle(state: State): void {
    if (this.#isLostInFrame(state))
      import('../actions/lost-in-frame.ts').then(({ tellLostInFrame }) => tellLostInFrame()).catch(() => {})
    const token = this.#link()?.token ?? ''
    if (token !== SAMPLE) this.#lastVisit.settle(state, token, this.#clock.now())
    if (state.status === 'shown') {
      this.#dispatch('itinerary-load', state.itinerary)
    } else if (state.status === 'failed') this.#dispatch('itinerary-error', { reason: state.reason })
  }

  #dispatch(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }))
  }
}
