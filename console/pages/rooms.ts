import { html, LitElement, nothing, type PropertyValues } from 'lit'
import { InnletError } from '../../client/errors.ts'
import { showAct } from '../act.ts'
import type { Changes, Desk } from '../desk.ts'
import { refusalText } from '../refusal.ts'
import { quoteOf } from '../rooms/change.ts'
import type { RoomsChart } from '../rooms/chart.ts'
import '../rooms/chart.ts'
import { dateOf, daysSince1970 } from '../rooms/days.ts'
import type { Change, Draft, Drawn, Opening } from '../rooms/draft.ts'
import { plainRefusal, spanText } from '../rooms/labels.ts'
import type { Stay } from '../rooms/plan.ts'
import { RoomsData } from '../rooms/rooms-data.ts'
import { addressOf, type Router } from '../router.ts'
import { words } from '../words.ts'
import { WriteKey } from '../write-key.ts'

/** Nights that are read at once, and days before today with which the chart begins. */
const NIGHTS = 60
const BEFORE = 2
const WEEK = 7

/** The page of the chart of rooms: `/console/rooms?from=2026-12-01`. */
export class RoomsPage extends LitElement {
  static override properties = {
    desk: { attribute: false },
    query: { attribute: false },
    failure: { state: true },
    isLoaded: { state: true },
    isBusy: { state: true },
  }
  declare desk: Desk
  declare router: Router
  declare query: URLSearchParams
  declare private failure: string
  declare private isLoaded: boolean
  declare private isBusy: boolean
  #data: RoomsData | undefined
  #from = 0
  readonly #key = new WriteKey()

  protected override createRenderRoot() {
    return this
  }

  get #chart(): RoomsChart | undefined {
    return this.querySelector('rooms-chart') ?? undefined
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!this.#data) {
      this.#data = new RoomsData(this.desk)
      this.desk.follow(this, changes => this.#follow(changes))
    }
    if (!changed.has('query')) return
    const from = this.query.get('from') ?? ''
    const first = /^\d{4}-\d\d-\d\d$/.test(from) ? daysSince1970(from) : daysSince1970(this.desk.today) - BEFORE
    if (Number.isFinite(first) && first !== this.#from) this.#load(first)
  }

  async #load(from: number): Promise<void> {
    this.#from = from
    try {
      if (!(await this.#data?.load(from, NIGHTS))) return
      this.failure = ''
      this.isLoaded = true
    } catch (error) {
      this.failure = refusalText(error)
    }
    this.#redraw()
  }

  async #follow(changes: Changes): Promise<void> {
    await this.#data?.apply(changes)
    this.#redraw()
  }

  #redraw(): void {
    this.requestUpdate()
    this.#chart?.requestUpdate()
  }

  #show(from: number): void {
    this.router.go(`${addressOf('rooms')}?from=${dateOf(from)}`, { replace: true })
  }

  /** Reads what a change would do, and shows it. */
  async #price({ detail: draft }: CustomEvent<Draft | undefined>): Promise<void> {
    const [chart, data] = [this.#chart, this.#data]
    if (!chart || !data || draft?.kind !== 'change') return
    try {
      const reservation = await data.reservation(draft.bar.reservationId)
      if (chart.draft !== draft) return
      const quote = reservation && quoteOf(draft, reservation, data.plan, this.desk.today)
      if (quote) chart.quote = quote
      else await this.#conflict(draft)
    } catch (error) {
      if (chart.draft === draft) chart.refuse(draft, plainRefusal(refusalText(error)))
    }
  }

  /** Another changed the booking: it is shown as it is now. */
  async #conflict(draft: Change): Promise<void> {
    await this.#data?.refresh(draft.bar.reservationId)
    this.#chart?.refuse(draft, words.changedMeanwhile)
  }

  async #confirm({ detail: draft }: CustomEvent<Draft>): Promise<void> {
    if (draft.kind === 'draw') return this.#newBooking(draft)
    this.isBusy = true
    await (draft.kind === 'change' ? this.#send(draft) : this.#open(draft))
    this.isBusy = false
    this.#redraw()
  }

  #newBooking({ roomId, from, to }: Drawn): void {
    const query = new URLSearchParams({ room: String(roomId), arrival: dateOf(from), departure: dateOf(to) })
    this.router.go(`${addressOf('new')}?${query}`)
  }

  async #send(draft: Change): Promise<void> {
    const [chart, data] = [this.#chart, this.#data]
    const body = chart?.quote?.body
    if (!chart || !data || !body) return
    try {
      await this.desk.innlet.booking.post(body, { idempotencyKey: this.#key.of(body) })
      await data.refresh(draft.bar.reservationId)
      chart.parked.delete(draft.bar.key)
      const room = data.plan.rows[data.plan.indexOf(draft.roomId)]
      chart.said = words.chart.sent(draft.bar.guest, room?.name ?? '', spanText(draft))
      if (chart.draft === draft) chart.setDraft(undefined)
      this.desk.look()
    } catch (error) {
      await this.#refused(draft, error)
    }
  }

  async #refused(draft: Change, error: unknown): Promise<void> {
    const chart = this.#chart
    const isOpen = error instanceof InnletError && (error.status === 0 || error.retryable)
    // It may have arrived: the next press sends the same with the same key.
    if (isOpen && chart?.quote) chart.quote = { ...chart.quote, refusal: refusalText(error) }
    else if (error instanceof InnletError && error.code === 'VERSION_CONFLICT') await this.#conflict(draft)
    else chart?.refuse(draft, plainRefusal(refusalText(error)))
    await this.desk.look()
  }

  async #open(draft: Opening): Promise<void> {
    const chart = this.#chart
    const { closureId, roomId, from } = draft.bar
    try {
      const part = draft.from > from ? { fromDate: dateOf(draft.from) } : {}
      await this.desk.innlet.reservation.openRoom({ closureId, ...part })
      await this.#data?.refreshClosures(roomId)
      chart?.setDraft(undefined)
      this.desk.look()
    } catch (error) {
      chart?.refuse(draft, plainRefusal(refusalText(error)))
    }
  }

  /** Asks for the reason, and closes the room. */
  async #close({ detail: draft }: CustomEvent<Drawn>): Promise<void> {
    const [chart, data] = [this.#chart, this.#data]
    const { roomId, from, to } = draft
    const name = data?.plan.rows[data.plan.indexOf(roomId)]?.name ?? ''
    const isClosed = await showAct({
      title: `${words.chart.closeRoom} ${name}`,
      subject: spanText(draft),
      fields: () => html`<label>${words.chart.reason}<input name="reason" maxlength="500" autocomplete="off"></label>`,
      button: () => words.chart.closeNights(words.nights(to - from)),
      send: async (form, key) => {
        const reason = String(form.get('reason') ?? '')
        const body = { roomID: roomId, fromDate: dateOf(from), toDate: dateOf(to), reason }
        await this.desk.innlet.reservation.closeRoom({ ...body, identity: key(body) })
      },
    })
    if (isClosed) {
      await data?.refreshClosures(roomId)
      if (chart) chart.said = words.chart.closedNow(name)
      this.desk.look()
    }
    chart?.setDraft(undefined)
    chart?.grid?.focus()
    this.#redraw()
  }

  #openStay({ detail: { reservationId } }: CustomEvent<Stay>): void {
    this.router.go(addressOf('booking', reservationId))
  }

  protected override render() {
    const today = daysSince1970(this.desk.today)
    return html`
      <div class="rooms-head">
        <h1>${words.rooms}</h1>
        <div class="line" role="group" aria-label=${words.chart.firstDay}>
          <button class="plain" @click=${() => this.#show(this.#from - WEEK)} aria-label=${words.chart.earlier}>‹</button>
          <button class="plain" @click=${() => this.#show(today - BEFORE)}>${words.chart.toToday}</button>
          <button class="plain" @click=${() => this.#show(this.#from + WEEK)} aria-label=${words.chart.later}>›</button>
          <input type="date" aria-label=${words.chart.firstDay} .value=${dateOf(this.#from)} @change=${this.#choose}>
        </div>
        <button class="quiet keys" popovertarget="chart-keys">${words.chart.keys}</button>
        <div id="chart-keys" class="menu" popover><ul>${words.chart.keysHint.split('. ').map(line => html`<li>${line}</li>`)}</ul></div>
      </div>
      ${this.failure ? html`<p class="refusal" role="alert">${this.failure}</p>` : nothing}
      ${this.isLoaded ? this.#body(today) : html`<p role="status">${words.loading}</p>`}
    `
  }

  #choose(event: Event): void {
    const { value } = event.target as HTMLInputElement
    if (value) this.#show(daysSince1970(value))
  }

  #body(today: number) {
    if (!this.#data?.plan.rows.length) return html`<p>${words.chart.noRooms}</p>`
    return html`<rooms-chart .plan=${this.#data.plan} .from=${this.#from} .nights=${NIGHTS} .today=${today}
      .isBusy=${this.isBusy ?? false} @draft=${this.#price} @confirm=${this.#confirm} @open-stay=${this.#openStay}
      @close-room=${this.#close}></rooms-chart>`
  }
}

customElements.define('console-rooms', RoomsPage)
