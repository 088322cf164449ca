import { html, LitElement, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { InnletError } from '../../client/errors.ts'
import type { Delivery, Event, WebhookEndpoint, WebhookEndpointTest } from '../../client/types.ts'
import { type Act, showAct } from '../act.ts'
import type { Desk } from '../desk.ts'
import { moment } from '../format.ts'
import { refusalText } from '../refusal.ts'
import { addressOf, type Router } from '../router.ts'
import { words } from '../words.ts'
import { changeEndpointAct, deleteEndpointAct, hostOf, replayAct, rotateSecretAct, stateOf } from './endpoint.ts'

/** Events of which deliveries are shown at once: the newest of the log. */
const EVENTS_SHOWN = 200

const FILTERS = ['', 'failed', 'pending', 'delivered'] as const

/** One endpoint: what is sent to it, what it answered, and what can be done about it. */
class EndpointPage extends LitElement {
  static override properties = {
    endpoint: { attribute: false },
    deliveries: { state: true },
    status: { state: true },
    test: { state: true },
    note: { state: true },
    refusal: { state: true },
    event: { state: true },
  }
  declare desk: Desk
  declare router: Router
  declare endpoint: WebhookEndpoint
  /** Reads the endpoints again. */
  declare changed: () => Promise<void>
  declare private deliveries: Delivery[] | undefined
  declare private status: (typeof FILTERS)[number]
  declare private test: WebhookEndpointTest | undefined
  declare private note: string
  declare private refusal: string
  /** The event whose JSON is shown. */
  declare private event: Event | undefined
  /** Deliveries of events after this one are shown. */
  #after: number | undefined

  constructor() {
    super()
    this.status = ''
  }

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.desk.follow(this, () => this.#read())
    this.#newest()
  }

  get #innlet() {
    return this.desk.innlet
  }

  /** Does something, and shows its refusal. */
  async #try(work: () => Promise<unknown>): Promise<void> {
    this.refusal = ''
    this.note = ''
    try {
      await work()
    } catch (error) {
      this.refusal = refusalText(error)
    }
  }

  #newest = () =>
    this.#try(async () => {
      this.#after = Math.max(0, (await this.#innlet.events.newestSequence()) - EVENTS_SHOWN)
      await this.#read()
    })

  #earlier = () => {
    this.#after = Math.max(0, (this.#after ?? 0) - EVENTS_SHOWN)
    return this.#read()
  }

  /** The deliveries since an event, the newest first. */
  #read = () =>
    this.#try(async () => {
      const { endpointId } = this.endpoint
      const query = { endpointId, afterSequence: this.#after, ...(this.status && { status: this.status }) }
      const read: Delivery[] = []
      for await (const delivery of this.#innlet.webhooks.endpoints.deliveries(query)) read.push(delivery)
      this.deliveries = read.reverse()
    })

  #filter(status: (typeof FILTERS)[number]): void {
    this.status = status
    this.#read()
  }

  async #act(act: Act): Promise<boolean> {
    const isDone = await showAct(act)
    if (!isDone) return false
    await this.changed()
    await this.#newest()
    return true
  }

  #sendTest = () =>
    this.#try(async () => {
      const { endpointId } = this.endpoint
      this.test = undefined
      this.test = await this.#innlet.webhooks.endpoints.test({ endpointId })
    })

  #switch = () =>
    this.#try(async () => {
      const { endpointId, status } = this.endpoint
      await this.#innlet.webhooks.endpoints.update({
        endpointId,
        status: status === 'enabled' ? 'disabled' : 'enabled',
      })
      await this.changed()
    })

  #replay = () =>
    this.#act(
      replayAct(this.#innlet, this.endpoint, events => {
        this.note = words.sentAgain(events)
      }),
    )

  #delete = async () => {
    if (await showAct(deleteEndpointAct(this.#innlet, this.endpoint))) {
      await this.changed()
      this.router.go(addressOf('webhooks'))
    }
  }

  #resend = ({ sequence }: Delivery) =>
    this.#try(async () => {
      const { endpointId } = this.endpoint
      const { events } = await this.#innlet.webhooks.endpoints.replay({
        endpointId,
        fromSequence: sequence,
        toSequence: sequence,
      })
      this.note = words.sentAgain(events)
    })

  #showEvent = ({ sequence }: Delivery) =>
    this.#try(async () => {
      for await (const event of this.#innlet.events.list({ afterSequence: sequence - 1, pageSize: 1 })) {
        if (event.sequence !== sequence) break
        this.event = event
        return
      }
      throw new InnletError({ errors: [{ code: 'NOT_FOUND', description: words.eventGone }] })
    })

  protected override render() {
    const { endpoint, deliveries } = this
    const { text, level } = stateOf(endpoint)
    return html`
      <header class="head">
        <div>
          <a class="back" href=${addressOf('webhooks')}>${words.webhooks}</a>
          <h1>${hostOf(endpoint.url)} <span class=${`badge ${level}`}>${text}</span></h1>
          <p class="quiet address">${endpoint.url}</p>
          ${endpoint.description ? html`<p>${endpoint.description}</p>` : nothing}
          <p class="quiet">${endpoint.types.length ? endpoint.types.join(', ') : words.allEvents}</p>
        </div>
        <div class="tools">
          <button @click=${this.#sendTest}>${words.sendTest}</button>
          <button class="plain" @click=${() => this.#act(changeEndpointAct(this.#innlet, endpoint))}>${words.change}</button>
          <button class="plain" @click=${this.#replay}>${words.sendAgain}</button>
          <button class="plain" @click=${() => this.#act(rotateSecretAct(this.#innlet, endpoint))}>${words.newSecret}</button>
          <button class="plain" @click=${this.#switch}>${endpoint.status === 'enabled' ? words.disable : words.enable}</button>
          <button class="plain" @click=${this.#delete}>${words.deleteEndpoint}</button>
        </div>
      </header>
      ${this.refusal ? html`<p class="refusal" role="alert">${this.refusal}</p>` : nothing}
      <p role="status">${this.note || (this.test ? testText(this.test) : nothing)}</p>
      <section aria-labelledby="deliveries">
        <div class="head">
          <h2 id="deliveries">${words.deliveries}</h2>
          <div class="filter" role="group" aria-label=${words.deliveryFilter}>
            ${FILTERS.map(
              filter => html`<button class="quiet" aria-pressed=${this.status === filter} @click=${() => this.#filter(filter)}>
                ${words.deliveryStatus[filter || 'all']}
              </button>`,
            )}
          </div>
        </div>
        ${deliveries?.length === 0 ? html`<p class="quiet">${words.noDeliveries}</p>` : nothing}
        <ul class="records">${repeat(
          deliveries ?? [],
          ({ eventId }) => eventId,
          each => this.#delivery(each),
        )}</ul>
        ${this.#after ? html`<button class="plain" @click=${this.#earlier}>${words.earlier}</button>` : nothing}
      </section>
    `
  }

  #delivery(delivery: Delivery) {
    const { status, type, sequence, reservationId, attempts, nextAttemptAt } = delivery
    const last = attempts.at(-1)
    const level = { delivered: 'good', failed: 'bad', pending: 'off' }[status]
    return html`<li>
      <details>
        <summary class="record">
          <span><strong>${type}</strong><span class="quiet">${words.eventNumber(sequence)}</span></span>
          <span class="quiet">${last ? html`${last.httpStatus ?? words.noResponse} · ${words.milliseconds(last.durationMs)} · ${moment(last.at)}` : nothing}</span>
          <span class=${`badge ${level}`}>${words.deliveryStatus[status]}</span>
        </summary>
        <div class="inner">
          <ol class="attempts">
            ${attempts.map(
              ({ at, httpStatus, durationMs, error, response }) => html`<li>
                <p>${moment(at)} · ${httpStatus ?? words.noResponse} · ${words.milliseconds(durationMs)}${error ? html` · ${error}` : nothing}</p>
                ${response ? html`<pre tabindex="0" aria-label=${words.answerOf(httpStatus)}>${response}</pre>` : nothing}
              </li>`,
            )}
          </ol>
          ${nextAttemptAt ? html`<p class="quiet">${words.nextAttempt(moment(nextAttemptAt))}</p>` : nothing}
          <p class="tools">
            <button class="plain" @click=${() => this.#resend(delivery)}>${words.sendAgain}</button>
            <button class="plain" @click=${() => this.#showEvent(delivery)}>${words.showEvent}</button>
            ${reservationId ? html`<a class="button plain" href=${addressOf('booking', reservationId)}>${words.booking}</a>` : nothing}
          </p>
          ${this.event?.sequence === sequence ? html`<pre tabindex="0" aria-label=${words.showEvent}>${JSON.stringify(this.event, null, 2)}</pre>` : nothing}
        </div>
      </details>
    </li>`
  }
}

const testText = ({ httpStatus, durationMs, error }: WebhookEndpointTest) =>
  error ? words.testFailed(error) : words.testWorked(httpStatus ?? 0, durationMs)

customElements.define('console-endpoint', EndpointPage)
