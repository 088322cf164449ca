import { html } from 'lit'
import type { Reservation } from '../../client/types.ts'
import { lineAfter, lineTotal } from '../../schema/rate-lines.ts'
import { dateAfter, nightsBetween } from '../../schema/stay-dates.ts'
import type { Act } from '../act.ts'
import { dateIn, day, decimalsOf, money } from '../format.ts'
import { words } from '../words.ts'
import { type Subject, textIn } from './booking-acts.ts'
import { field } from './fields.ts'

/** Lengthens or shortens a stay by its departure, at first by one night. The button says what the stay will cost. */
export function datesAct(subject: Subject, by: 1 | -1): Act {
  const { arrivalDate, departureDate } = subject.reservation
  const [arrival, departure] = [dateIn(arrivalDate), dateIn(departureDate)]
  const chosen = (form: FormData | undefined) => textIn(form, 'departure') || dateAfter(departure, by)
  return subject.act({
    title: by > 0 ? words.lengthen : words.shorten,
    fields: form => html`
      ${field('departure', words.departure, {
        type: 'date',
        value: dateAfter(departure, by),
        min: dateAfter(arrival, 1),
        required: true,
      })}
      <p class="quiet">${words.stayIs(day(arrival), day(chosen(form)), words.nights(nightsBetween(arrival, chosen(form))))}</p>
    `,
    button: form => {
      const date = chosen(form)
      const { reservation } = subject
      if (date <= arrival || date === dateIn(reservation.departureDate)) return undefined
      return words.newTotal(day(date), money(totalAt(reservation, date), reservation.currency))
    },
    send: (form, key) => subject.change({ departureDate: chosen(form) }, key),
  })
}

/** What rooms and activities cost with another departure: each night keeps its price, and further nights have that of the last. */
function totalAt({ rooms, total, currency, departureDate }: Reservation, departure: string): number {
  const units = 10 ** decimalsOf(currency)
  const minor = (amount: number) => Math.round(amount * units)
  let difference = 0
  for (const { arrivalDate, departureDate: stayEnd, rates } of rooms) {
    // A room that is left before the end keeps its dates.
    if (stayEnd !== departureDate) continue
    const before = { stayArrival: dateIn(arrivalDate), stayDeparture: dateIn(stayEnd) }
    for (const sent of rates) {
      const dates = { fromDate: dateIn(sent.fromDate), toDate: dateIn(sent.toDate) }
      const line = { ...sent, ...dates, unitCost: minor(sent.unitCost), taxAmount: minor(sent.taxAmount) }
      const after = lineAfter(line, before, { ...before, stayDeparture: departure })
      difference += (after ? lineTotal(after) : 0) - lineTotal(line)
    }
  }
  return (minor(total) + difference) / units
}
