import { html, LitElement, nothing } from 'lit'
import { collect } from '../../client/pages.ts'
import type { Offer } from '../../client/types.ts'
import { dateAfter, nightsBetween } from '../../schema/stay-dates.ts'
import { numberIn, textIn } from '../acts/booking-acts.ts'
import { field, options } from '../acts/fields.ts'
import type { Desk } from '../desk.ts'
import { day, money } from '../format.ts'
import { freeRooms, type Room, typeName } from '../free-rooms.ts'
import { book, OWN_PRICE } from '../new-booking.ts'
import type { PageInput } from '../page-input.ts'
import { refusalText } from '../refusal.ts'
import { addressOf, type Router } from '../router.ts'
import { words } from '../words.ts'
import { WriteKey } from '../write-key.ts'

/** The nights and the guests that offers are for. */
interface Asked {
  arrival: string
  departure: string
  guests: number
}

/** A new booking by telephone or at the door, in one form: an offer, or a certain room with a price. */
class NewPage extends LitElement implements PageInput {
  static override properties = {
    desk: { attribute: false },
    offers: { state: true },
    rooms: { state: true },
    refusal: { state: true },
    isBusy: { state: true },
  }
  declare desk: Desk
  declare router: Router
  declare argument: string
  declare query: URLSearchParams
  declare private offers: Offer[] | undefined
  declare private rooms: Room[]
  declare private refusal: string
  declare private isBusy: boolean
  readonly #key = new WriteKey()
  #asked = ''

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.#ask()
    // What is for sale changes with each booking of others.
    this.desk.follow(this, changes => {
      this.requestUpdate()
      if (changes?.length !== 0) this.#ask(true)
    })
  }

  get #form(): FormData | undefined {
    const form = this.querySelector('form')
    return form ? new FormData(form) : undefined
  }

  /** What the form asks for; at first a night from today, or the dates and the room of the address. */
  #stay(): Asked {
    const form = this.#form
    const arrival = textIn(form, 'arrival') || this.query.get('arrival') || this.desk.today
    const departure = textIn(form, 'departure') || this.query.get('departure') || dateAfter(arrival, 1)
    return { arrival, departure, guests: numberIn(form, 'guests') ?? 2 }
  }

  async #ask(isForced = false): Promise<void> {
    const { arrival, departure, guests } = this.#stay()
    const asked = `${arrival} ${departure} ${guests}`
    if (departure <= arrival || guests < 1 || (asked === this.#asked && !isForced)) return
    this.#asked = asked
    const { innlet, hotelid } = this.desk
    try {
      const query = { arrivalDate: arrival, departureDate: departure, guests, hotelid, pageSize: 200 }
      const [offers, rooms] = await Promise.all([
        collect(innlet.onlineBooking.offers(query)),
        freeRooms(this.desk, arrival, departure),
      ])
      if (asked !== this.#asked) return
      Object.assign(this, { offers, rooms, refusal: '' })
    } catch (error) {
      this.refusal = refusalText(error)
    }
  }

  /** Arrival and departure stay in order. */
  #change(event: Event): void {
    const { name } = event.target as HTMLInputElement
    const { arrival, departure } = this.#stay()
    const field = this.querySelector<HTMLInputElement>('[name=departure]')
    if (name === 'arrival' && field && departure <= arrival) field.value = dateAfter(arrival, 1)
    this.#ask()
    this.requestUpdate()
  }

  #chosenOffer(form: FormData | undefined): Offer | undefined {
    return this.offers?.find(offer => keyOf(offer) === textIn(form, 'offer'))
  }

  /** The price of what is chosen; undefined: nothing is. */
  #total(form: FormData | undefined): number | undefined {
    const { arrival, departure } = this.#stay()
    if (textIn(form, 'offer') !== OWN_PRICE) return this.#chosenOffer(form)?.total
    return numberIn(form, 'room') && (numberIn(form, 'price') ?? 0) * nightsBetween(arrival, departure)
  }

  async #book(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = this.#form
    if (!form || this.isBusy || this.#total(form) === undefined) return
    this.isBusy = true
    this.refusal = ''
    try {
      const stay = { ...this.#stay(), offer: this.#chosenOffer(form) }
      const id = await book(this.desk, form, stay, body => this.#key.of(body))
      this.router.go(addressOf('booking', id))
    } catch (error) {
      this.refusal = refusalText(error)
      this.#ask(true)
    }
    this.isBusy = false
  }

  protected override render() {
    const form = this.#form
    const { arrival, departure, guests } = this.#stay()
    const total = this.#total(form)
    const { currency } = this.desk.hotel
    return html`
      <header class="head"><h1>${words.newBooking}</h1></header>
      <form class="new" @submit=${this.#book} @change=${this.#change} @input=${() => this.requestUpdate()}>
        <div class="card">
          <div class="pair">
            ${field('arrival', words.arrival, { type: 'date', value: arrival, required: true })}
            ${field('departure', words.departure, { type: 'date', value: departure, min: dateAfter(arrival, 1), required: true })}
            ${field('guests', words.guests, { type: 'number', value: guests, min: 1, max: 1000, required: true })}
          </div>
          <p class="quiet">${words.stayIs(day(arrival), day(departure), words.nights(nightsBetween(arrival, departure)))}</p>
          ${this.#choices(form)}
        </div>
        <div class="card">
          <div class="pair">
            ${field('lastName', words.guestFields.lastName, { required: true, maxlength: 200 })}
            ${field('firstName', words.guestFields.firstName, { maxlength: 200 })}
          </div>
          <div class="pair">
            ${field('email', words.guestFields.email, { type: 'email', maxlength: 254 })}
            ${field('phone', words.guestFields.phone, { type: 'tel', maxlength: 50 })}
          </div>
          <div class="field">
            <label for="field-notes">${words.note}</label>
            <textarea id="field-notes" name="notes" rows="2" maxlength="20000"></textarea>
          </div>
          ${
            arrival <= this.desk.today
              ? html`<label class="check"><input type="checkbox" name="isHere"> ${words.isHere}</label>`
              : nothing
          }
          <div role="alert">${this.refusal ? html`<p class="refusal">${this.refusal}</p>` : nothing}</div>
          <button ?disabled=${this.isBusy || total === undefined}>
            ${this.isBusy ? words.sending : total === undefined ? words.book : words.bookFor(money(total, currency))}
          </button>
        </div>
      </form>
    `
  }

  /** What may be booked: the offers, and a certain room. */
  #choices(form: FormData | undefined) {
    const { offers, rooms = [] } = this
    if (!offers) return html`<p class="quiet" role="status">${words.loading}</p>`
    const { hotel } = this.desk
    const wanted = Number(this.query.get('room')) || undefined
    const isOwn = form?.has('offer') ? textIn(form, 'offer') === OWN_PRICE : Boolean(wanted)
    return html`
      ${offers.length ? nothing : html`<p class="quiet">${words.noOffers}</p>`}
      ${options(
        'offer',
        words.offers,
        [
          ...offers.map(offer => ({
            value: keyOf(offer),
            text: words.offer(offer.roomTypeName, offer.rateName),
            also: html`${words.left(offer.roomsLeft)} · <b>${money(offer.total, offer.currency)}</b>`,
          })),
          { value: OWN_PRICE, text: words.ownPrice },
        ],
        wanted ? OWN_PRICE : undefined,
      )}
      ${
        isOwn
          ? html`<div class="pair">
              <div class="field">
                <label for="field-room">${words.freeRoom}</label>
                <select id="field-room" name="room" required>
                  <option value=""></option>
                  ${rooms.map(
                    ({ roomId, roomNo, roomTypeId }) => html`<option value=${roomId} ?selected=${roomId === wanted}>
                      ${roomNo} · ${typeName(hotel, roomTypeId)}
                    </option>`,
                  )}
                </select>
              </div>
              ${field('price', words.pricePerNight(hotel.currency), { type: 'number', min: 0, step: 'any', required: true })}
            </div>`
          : nothing
      }
    `
  }
}

const keyOf = ({ roomTypeID, rateID }: Offer) => `${roomTypeID}-${rateID}`

customElements.define('console-new', NewPage)
