import { html } from 'lit'
import type { Act } from '../act.ts'
import { words } from '../words.ts'
import { type Subject, textIn } from './booking-acts.ts'
import { field } from './fields.ts'

/** Changes the note on the booking. */
export function noteAct(subject: Subject): Act {
  return subject.act({
    title: words.note,
    fields: () => html`<div class="field">
      <label for="field-note">${words.noteForStaff}</label>
      <textarea id="field-note" name="note" rows="5" maxlength="20000" .defaultValue=${subject.reservation.notes}></textarea>
    </div>`,
    button: () => words.save,
    // A blank text removes the note.
    send: (form, key) => subject.change({ reservationSummaryNote: textIn(form, 'note') || ' ' }, key),
  })
}

const FIELDS = ['firstName', 'lastName', 'email', 'phone', 'company', 'address1', 'zip', 'city', 'country'] as const

/** Changes who the guest is, and how to reach them. */
export function guestAct(subject: Subject): Act {
  const guest = subject.reservation.primaryGuest
  return subject.act({
    title: words.guest,
    fields: () => html`<div class="pair">
      ${FIELDS.map(name => field(name, words.guestFields[name], { value: guest[name], required: name === 'lastName' }))}
    </div>`,
    button: form => (form && !textIn(form, 'lastName') ? undefined : words.save),
    send: (form, key) => {
      const changed = FIELDS.filter(name => textIn(form, name) !== guest[name])
      const primaryGuestDetails = Object.fromEntries(changed.map(name => [name, textIn(form, name)]))
      return changed.length ? subject.change({ primaryGuestDetails }, key) : Promise.resolve()
    },
  })
}
