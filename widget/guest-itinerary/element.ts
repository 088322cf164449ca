import { LitElement, type PropertyValues } from 'lit'
import { today } from './dates.ts'
import { handedOver } from './handed-over.ts'
import { ItineraryController, type Patience, type State } from './itinerary-controller.ts'
import { type Language, languageFor } from './language.ts'
import { linkOf } from './link.ts'
import { failure, loading } from './notices.ts'
import { sheet, stay } from './sheet.ts'
import { styles } from './styles/styles.ts'

/**
 * A guest's stay: who, where and when, the rooms, and the plans day by day.
 *
 * ```html
 * <script type="module" src="https://innlet.example/widget/guest-itinerary.js"></script>
 * <guest-itinerary></guest-itinerary>
 * ```
 *
 * @event itinerary-load - An itinerary is shown; `detail` is the Itinerary.
 * @event itinerary-error - There is none to show; `detail.reason` is the Failure.
 *
 * @cssproperty --innlet-accent - Marks, links and buttons.
 * @cssproperty --innlet-surface - What the itinerary is written on.
 * @cssproperty --innlet-text - What it is written in; quieter tones are mixed from text and surface.
 * @cssproperty --innlet-radius - How round the corners are.
 * @cssproperty --innlet-font - The font of the text; that of the page around it if not set.
 * @cssproperty --innlet-heading-font - The font of titles and dates; that of the text if not set.
 * @cssproperty --innlet-heading-weight - The weight of titles and dates; 500 if not set.
 *
 * @csspart sheet - All of it.
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
 * @csspart calendar - The link to the calendar.
 * @csspart heading - The titles of rooms and schedule.
 * @csspart rooms - All rooms.
 * @csspart room - One room.
 * @csspart schedule - All days.
 * @csspart day - One day.
 * @csspart today - Besides `day`, the one that is today.
 * @csspart item - One plan of a day.
 * @csspart kind - What kind of plan it is.
 * @csspart failure - Says why there is nothing to show.
 * @csspart retry - The button to try again.
 */
export class GuestItinerary extends LitElement {
  static override styles = styles

  static override properties = {
    token: {},
    api: {},
    language: { attribute: 'lang' },
    theme: { reflect: true },
    spoken: { state: true },
  }

  /** The link's token; if not given, it is taken from the page's address: `?itinerary=…` or `/itinerary/…`. */
  declare token: string | null | undefined

  /** Where the service is; if not given, where this script came from. */
  declare api: string | null | undefined

  /** The language to speak, whatever the guest's browser prefers: `de`, `pt-PT`. */
  declare language: string | null | undefined

  /** Light or dark; if not given, or `auto`, as the guest's device prefers. */
  declare theme: 'auto' | 'light' | 'dark' | null | undefined

  declare private spoken: Language | undefined

  readonly #itinerary = new ItineraryController(this, state => this.#tell(state))
  #served: ChildNode[] = []
  #retried = false

  /** A page that was left open overnight has another today when the guest comes back to it. */
  readonly #look = () => this.requestUpdate()

  /** How long to wait for the service, and how often. */
  get patience(): Patience {
    return this.#itinerary.patience
  }
  set patience(patience: Patience) {
    this.#itinerary.patience = patience
  }

  /** What the service has written of the stay is read until we can show as much. */
  protected override createRenderRoot() {
    this.#served = [...(this.shadowRoot?.childNodes ?? [])]
    const root = super.createRenderRoot()
    this.renderOptions.renderBefore = null
    return root
  }

  protected override async scheduleUpdate() {
    if (this.#served.length) await this.#learn()
    super.scheduleUpdate()
  }

  protected override update(changed: PropertyValues<this>): void {
    for (const node of this.#served.splice(0)) this.renderRoot.removeChild(node)
    super.update(changed)
  }

  override connectedCallback(): void {
    super.connectedCallback()
    document.addEventListener('visibilitychange', this.#look)
    this.requestUpdate()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    document.removeEventListener('visibilitychange', this.#look)
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.hasUpdated ? changed.has('language') : !this.spoken) this.#learn()
    if (this.isConnected) this.#itinerary.open(linkOf(this.token, this.api, new URL(location.href)), handedOver(this))
  }

  protected override render() {
    return sheet(this.#view(), this.spoken, this.#itinerary.state.is === 'loading' || !this.spoken)
  }

  /** Whatever an answer holds, the page around us is not to hear of it: what cannot be shown is told to the guest. */
  #view() {
    const { state } = this.#itinerary
    const language = this.spoken
    if (state.is === 'loading' || !language) return loading(language?.words)
    try {
      if (state.is === 'shown') return stay(state.itinerary, language, state.link.calendar, today())
    } catch {}
    const why = state.is === 'failed' ? state.why : 'unreadable'
    const retrying = state.is === 'failed' && state.retrying === true
    return failure(why, language.words, retrying, () => this.#retry())
  }

  #retry(): void {
    this.#retried = true
    this.#itinerary.retry()
  }

  /** The button that was pressed is gone with the failure: the focus goes on to what came instead. */
  protected override updated(): void {
    if (!this.#retried || this.#itinerary.state.is !== 'shown') return
    this.#retried = false
    this.renderRoot.querySelector<HTMLElement>('.title')?.focus({ preventScroll: true })
  }

  async #learn(): Promise<void> {
    const wanted = this.language
    const page = this.parentElement?.closest<HTMLElement>('[lang]')?.lang
    const language = await languageFor([wanted ?? '', ...navigator.languages, page ?? ''])
    if (wanted === this.language) this.spoken = language
  }

  #tell(state: State): void {
    const told = { bubbles: true, composed: true }
    if (state.is === 'shown') {
      this.dispatchEvent(new CustomEvent('itinerary-load', { ...told, detail: state.itinerary }))
    } else if (state.is === 'failed') {
      this.dispatchEvent(new CustomEvent('itinerary-error', { ...told, detail: { reason: state.why } }))
    }
  }
}
