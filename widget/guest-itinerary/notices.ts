import type { Words } from '../locales/words.ts'
import type { Failure } from './itinerary-controller.ts'
import { html, nothing } from './template.ts'

const moment = html`
  <div class="moment"><span class="bone"></span><span class="bone tall"></span><span class="bone"></span></div>
`

/** The shape of what is to come, so that nothing jumps when it does. */
export function loading(words: Words | undefined) {
  return html`
    <div class="picture bone"></div>
    <p class="unseen" role="status">${words?.loading}</p>
    <div class="head">
      <p class="title"><span class="bone long"></span></p>
      <p class="guest"><span class="bone"></span></p>
      <p class="marks"><span class="bone"></span></p>
    </div>
    <div class="stay">${moment} ${moment}</div>
    <p class="foot"><span class="bone"></span></p>
    <div class="body">
      <div class="rooms"><span class="bone"></span><span class="bone block"></span></div>
      <div class="schedule">
        <span class="bone"></span><span class="bone block"></span><span class="bone block"></span><span class="bone block"></span>
      </div>
    </div>
  `
}

/** Why there is no itinerary, and what can be done about it. */
export function failure(why: Failure, words: Words, retrying: boolean, retry: () => void) {
  const [message, advice] = words[why === 'limited' ? 'busy' : why]
  const hopeless = why === 'gone' || why === 'no-link'
  return html`
    <div class="failure" part="failure" role=${why === 'no-link' ? nothing : 'alert'}>
      <h2 class="message">${message}</h2>
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
