import { html, nothing } from 'lit'
import type { HotelPart } from '../../schema/wire/look.ts'
import { writtenAddress } from './address.ts'
import type { Hotel } from './hotel.ts'
import { mapsLink } from './maps.ts'
import type { RenderContext } from './render-context.ts'
import type { Translator } from './translator.ts'

/* Ways to reach a hotel that several parts of the stay offer. Each is nothing if it is not known, or if the hotel leaves it out. */

export const shows = ({ without }: RenderContext, part: HotelPart) => !without?.has(part)

/** A link that works without a script. */
export function directionsLink(hotel: Hotel, { words, country }: Translator, context: RenderContext) {
  const code = hotel.address.country
  const maps = shows(context, 'directions')
    ? mapsLink(hotel, writtenAddress(hotel), code && country(code), context.userAgent)
    : undefined
  if (!maps) return nothing
  return html`<a class="button" part="button directions" href=${maps} target=${/^https/.test(maps) ? '_blank' : nothing} rel="noopener" referrerpolicy="no-referrer">${words.directions}</a>`
}

/** A button for what the guest can do with the address. The one that copies it is an icon. */
export function addressButton(part: 'driver' | 'copy', hotel: Hotel, { words }: Translator, context: RenderContext) {
  const { actions } = context
  if (!shows(context, part) || !writtenAddress(hotel).lines.length) return nothing
  const [label, press] =
    part === 'driver' ? [words.showDriver, actions?.showDriver] : [words.copyAddress, actions?.copyAddress]
  const isIcon = part === 'copy'
  return html`<button class=${isIcon ? part : `button ${part}`} part=${`button ${part}`} type="button" ?disabled=${!actions}
    aria-label=${isIcon ? label : nothing} title=${isIcon ? label : nothing}
    aria-disabled=${actions?.pending === hotel || nothing} @click=${() => press?.(hotel)}>${isIcon ? nothing : label}</button>`
}

export const isCalled = ({ phone }: Hotel, context: RenderContext) => Boolean(phone) && shows(context, 'call')
