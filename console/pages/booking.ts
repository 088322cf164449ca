import { html, LitElement, nothing, type PropertyValues } from 'lit'
import { collect } from '../../client/pages.ts'
import type { AccountSale, Event, Reservation } from '../../client/types.ts'
import { historyOf, readReservation } from '../change.ts'
import { setTitle } from '../cover.ts'
import type { Changes, Desk } from '../desk.ts'
import { dateIn, day, guestName, moment, nightsOfStay } from '../format.ts'
import type { PageInput } from '../page-input.ts'
import { refusalText } from '../refusal.ts'
import type { Router } from '../router.ts'
import { words } from '../words.ts'
import '../booking/act-bar.ts'
import '../booking/guest-link.ts'
import { accountOf } from '../booking/account.ts'
import { activitiesOf, contactOf, historyList, roomsOf } from '../booking/parts.ts'

/** One booking: what is known of it, what was done, and all acts on it. */
class BookingPage extends LitElement implements PageInput {
  static override properties = {
    desk: { attribute: false },
    argument: { attribute: false },
    reservation: { state: true },
    sales: { state: true },
    history: { state: true },
    refusal: { state: true },
  }
  declare desk: Desk
  declare router: Router
  declare argument: string
  declare query: URLSearchParams
  declare private reservation: Reservation | undefined
  declare private sales: AccountSale[]
  declare private history: Event[]
  declare private refusal: string

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.desk.follow(this, changes => this.#isMeant(changes) && this.#read())
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('argument')) return
    this.reservation = undefined
    this.#read()
  }

  #isMeant(changes: Changes): boolean {
    const id = Number(this.argument)
    return !changes || changes.some(({ data }) => 'reservationId' in data && data.reservationId === id)
  }

  async #read(): Promise<void> {
    const id = Number(this.argument)
    try {
      const [reservation, sales, history] = await Promise.all([
        readReservation(this.desk, id),
        collect(this.desk.innlet.sale.list({ reservationID: id, pageSize: 200 })),
        historyOf(this.desk, id),
      ])
      if (id !== Number(this.argument)) return
      Object.assign(this, { reservation, sales, history })
      this.refusal = reservation ? '' : words.noBooking
      if (reservation) setTitle(`${guestName(reservation.primaryGuest)} · ${words.product}`)
    } catch (error) {
      this.refusal = refusalText(error)
    }
  }

  protected override render() {
    const { reservation, refusal } = this
    return html`
      ${refusal && !reservation ? html`<h1>${words.booking} ${this.argument}</h1>` : nothing}
      ${refusal ? html`<p class="refusal" role="alert">${refusal}</p>` : nothing}
      ${reservation ? this.#booking(reservation) : refusal ? nothing : html`<p class="quiet" role="status">${words.loading}</p>`}
    `
  }

  #booking(reservation: Reservation) {
    const { primaryGuest, reservationNumber, reservationStatus, guests, holdUntil, notes } = reservation
    const { desk, sales, history } = this
    return html`
      <header class="head booking-head">
        <div>
          <h1>
            <bdi>${guestName(primaryGuest)}</bdi>
            <span class="pill ${reservationStatus}">${words.status[reservationStatus]}</span>
          </h1>
          <p>
            <span class="number">${reservationNumber}</span>
            ${
              reservation.arrivalDate
                ? html`${day(dateIn(reservation.arrivalDate))} – ${day(dateIn(reservation.departureDate))} ·
                    ${words.nights(nightsOfStay(reservation))}`
                : nothing
            }
            · ${words.persons(guests.guestCount ?? 0)} ${holdUntil ? html`· <b>${words.heldUntil(moment(holdUntil))}</b>` : nothing}
          </p>
        </div>
        <console-act-bar .desk=${desk} .reservation=${reservation}></console-act-bar>
      </header>
      <div class="sheet">
        <div>
          ${roomsOf(reservation, desk.hotel)} ${activitiesOf(reservation)} ${accountOf(reservation, sales)}
        </div>
        <div>
          <section class="card" aria-label=${words.link}>
            <h2>${words.link}</h2>
            <console-guest-link .desk=${desk} .reservation=${reservation}></console-guest-link>
          </section>
          ${contactOf(reservation)}
          <section class="card" aria-label=${words.note}>
            <h2>${words.note}</h2>
            <p class="text">${notes || html`<span class="quiet">${words.noNote}</span>`}</p>
          </section>
          ${historyList(history, desk)}
        </div>
      </div>
    `
  }
}

customElements.define('console-booking', BookingPage)
