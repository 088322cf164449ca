import { html, LitElement, nothing } from 'lit'
import { InnletError } from '../client/errors.ts'
import type { Reservation } from '../client/types.ts'
import type { StatusName } from '../schema/wire/reservation-status.ts'
import { changeBooking, changesSince, statusChange } from './change.ts'
import type { Desk } from './desk.ts'
import { dateIn, guestName, money, nightsOfStay } from './format.ts'
import { refusalText } from './refusal.ts'
import { addressOf } from './router.ts'
import { words } from './words.ts'
import { WriteKey } from './write-key.ts'

/** A stay in a list of the day, with the one act that is next for it. */
class StayRow extends LitElement {
  static override properties = {
    desk: { attribute: false },
    stay: { attribute: false },
    next: { attribute: false },
    refusal: { state: true },
    isBusy: { state: true },
  }
  declare desk: Desk
  declare stay: Reservation
  /** The status that a press gives the stay, and the words of the button. */
  declare next: { status: StatusName; words: string; isBack?: boolean } | undefined
  declare private refusal: string
  declare private isBusy: boolean
  readonly #key = new WriteKey()

  protected override createRenderRoot() {
    return this
  }

  async #act(): Promise<void> {
    const { stay, next, desk } = this
    if (!next || this.isBusy) return
    this.isBusy = true
    this.refusal = ''
    try {
      await changeBooking(desk, stay, statusChange(next.status, stay, desk.today), body => this.#key.of(body))
    } catch (error) {
      this.refusal = await this.#refusalOf(error, stay)
    }
    this.isBusy = false
  }

  async #refusalOf(error: unknown, stay: Reservation): Promise<string> {
    if (!(error instanceof InnletError && error.code === 'VERSION_CONFLICT')) return refusalText(error)
    const changes = await changesSince(this.desk, stay).catch(() => [])
    await this.desk.look()
    return [words.changedMeanwhile, ...changes].join('\n')
  }

  protected override render() {
    const { stay, next, refusal, isBusy, desk } = this
    const { primaryGuest, rooms, guests, balance, currency } = stay
    const name = guestName(primaryGuest)
    return html`
      <span class="room-no">${rooms.length ? rooms.map(({ roomNo }) => html`<b>${roomNo}</b> `) : html`<b class="lacking">–</b>`}</span>
      <span class="who">
        <a href=${addressOf('booking', stay.reservationId)}><bdi>${name}</bdi></a>
        <small>
          ${words.nights(nightsOfStay(stay))} · ${words.persons(guests.guestCount ?? 0)}
          <span class="number-of">${stay.reservationNumber}</span>
          ${marksOf(stay, desk.today).map(mark => html`<span class="mark ${mark.kind}" title=${mark.title}>${mark.text}</span>`)}
        </small>
      </span>
      <span class="balance ${balance > 0 ? 'owed' : ''}">${balance ? money(balance, currency) : html`<span class="quiet">${words.paid}</span>`}</span>
      ${
        next
          ? html`<button
              class=${next.isBack ? 'plain back' : 'act'}
              aria-label=${`${next.words}: ${name}`}
              ?disabled=${isBusy}
              @click=${this.#act}
            >
              ${next.words}
            </button>`
          : html`<span class="state">${words.status[stay.reservationStatus]}</span>`
      }
      ${refusal ? html`<p class="refusal" role="alert">${refusal}</p>` : nothing}
    `
  }
}

interface Mark {
  kind: 'note' | 'missing'
  text: string
  title: string
}

/** What a reception has to know or to ask before it acts. */
function marksOf(
  { notes, rooms, primaryGuest, reservationStatus, arrivalDate, departureDate }: Reservation,
  today: string,
): Mark[] {
  const note = [notes, ...rooms.flatMap(room => room.notes)].filter(Boolean).join('\n')
  const missing = (text: string): Mark => ({ kind: 'missing', text, title: text })
  return [
    ...(note ? [{ kind: 'note' as const, text: words.note, title: note }] : []),
    ...(rooms.length ? [] : [missing(words.noRoom)]),
    ...(primaryGuest.email || primaryGuest.phone ? [] : [missing(words.noContact)]),
    ...(reservationStatus === 'Tentative' ? [missing(words.status.Tentative)] : []),
    ...(reservationStatus === 'Confirmed' && dateIn(arrivalDate) < today ? [missing(words.late)] : []),
    ...(reservationStatus === 'InHouse' && dateIn(departureDate) < today ? [missing(words.overdue)] : []),
  ]
}

customElements.define('console-stay', StayRow)
