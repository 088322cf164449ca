import { html, nothing } from 'lit'
import type { Event, Hotel, Reservation } from '../../client/types.ts'
import { nightsBetween } from '../../schema/stay-dates.ts'
import { authorOf, eventWords } from '../change.ts'
import type { Desk } from '../desk.ts'
import { countryName, dateIn, day, moment, money } from '../format.ts'
import { words } from '../words.ts'

type PrimaryGuest = Reservation['primaryGuest']

/* The parts of a booking's page that are only read. Every text is one of a guest, a hotel or an integrator: Lit escapes it. */

/** The rooms, each with its rate lines and notes. */
export const roomsOf = ({ rooms, currency }: Reservation, { ratePlans }: Hotel) => html`
  <section class="card" aria-label=${words.stay}>
    <h2>${words.stay}</h2>
    ${rooms.length ? nothing : html`<p class="lacking">${words.noRoom}</p>`}
    ${rooms.map(
      room => html`<div class="room">
        <p>
          <b>${words.roomOf(room.roomNo)}</b> ${room.roomName}
          <span class="quiet">${room.roomTypeName} · ${words.persons(room.guestsInRoom)} · ${day(dateIn(room.arrivalDate))} – ${day(dateIn(room.departureDate))}</span>
        </p>
        ${room.rates.map(
          line => html`<p class="row">
            <span>${ratePlans.find(({ rateId }) => rateId === line.rateID)?.name ?? words.rate}
              <span class="quiet">${day(dateIn(line.fromDate))}${nightsBetween(dateIn(line.fromDate), dateIn(line.toDate)) > 1 ? ` – ${day(dateIn(line.toDate))}` : ''}</span>
            </span>
            <span class="amount">${words.nightly(money(line.unitCost, currency), words.nights(line.nights))}</span>
          </p>`,
        )}
        ${room.notes.map(note => html`<p class="text mark note">${note}</p>`)}
      </div>`,
    )}
  </section>
`

/** The activities, by day. */
export const activitiesOf = ({ activities }: Reservation) =>
  activities.length
    ? html`<section class="card" aria-label=${words.activities}>
        <h2>${words.activities}</h2>
        ${activities.map(
          ({ activityName, activityDate, activityStartTime, participants }) => html`<p class="row">
            <span>${activityName} <span class="quiet">${words.persons(participants)}</span></span>
            <span class="amount">${day(dateIn(activityDate))} ${activityStartTime}</span>
          </p>`,
        )}
      </section>`
    : nothing

/** How to reach the guest. */
export const contactOf = ({ primaryGuest }: Reservation) => html`
  <section class="card" aria-label=${words.contact}>
    <h2>${words.contact}</h2>
    ${contactLines(primaryGuest).map(line => (line ? html`<p class="text">${line}</p>` : nothing))}
    ${primaryGuest.email || primaryGuest.phone ? nothing : html`<p class="lacking">${words.noContact}</p>`}
  </section>
`

/** The address of a link has the e-mail encoded, and the telephone as digits, because a guest may have sent any text. */
const contactLines = ({ company, email, phone, address1, address2, zip, city, state, country }: PrimaryGuest) => {
  const place = [zip, city].filter(Boolean).join(' ')
  const number = phone.replace(/[^\d+]/g, '')
  return [
    company,
    email && html`<a href=${`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>${email}</a>`,
    number ? html`<a href=${`tel:${number}`}>${phone}</a>` : phone,
    [address1, address2, place, state, countryName(country)].filter(Boolean).join(', '),
  ]
}

/** What was done, by whom and when, the newest first. */
export const historyList = (history: readonly Event[], desk: Desk) => html`
  <section class="card" aria-label=${words.history}>
    <h2>${words.history}</h2>
    <ol class="history">
      ${history.map(
        event => html`<li>
          <span>${eventWords(event)}</span>
          <span class="quiet">${authorOf(event, desk)} · ${moment(event.timestamp)}</span>
        </li>`,
      )}
    </ol>
  </section>
`
