import { html, LitElement, nothing } from 'lit'
import type { Reservation, ReservationFilter } from '../../client/types.ts'
import type { Desk } from '../desk.ts'
import { dateIn, day, guestName, money, nightsOfStay } from '../format.ts'
import type { PageInput } from '../page-input.ts'
import { refusalText } from '../refusal.ts'
import { addressOf, type Router } from '../router.ts'
import { words } from '../words.ts'

/** Milliseconds without a key before a search is sent. */
const PAUSE = 150
const MOST = 30
const NUMBER = /^\d{8}$/

/**
 * The last search, kept in the state of the history entry for Back. It may be a guest's name, which must not stay in the addresses
 * that a browser lists.
 */
interface Sought {
  sought: string
  past: boolean
}

/** Finds bookings by one field: number, name, e-mail or telephone. Results come while one types. */
class FindPage extends LitElement implements PageInput {
  static override properties = {
    desk: { attribute: false },
    found: { state: true },
    refusal: { state: true },
    isSearching: { state: true },
  }
  declare desk: Desk
  declare router: Router
  declare argument: string
  declare query: URLSearchParams
  declare private found: Reservation[] | undefined
  declare private refusal: string
  declare private isSearching: boolean
  #timer = 0
  #search = new AbortController()

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    const { sought = '', past = false } = (history.state ?? {}) as Partial<Sought>
    this.#field('sought').value = sought
    this.#field('past').checked = past
    this.#field('sought').focus()
    if (sought) this.#find()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#timer)
    this.#search.abort()
  }

  #field(name: keyof Sought): HTMLInputElement {
    return this.querySelector(`[name=${name}]`) as HTMLInputElement
  }

  #type(): void {
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.#find(), PAUSE)
  }

  /** The newest search alone is shown. */
  async #find(): Promise<void> {
    this.#search.abort()
    this.#search = new AbortController()
    const { signal } = this.#search
    const sought = this.#field('sought').value.trim()
    const past = this.#field('past').checked
    history.replaceState({ sought, past } satisfies Sought, '')
    if (!sought) {
      this.found = undefined
      return
    }
    this.isSearching = true
    try {
      const found = await this.#read({ sought, past }, signal)
      if (signal.aborted) return
      this.found = found
      this.refusal = ''
    } catch (error) {
      if (signal.aborted) return
      this.refusal = refusalText(error)
    }
    this.isSearching = false
  }

  async #read({ sought, past }: Sought, signal: AbortSignal): Promise<Reservation[]> {
    const byNumber = NUMBER.test(sought) ? await this.#list({ reservationNumber: sought }, signal) : []
    // A telephone number may have eight digits too.
    return byNumber.length ? byNumber : this.#list({ guest: sought, includePast: past }, signal)
  }

  async #list(filter: ReservationFilter, signal: AbortSignal): Promise<Reservation[]> {
    const found: Reservation[] = []
    for await (const each of this.desk.innlet.reservation.find({ ...filter, pageSize: MOST }, { signal })) {
      if (found.push(each) === MOST) break
    }
    return found
  }

  /** Enter opens the first. */
  #open(event: SubmitEvent): void {
    event.preventDefault()
    const first = this.found?.[0]
    if (first && !this.isSearching) this.router.go(addressOf('booking', first.reservationId))
  }

  protected override render() {
    const { found, refusal } = this
    return html`
      <h1 class="unseen">${words.find}</h1>
      <form class="find" role="search" @submit=${this.#open} @input=${this.#type}>
        <div class="field">
          <label for="sought">${words.findWords}</label>
          <input id="sought" name="sought" type="search" autocomplete="off" spellcheck="false" maxlength="254">
        </div>
        <label class="check"><input type="checkbox" name="past"> ${words.includePast}</label>
      </form>
      ${refusal ? html`<p class="refusal" role="alert">${refusal}</p>` : nothing}
      <p class="quiet" role="status">${this.#summary()}</p>
      ${
        found?.length
          ? html`<ul class="list results">
              ${found.map(each => this.#row(each))}
            </ul>`
          : nothing
      }
    `
  }

  #summary(): string {
    const { found } = this
    if (!found) return words.findHint
    return found.length === MOST ? words.foundFirst(MOST) : words.found(found.length)
  }

  #row(reservation: Reservation) {
    const { reservationId, reservationNumber, reservationStatus, primaryGuest, rooms, balance, currency } = reservation
    return html`<li>
      <a class="result" href=${addressOf('booking', reservationId)}>
        <span><b><bdi>${guestName(primaryGuest)}</bdi></b> <span class="quiet">${reservationNumber}</span></span>
        <span class="pill ${reservationStatus}">${words.status[reservationStatus]}</span>
        <span class="quiet">
          ${day(dateIn(reservation.arrivalDate))} · ${words.nights(nightsOfStay(reservation))} ·
          ${rooms.map(({ roomNo }) => roomNo).join(', ') || words.noRoom}
        </span>
        <span class="amount">${balance ? money(balance, currency) : words.paid}</span>
      </a>
    </li>`
  }
}

customElements.define('console-find', FindPage)
