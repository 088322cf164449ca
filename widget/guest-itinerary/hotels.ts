import { html, nothing } from 'lit'
import type { HotelPart } from '../../schema/wire/look.ts'
import { writtenAddress } from './address.ts'
import { nightsBetween } from './dates.ts'
import {
  asWritten,
  breakable,
  changeId,
  changeMark,
  clockTime,
  detailLine,
  heading,
  phrase,
  withoutScheme,
} from './fragments.ts'
import { dialed, grouped } from './grouped.ts'
import type { Hotel, HotelNote } from './hotel.ts'
import type { Itinerary } from './itinerary.ts'
import type { Leg } from './legs.ts'
import { addressButton, directionsLink, shows } from './reach.ts'
import type { StayContext } from './render-context.ts'
import { roomList } from './rooms.ts'
import type { Translator } from './translator.ts'

/** Where the hotels are and how to reach them. Nothing, if that is not known of any. */
export function hotels({ hotels }: Itinerary, translator: Translator, context: StayContext) {
  const { legs } = context.now
  const isTrip = hotels.length > 1
  const shown = legs.map((leg, index) => {
    const isBack = legs.findIndex(({ hotel }) => hotel === leg.hotel) < index
    return hotel(leg, { isTrip, isBack }, translator, context)
  })
  if (!shows(context, 'hotel') || shown.every(isNothing)) return nothing
  return html`
    <section class="hotels" part="hotels">
      ${shown}
      <slot name="hotel"></slot>
    </section>
  `
}

const isNothing = (value: unknown) => value === nothing

/** `isBack`: the guest has been there before, where the page has its address. */
function hotel(
  leg: Leg,
  { isTrip, isBack }: { isTrip: boolean; isBack: boolean },
  translator: Translator,
  context: StayContext,
) {
  const { words } = translator
  const { hotel } = leg
  const place = isBack ? [] : placeOf(hotel, !isTrip, translator, context)
  const wifi = context.wifi?.get(hotel)?.section ?? nothing
  const parts = isBack ? [] : [contacts(hotel, translator, context), wifi, ...notes(hotel, translator, context)]
  const stay = isTrip && leg.rooms.length ? legOf(leg, translator, context) : nothing
  if ([stay, ...place, ...parts].every(isNothing)) return nothing
  const change = context.changes?.get(hotel)
  const title = !isTrip || !hotel.name ? words.hotel : asWritten(hotel.name)
  return html`
    <section class="hotel" part="hotel" id=${isBack ? nothing : changeId(change)}>
      ${heading(
        context.level + 1,
        { class: 'heading', part: 'heading' },
        html`${title}${changeMark(change, translator)}`,
      )}
      ${stay}
      ${place.every(isNothing) ? nothing : html`<div class="place">${place}</div>`}
      ${parts}
    </section>
  `
}

/** From when to when the guest is there, and in which rooms. */
function legOf({ rooms, from, to, checkIn, checkOut }: Leg, translator: Translator, context: StayContext) {
  const { words, range, count, time } = translator
  const isDated = from !== undefined && to !== undefined
  const nights = isDated ? nightsBetween(from, to) : 0
  return html`
    <div class="leg" part="leg">
      ${isDated ? html`<p class="span">${range(from, to)}</p>` : nothing}
      ${detailLine(
        nights > 0 && count(words.nights, nights),
        checkIn && phrase(words.checkIn, clockTime(checkIn, time(checkIn))),
        checkOut && phrase(words.checkOut, clockTime(checkOut, time(checkOut))),
      )}
      ${roomList(rooms, { from, to }, translator, context)}
    </div>
  `
}

const notes = ({ directions, houseInfo }: Hotel, translator: Translator, context: StayContext) => [
  shows(context, 'getting-there') && directions
    ? note({ part: 'getting-there', label: translator.words.gettingThere, notes: [directions] }, translator, context)
    : nothing,
  shows(context, 'good-to-know') && houseInfo.length
    ? note({ part: 'good-to-know', label: translator.words.goodToKnow, notes: houseInfo }, translator, context)
    : nothing,
]

/** What the guest can do with the address, and the address with the button that copies it. */
function placeOf(hotel: Hotel, withName: boolean, translator: Translator, context: StayContext) {
  const ways = [directionsLink(hotel, translator, context), addressButton('driver', hotel, translator, context)]
  const written = address(hotel, withName, translator, context)
  const { announcement } = context
  const said = announcement?.source === hotel ? announcement.text : nothing
  const hasWays = !ways.every(isNothing)
  return [
    hasWays ? html`<div class="ways">${ways}</div>` : nothing,
    isNothing(written)
      ? nothing
      : html`<div class="written">${written}${addressButton('copy', hotel, translator, context)}</div>`,
    hasWays || !isNothing(written) ? html`<p class="said" part="said" role="status">${said}</p>` : nothing,
  ]
}

/** The name is in it unless it is the heading. */
function address(hotel: Hotel, withName: boolean, { country }: Translator, context: StayContext) {
  const { lines, language } = writtenAddress(hotel)
  if (!lines.length || !shows(context, 'address')) return nothing
  const { name, address } = hotel
  return html`
    <address class="address" part="address" translate="no">
      ${withName && name ? html`<p class="name">${asWritten(name)}</p>` : nothing}
      ${lines.map(line => html`<p><bdi lang=${language}>${line}</bdi></p>`)}
      ${address.country ? html`<p>${country(address.country)}</p>` : nothing}
    </address>
  `
}

function contacts({ phone, whatsapp, email, website }: Hotel, { words }: Translator, context: StayContext) {
  const contact = (part: HotelPart, label: string, href: string, shown: unknown) => html`
    <li>
      <a class="contact" part=${`contact ${part}`} href=${href} target=${/^https/.test(href) ? '_blank' : nothing} rel="noopener" referrerpolicy="no-referrer">
        <span class="label">${label}</span> <span class="value" translate="no"><bdi dir="ltr">${shown}</bdi></span>
      </a>
    </li>
  `
  const all = [
    phone && shows(context, 'call') && contact('call', words.call, `tel:${dialed(phone)}`, grouped(phone)),
    whatsapp &&
      shows(context, 'whatsapp') &&
      contact('whatsapp', 'WhatsApp', `https://wa.me/${dialed(whatsapp).slice(1)}`, grouped(whatsapp)),
    email &&
      shows(context, 'email') &&
      contact('email', words.email, `mailto:${encodeURIComponent(email).replace('%40', '@')}`, breakable(email)),
    website &&
      shows(context, 'website') &&
      contact('website', words.website, website, breakable(withoutScheme(website))),
  ].filter(Boolean)
  return all.length ? html`<ul class="contacts list" part="contacts" role="list">${all}</ul>` : nothing
}

/** Closed at first. The titles of the notes say what is in it. */
function note(
  { part, label, notes }: { part: string; label: string; notes: HotelNote[] },
  translator: Translator,
  { changes }: StayContext,
) {
  const titles = notes.map(({ title }) => title).filter(Boolean)
  const change = notes.map(each => changes?.get(each)).find(Boolean)
  return html`
    <details class="note" part=${part}>
      <summary>
        <span class="topic">${label}</span>${changeMark(change, translator)}
        ${titles.length ? html`<span class="titles">${asWritten(titles.join(', '))}</span>` : nothing}
      </summary>
      ${notes.map(
        each => html`
        ${each.title ? html`<p class="name">${asWritten(each.title)}</p>` : nothing}
        <p class="text" id=${changeId(changes?.get(each))}>${asWritten(each.text)}</p>
      `,
      )}
    </details>
  `
}
