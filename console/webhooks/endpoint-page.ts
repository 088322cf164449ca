import { html, LitElement, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { Delivery, WebhookEndpoint, WebhookEndpointTest } from '../../client/types.ts'
import { type Act, showAct } from '../act.ts'
import type { Desk } from '../desk.ts'
import { moment } from '../format.ts'
import { refusalText } from '../refusal.ts'
import { addressOf, type Router } from '../router.ts'
import { words } from '../words.ts'
import { changeEndpointAct, deleteEndpointAct, hostOf, replayAct, rotateSecretAct, stateOf } from './endpoint.ts'
import { LogList } from './log-list.ts'
import './json-block.ts'

const FILTERS = ['', 'failed', 'pending', 'delivered'] as const

/** One endpoint: what is sent to it, what it answered, and what can be done about it. */
class EndpointPage extends LitElement {
  static override properties = {
    endpoint: { attribute: false },
    status: { state: true },
    test: { state: true },
    note: { state: true },
    refusal: { state: true },
    events: { state: true },
  }
  declare desk: Desk
  declare router: Router
  declare endpoint: WebhookEndpoint
  /** Reads the endpoints again. */
  declare changed: () => Promise<void>
  declare private status: (typeof FILTERS)[number]
  declare private test: WebhookEndpointTest | undefined
  declare private note: string
  declare private refusal: string
  /** The events of the deliveries that were opened, as webhooks tell them: by sequence. */
  declare private events: ReadonlyMap<number, object>
  #list!: LogList<Delivery>

  constructor() {
    super()
    this.status = ''
    this.events = new Map()
  }

  protected override createRenderRoot() {
    return this
  }

  override connectedCallback(): void {
    this.#list = new LogList(this, this.#innlet, afterSequence => {
      const { endpointId } = this.endpoint
      const query = { endpointId, afterSequence, ...(this.status && { status: this.status }) }
      return this.#innlet.webhooks.endpoints.deliveries(query)
    })
    super.connectedCallback()
    this.desk.follow(this, () => this.#list.again())
    this.#list.open()
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

  #filter(status: (typeof FILTERS)[number]): void {
    this.status = status
    this.#list.open()
  }

  async #act(act: Act): Promise<boolean> {
    const isDone = await showAct(act)
    if (!isDone) return false
    await this.changed()
    await this.#list.open()
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

  /** Reads the event of a delivery when it is opened. */
  #open({ target }: Event, { sequence }: Delivery): void {
    if (!(target as HTMLDetailsElement).open || this.events.has(sequence)) return
    this.#try(async () => {
      for await (const { by: _, ...told } of this.#innlet.events.list({ afterSequence: sequence - 1, pageSize: 1 })) {
        this.events = new Map(this.events).set(sequence, told)
        return
      }
    })
  }

  protected override render() {
    const { endpoint } = this
    const { elements, refusal } = this.#list
    const failure = this.refusal || refusal
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
      ${failure ? html`<p class="refusal" role="alert">${failure}</p>` : nothing}
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
        <div class="filters">${this.#list.timeFields()}</div>
        ${elements?.length === 0 ? html`<p class="quiet">${words.noDeliveries}</p>` : nothing}
        <ul class="records">${repeat(
          elements ?? [],
          ({ eventId }) => eventId,
          each => this.#delivery(each),
        )}</ul>
        ${this.#list.earlierButton()}
      </section>
    `
  }

  #delivery(delivery: Delivery) {
    const { status, type, sequence, previousSequence, reservationId, attempts, nextAttemptAt } = delivery
    const last = attempts.at(-1)
    const told = this.events.get(sequence)
    const level = { delivered: 'good', failed: 'bad', pending: 'off' }[status]
    return html`<li>
      <details @toggle=${(event: Event) => this.#open(event, delivery)}>
        <summary class="record">
          <span><strong>${type}</strong><span class="quiet">${words.eventNumber(sequence)}</span></span>
          <span class="quiet">${last ? html`${last.httpStatus ?? words.noResponse} · ${words.milliseconds(last.durationMs)} · ${moment(last.at)}` : nothing}</span>
          <span class=${`badge ${level}`}>${words.deliveryStatus[status]}</span>
        </summary>
        <div class="inner">
          ${told ? html`<console-json .value=${{ ...told, previousSequence }} .label=${words.requestBody}></console-json>` : nothing}
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
            ${reservationId ? html`<a class="button plain" href=${addressOf('booking', reservationId)}>${words.booking}</a>` : nothing}
          </p>
        </div>
      </details>
    </li>`
  }
}

const testText = ({ httpStatus, durationMs, error }: WebhookEndpointTest) =>
  error ? words.testFailed(error) : words.testWorked(httpStatus ?? 0, durationMs)

customElements.define('console-endpoint', EndpointPage)
