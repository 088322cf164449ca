import { html, nothing, type TemplateResult } from 'lit'
import { type WrittenAddress, writtenAddress } from './address.ts'
import { asWritten, changeMark, detailLine, heading } from './fragments.ts'
import type { Hotel, HotelNote } from './hotel.ts'
import type { Itinerary } from './itinerary.ts'
import { mapsLink } from './maps.ts'
import type { RenderContext } from './render-context.ts'
import { roomTitle } from './rooms.ts'
import type { Translator } from './translator.ts'

/** The parts that a hotel may leave out (`without`), by the names of their CSS parts. `hotel` is all of it. */
export type HotelPart =
  | 'hotel'
  | 'address'
  | 'directions'
  | 'driver'
  | 'copy'
  | 'call'
  | 'whatsapp'
  | 'email'
  | 'website'
  | 'getting-there'
  | 'good-to-know'

type Shows = (part: HotelPart) => boolean

interface HotelContext extends RenderContext {
  shows: Shows
}

/** Where the hotels are and how to reach them. Nothing, if that is not known of any. */
export function hotels(itinerary: Itinerary, translator: Translator, context: RenderContext) {
  const shows: Shows = part => !context.without?.has(part)
  const shown = itinerary.hotels.map(each => hotel(each, itinerary, translator, { ...context, shows }))
  if (!shows('hotel') || shown.every(isNothing)) return nothing
  return html`
    <section class="hotels" part="hotels">
      ${shown}
      <slot name="hotel"></slot>
    </section>
  `
}

const isNothing = (value: unknown) => value === nothing

function hotel(hotel: Hotel, { hotels, rooms: stayRooms }: Itinerary, translator: Translator, context: HotelContext) {
  const { words } = translator
  const { shows } = context
  const { name, directions, houseInfo } = hotel
  const isOnly = hotels.length === 1
  const written = writtenAddress(hotel)
  const place = [
    shows('address') ? address(hotel, written, isOnly, translator) : nothing,
    ways(hotel, written, translator, context),
  ]
  const parts = [
    contacts(hotel, translator, shows),
    shows('getting-there') && directions
      ? note({ part: 'getting-there', label: words.gettingThere, notes: [directions] }, translator, context)
      : nothing,
    shows('good-to-know') && houseInfo.length
      ? note({ part: 'good-to-know', label: words.goodToKnow, notes: houseInfo }, translator, context)
      : nothing,
  ]
  if ([...place, ...parts].every(isNothing)) return nothing
  // The rooms of a stay in one hotel are all there.
  const ids = new Set(isOnly ? [] : hotel.roomIds)
  const own = stayRooms.filter(({ id }) => ids.delete(id)).map(room => roomTitle(room, words))
  const rooms = own.length ? detailLine(own.length > 1 ? words.rooms : words.room, ...own) : nothing
  const title = isOnly || !name ? words.hotel : asWritten(name)
  return html`
    <section class="hotel" part="hotel">
      ${heading(
        context.level + 1,
        { class: 'heading', part: 'heading' },
        html`${title}${changeMark(context.changes?.get(hotel), translator)}`,
      )}
      ${rooms === nothing && place.every(isNothing) ? nothing : html`<div class="place">${rooms} ${place}</div>`}
      ${parts}
    </section>
  `
}

/** The name is in it unless it is the heading. */
function address(
  { name, address }: Hotel,
  { lines, language }: WrittenAddress,
  withName: boolean,
  { country }: Translator,
) {
  if (!lines.length) return nothing
  return html`
    <address class="address" part="address" translate="no">
      ${withName && name ? html`<p class="name">${asWritten(name)}</p>` : nothing}
      ${lines.map(line => html`<p><bdi lang=${language}>${line}</bdi></p>`)}
      ${address.country ? html`<p>${country(address.country)}</p>` : nothing}
    </address>
  `
}

/** What the guest can do with the address. The directions are a link that works without a script. */
function ways(
  hotel: Hotel,
  written: WrittenAddress,
  { words, country }: Translator,
  { actions, announcement, userAgent, shows }: HotelContext,
) {
  const code = hotel.address.country
  const maps = shows('directions') ? mapsLink(hotel, written, code && country(code), userAgent) : undefined
  const button = (part: 'driver' | 'copy', label: string, press: ((hotel: Hotel) => void) | undefined) =>
    shows(part) && written.lines.length
      ? html`<button class=${`button ${part}`} part=${`button ${part}`} type="button" ?disabled=${!actions}
          aria-disabled=${actions?.pending === hotel || nothing} @click=${() => press?.(hotel)}>${label}</button>`
      : nothing
  const buttons = [
    button('driver', words.showDriver, actions?.showDriver),
    button('copy', words.copyAddress, actions?.copyAddress),
  ]
  if (!maps && buttons.every(isNothing)) return nothing
  return html`
    <div class="ways">
      ${maps ? html`<a class="button" part="button directions" href=${maps} target=${/^https/.test(maps) ? '_blank' : nothing} rel="noopener" referrerpolicy="no-referrer">${words.directions}</a>` : nothing}
      ${buttons}
      <p class="said" part="said" role="status">${announcement?.source === hotel ? announcement.text : nothing}</p>
    </div>
  `
}

function contacts({ phone, whatsapp, email, website }: Hotel, { words }: Translator, shows: Shows) {
  const contact = (part: Parameters<Shows>[0], label: string, href: string, shown: unknown) => html`
    <li>
      <a class="contact" part=${`contact ${part}`} href=${href} target=${/^https/.test(href) ? '_blank' : nothing} rel="noopener" referrerpolicy="no-referrer">
        <span class="label">${label}</span> <span class="value" translate="no"><bdi dir="ltr">${shown}</bdi></span>
      </a>
    </li>
  `
  const all = [
    phone && shows('call') && contact('call', words.call, `tel:${phone}`, grouped(phone)),
    whatsapp &&
      shows('whatsapp') &&
      contact('whatsapp', 'WhatsApp', `https://wa.me/${whatsapp.slice(1)}`, grouped(whatsapp)),
    email &&
      shows('email') &&
      contact('email', words.email, `mailto:${encodeURIComponent(email).replace('%40', '@')}`, breakable(email)),
    website && shows('website') && contact('website', words.website, website, breakable(withoutScheme(website))),
  ].filter(Boolean)
  return all.length ? html`<ul class="contacts list" part="contacts" role="list">${all}</ul>` : nothing
}

/** Closed at first. The titles of the notes say what is in it. */
function note(
  { part, label, notes }: { part: string; label: string; notes: HotelNote[] },
  translator: Translator,
  { changes }: RenderContext,
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
        ({ title, text }) => html`
        ${title ? html`<p class="name">${asWritten(title)}</p>` : nothing}
        <p class="text">${asWritten(text)}</p>
      `,
      )}
    </details>
  `
}

/** Country codes of two digits and of one; all others have three. */
const COUNTRY_CODE = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/** `+351 283 000 140`: in groups, which are easier to read and to dial. */
function grouped(phone: string): string {
  const [code = ''] = COUNTRY_CODE.exec(phone) ?? []
  return `${code} ${phone.slice(code.length).replace(/\d{3}(?=\d\d)/g, '$& ')}`
}

/** May break after `@`, dots and slashes only, so that no word breaks. */
const breakable = (address: string): TemplateResult[] => address.split(/(?<=[@./])/).map(part => html`${part}<wbr />`)

/** `hotel.example/rooms` of `https://www.hotel.example/rooms`. */
const withoutScheme = (address: string) => address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
