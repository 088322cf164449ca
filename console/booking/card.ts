import { html, render } from 'lit'
import type { Reservation } from '../../client/types.ts'
import type { Desk } from '../desk.ts'
import { countryName, dateIn, longDay } from '../format.ts'
import { words } from '../words.ts'

/** Prints the registration card of a booking: what is known is filled in, and lines are left for the rest. */
export function printCard(reservation: Reservation, { property, hotel }: Desk): void {
  const { primaryGuest, reservationNumber, arrivalDate, departureDate, rooms, guests } = reservation
  const { firstName, lastName, address1, zip, city, country, email, phone } = primaryGuest
  const line = (name: string, value: unknown = '') => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  const card = document.createElement('section')
  card.className = 'card-sheet'
  render(
    html`
      <h1>${property?.name ?? hotel.customerName}</h1>
      <h2>${words.cardTitle} ${reservationNumber}</h2>
      <dl>
        ${line(words.guestFields.lastName, lastName)} ${line(words.guestFields.firstName, firstName)}
        ${line(words.cardFields.birth)} ${line(words.cardFields.nationality)} ${line(words.cardFields.document)}
        ${line(words.cardFields.address, [address1, [zip, city].filter(Boolean).join(' '), countryName(country)].filter(Boolean).join(', '))}
        ${line(words.guestFields.email, email)} ${line(words.guestFields.phone, phone)}
        ${line(words.arrival, longDay(dateIn(arrivalDate)))} ${line(words.departure, longDay(dateIn(departureDate)))}
        ${line(words.room, rooms.map(({ roomNo }) => roomNo).join(', '))} ${line(words.guests, guests.guestCount)}
        ${line(words.signature)}
      </dl>
    `,
    card,
  )
  document.body.append(card)
  addEventListener('afterprint', () => card.remove(), { once: true })
  print()
}
