import { html, nothing } from 'lit'
import type { KeptHotel } from '../actions/kept-hotel.ts'
import type { Words } from '../locales/words.ts'
import { heading, TITLE } from './fragments.ts'
import type { Failure } from './itinerary-controller.ts'
import { phoneLink } from './phone.ts'

const skeleton = (...lines: string[]) => lines.map(line => html`<span class="bone ${line}"></span>`)
const skeletonMoment = html`<div class="moment">${skeleton('', 'tall', '')}</div>`

/** A skeleton of the size of a usual stay, so that the layout does not shift when the stay arrives. */
export const loading = () => html`
  <div class="picture bone"></div>
  <div class="head">${skeleton('title long', 'guest', 'marks')}</div>
  <div class="beside">
    <div class="now">${skeleton('', 'tall', '')}</div>
    <div class="stay">${skeletonMoment} ${skeletonMoment}</div>
  </div>
  <div class="body">${skeleton('', 'block', '', 'block', 'block', 'block')}</div>
`

/** Why there is no itinerary, and what the guest can do: `hotel` can be called. */
export function failure(
  { reason, retrying = false, hotel }: { reason: Failure; retrying?: boolean; hotel?: KeptHotel | undefined },
  words: Words,
  level: number,
  retry: () => void,
) {
  const [message, advice, cause]: readonly string[] = words[reason === 'limited' ? 'busy' : reason]
  const isFinal = reason === 'gone' || reason === 'no-link'
  return html`
    <div class="failure" part="failure" role=${reason === 'no-link' ? nothing : 'alert'}>
      ${heading(level, { class: 'message', id: TITLE }, message)}
      ${cause ? html`<p class="advice">${cause}</p>` : nothing}
      <p class="advice">${advice}</p>
      ${
        hotel
          ? html`<p class="kept"><bdi lang="">${hotel.name}</bdi><br />${phoneLink(hotel.phone, words.call)}</p>`
          : nothing
      }
      <slot name="failure"></slot>
      ${
        isFinal
          ? nothing
          : html`<button class="button" part="button retry" type="button" aria-disabled=${retrying} @click=${retry}>
              ${retrying ? words.retrying : words.retry}
            </button>`
      }
    </div>
  `
}
