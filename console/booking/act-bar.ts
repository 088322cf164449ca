import { html, LitElement, nothing } from 'lit'
import { InnletError } from '../../client/errors.ts'
import type { Reservation } from '../../client/types.ts'
import type { StatusName } from '../../schema/wire/reservation-status.ts'
import { type Act, showAct } from '../act.ts'
import { chargeAct, paymentAct } from '../acts/account.ts'
import { Subject } from '../acts/booking-acts.ts'
import { datesAct } from '../acts/dates.ts'
import { endAct } from '../acts/end.ts'
import { guestAct, noteAct } from '../acts/guest.ts'
import { moveAct } from '../acts/move.ts'
import { changesSince, statusChange } from '../change.ts'
import type { Desk } from '../desk.ts'
import { refusalText } from '../refusal.ts'
import { words } from '../words.ts'
import { WriteKey } from '../write-key.ts'

/** An act by a form, which a status allows. */
interface FormAct {
  name: string
  of: readonly StatusName[]
  make: (subject: Subject) => Act | Promise<Act>
}

const OPEN = ['Tentative', 'Confirmed', 'InHouse'] as const
const EVERY = [...OPEN, 'Inquiry', 'CheckedOut', 'Cancelled', 'NoShow'] as const

const ACTS: readonly FormAct[] = [
  { name: words.move, of: OPEN, make: moveAct },
  { name: words.lengthen, of: OPEN, make: subject => datesAct(subject, 1) },
  { name: words.shorten, of: OPEN, make: subject => datesAct(subject, -1) },
  { name: words.charge, of: [...OPEN, 'CheckedOut'], make: chargeAct },
  { name: words.payment, of: EVERY, make: paymentAct },
  { name: words.note, of: EVERY, make: noteAct },
  { name: words.guest, of: [...OPEN, 'Inquiry'], make: guestAct },
  { name: words.noShow, of: ['Confirmed'], make: subject => endAct(subject, 'no-show') },
  { name: words.cancelBooking, of: ['Inquiry', 'Tentative', 'Confirmed'], make: subject => endAct(subject, 'cancel') },
]

interface Step {
  status: StatusName
  words: string
  isBack?: boolean
}

/** The steps that one press does, by status. The first leads on. */
const STEPS: Readonly<Record<StatusName, readonly Step[]>> = {
  Inquiry: [{ status: 'Confirmed', words: words.confirm }],
  Tentative: [{ status: 'Confirmed', words: words.confirm }],
  Confirmed: [{ status: 'InHouse', words: words.checkIn }],
  InHouse: [
    { status: 'CheckedOut', words: words.checkOut },
    { status: 'Confirmed', words: words.takeBack, isBack: true },
  ],
  CheckedOut: [{ status: 'InHouse', words: words.takeBack, isBack: true }],
  Cancelled: [{ status: 'Confirmed', words: words.takeBack, isBack: true }],
  NoShow: [{ status: 'Confirmed', words: words.takeBack, isBack: true }],
}

/** All acts on a booking: the next step in one press, the others by a form. */
class ActBar extends LitElement {
  static override properties = {
    desk: { attribute: false },
    reservation: { attribute: false },
    refusal: { state: true },
    isBusy: { state: true },
  }
  declare desk: Desk
  declare reservation: Reservation
  declare private refusal: string
  declare private isBusy: boolean
  readonly #key = new WriteKey()

  protected override createRenderRoot() {
    return this
  }

  async #step({ status }: Step): Promise<void> {
    const { desk, reservation } = this
    const subject = new Subject(desk, reservation)
    await this.#try(() => subject.change(statusChange(status, reservation, desk.today), body => this.#key.of(body)))
  }

  async #open({ make }: FormAct): Promise<void> {
    await this.#try(async () => {
      const act = await make(new Subject(this.desk, this.reservation))
      this.isBusy = false
      await showAct(act)
    })
  }

  async #print(): Promise<void> {
    const { printCard } = await import('./card.ts')
    printCard(this.reservation, this.desk)
  }

  async #try(act: () => Promise<unknown>): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    this.refusal = ''
    const { desk, reservation } = this
    try {
      await act()
    } catch (error) {
      const isConflict = error instanceof InnletError && error.code === 'VERSION_CONFLICT'
      const others = isConflict ? await changesSince(desk, reservation).catch(() => []) : []
      this.refusal = isConflict ? [words.changedMeanwhile, ...others].join('\n') : refusalText(error)
      if (isConflict) await desk.look()
    }
    this.isBusy = false
  }

  protected override render() {
    const { reservation, refusal, isBusy } = this
    const status = reservation.reservationStatus
    return html`
      <div class="tools" role="group" aria-label=${words.acts}>
        ${STEPS[status].map(
          step => html`<button class=${step.isBack ? 'plain' : ''} ?disabled=${isBusy} @click=${() => this.#step(step)}>
            ${step.words}
          </button>`,
        )}
        ${ACTS.filter(({ of }) => of.includes(status)).map(
          act => html`<button class="plain" ?disabled=${isBusy} @click=${() => this.#open(act)}>${act.name}</button>`,
        )}
        <button class="plain" @click=${this.#print}>${words.card}</button>
      </div>
      ${refusal ? html`<p class="refusal" role="alert">${refusal}</p>` : nothing}
    `
  }
}

customElements.define('console-act-bar', ActBar)
