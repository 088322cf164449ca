import { html, LitElement, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { Event as LogEvent } from '../../client/types.ts'
import { EVENT_TYPES } from '../../schema/wire/event-types.ts'
import type { Desk } from '../desk.ts'
import { moment } from '../format.ts'
import { addressOf } from '../router.ts'
import { LogList } from '../webhooks/log-list.ts'
import { words } from '../words.ts'
import '../webhooks/json-block.ts'

/** The log of the customer: every change, with the JSON of its event. */
class EventsPage extends LitElement {
  declare desk: Desk
  /** Only events of this type. Empty: all. */
  #type = ''
  #list!: LogList<LogEvent>

  protected override createRenderRoot() {
    return this
  }

  override connectedCallback(): void {
    this.#list = new LogList(this, this.desk.innlet, afterSequence =>
      this.desk.innlet.events.list({ afterSequence, types: this.#type || undefined }),
    )
    super.connectedCallback()
    this.desk.follow(this, () => this.#list.again())
    this.#list.open()
  }

  #choose = (event: Event): void => {
    this.#type = (event.target as HTMLSelectElement).value
    this.#list.open()
  }

  protected override render() {
    const { elements, refusal } = this.#list
    const state = elements ? (elements.length ? nothing : words.noEvents) : words.loading
    return html`
      <header class="head"><h1>${words.eventLog}</h1></header>
      <div class="filters">
        <label>
          ${words.eventType}
          <select name="type" @change=${this.#choose}>
            <option value="">${words.all}</option>
            ${EVENT_TYPES.map(type => html`<option>${type}</option>`)}
          </select>
        </label>
        ${this.#list.timeFields()}
      </div>
      ${refusal ? html`<p class="refusal" role="alert">${refusal}</p>` : nothing}
      <p class="quiet" role="status">${refusal ? nothing : state}</p>
      <ul class="records">${repeat(
        elements ?? [],
        ({ id }) => id,
        each => logged(each),
      )}</ul>
      ${this.#list.earlierButton()}
    `
  }
}

function logged(event: LogEvent) {
  const { type, sequence, timestamp, data } = event
  const reservationId = 'reservationId' in data ? data.reservationId : null
  return html`<li>
    <details>
      <summary class="record">
        <span><strong>${type}</strong><span class="quiet">${words.eventNumber(sequence)}</span></span>
        <span class="quiet">${'reservationNumber' in data ? data.reservationNumber : nothing}</span>
        <span class="quiet">${moment(timestamp)}</span>
      </summary>
      <div class="inner">
        <console-json .value=${event} .label=${words.eventJson}></console-json>
        ${reservationId ? html`<p class="tools"><a class="button plain" href=${addressOf('booking', reservationId)}>${words.booking}</a></p>` : nothing}
      </div>
    </details>
  </li>`
}

customElements.define('console-events', EventsPage)
