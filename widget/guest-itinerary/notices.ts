import type { Words } from '../locales/words.ts'
import { heading } from './heading.ts'
import type { Failure } from './itinerary-controller.ts'
import { html, nothing } from './template.ts'

const skeleton = (...lines: string[]) => lines.map(line => html`<span class="bone ${line}"></span>`)
const loadingNotice = html`<div class="moment">${skeleton('', 'tall', '')}</div>`

/** The shape of what is to come, so that nothing jumps when it does. */
export const loading = (words: Words | undefined) => html`
  <div class="picture bone"></div>
  <p class="unseen" role="status">${words?.loading}</p>
  <div class="head">${skeleton('title long', 'guest', 'marks')}</div>
  <div class="stay">${loadingNotice} ${loadingNotice}</div>
  <div class="foot">${skeleton('')}</div>
  <div class="body">${skeleton('', 'block', '', 'block', 'block', 'block')}</div>
`

/** Why there is no itinerary, and what can be done about it. */
export function failure(why: Failure, words: Words, level: number, retrying = false, retry: () => void) {
  const [message, advice] = words[why === 'limited' ? 'busy' : why]
  const hopeless = why === 'gone' || why === 'no-link'
  return html`
    <div class="failure" part="failure" role=${why === 'no-link' ? nothing : 'alert'}>
      ${heading(level, { class: 'message' }, message)}
      <p class="advice">${advice}</p>
      ${
        hopeless
          ? nothing
          : html`<button class="button" part="button retry" type="button" aria-disabled=${retrying} @click=${retry}>
              ${retrying ? words.retrying : words.retry}
            </button>`
      }
    </div>
  `
}
