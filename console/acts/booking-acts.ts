import { html } from 'lit'
import type { Booking, Reservation } from '../../client/types.ts'
import type { Act } from '../act.ts'
import { changeBooking, changesSince, type KeyOf, readReservation } from '../change.ts'
import type { Desk } from '../desk.ts'
import { guestName } from '../format.ts'

/** The booking that an act changes. After a conflict it is the present one, on which the next press decides. */
export class Subject {
  readonly desk: Desk
  reservation: Reservation

  constructor(desk: Desk, reservation: Reservation) {
    this.desk = desk
    this.reservation = reservation
  }

  /** An act on the booking, with its guest and number in sight. */
  act(act: Omit<Act, 'subject' | 'conflict'>): Act {
    const { primaryGuest, reservationNumber } = this.reservation
    return { ...act, subject: `${guestName(primaryGuest)} · ${reservationNumber}`, conflict: () => this.#conflict() }
  }

  change(change: Booking, key: KeyOf): Promise<void> {
    return changeBooking(this.desk, this.reservation, change, key)
  }

  /** Reads the booking again, and what others did to it. */
  async #conflict() {
    const { desk, reservation } = this
    const [present, changes] = await Promise.all([
      readReservation(desk, reservation.reservationId),
      changesSince(desk, reservation),
    ])
    if (present) this.reservation = present
    await desk.look()
    return html`<ul class="others">${changes.map(change => html`<li>${change}</li>`)}</ul>`
  }
}

/** A text of a form. */
export const textIn = (form: FormData | undefined, name: string) => String(form?.get(name) ?? '').trim()

/** A number of a form; undefined if it is none. */
export function numberIn(form: FormData | undefined, name: string): number | undefined {
  const text = textIn(form, name)
  return text && Number.isFinite(Number(text)) ? Number(text) : undefined
}
