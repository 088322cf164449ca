import { html, LitElement, nothing } from 'lit'
import type { WebhookEndpoint } from '../../client/types.ts'
import { showAct } from '../act.ts'
import type { Desk } from '../desk.ts'
import { refusalText } from '../refusal.ts'
import { addressOf, type Router } from '../router.ts'
import { hostOf, newEndpointAct, stateOf } from '../webhooks/endpoint.ts'
import '../webhooks/endpoint-page.ts'
import { words } from '../words.ts'

/** The webhook endpoints of the customer, or the one that the address names: `/console/webhooks/3`. */
class WebhooksPage extends LitElement {
  static override properties = {
    argument: { attribute: false },
    endpoints: { state: true },
    refusal: { state: true },
  }
  declare desk: Desk
  declare router: Router
  declare argument: string
  declare private endpoints: WebhookEndpoint[] | undefined
  declare private refusal: string

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.#read()
  }

  #read = async (): Promise<void> => {
    try {
      this.endpoints = await this.desk.innlet.webhooks.endpoints.list()
      this.refusal = ''
    } catch (error) {
      this.refusal = refusalText(error)
    }
  }

  async #add(): Promise<void> {
    let made: WebhookEndpoint | undefined
    const act = newEndpointAct(this.desk.innlet, endpoint => {
      made = endpoint
    })
    if (!(await showAct(act)) || !made) return
    await this.#read()
    this.router.go(addressOf('webhooks', made.endpointId))
  }

  protected override render() {
    const { endpoints, refusal } = this
    const failure = refusal ? html`<p class="refusal" role="alert">${refusal}</p>` : nothing
    if (!endpoints) return html`${failure}<p class="quiet" role="status">${refusal ? nothing : words.loading}</p>`
    const shown = endpoints.find(({ endpointId }) => String(endpointId) === this.argument)
    if (this.argument && !shown) return html`<p class="notice">${words.noEndpoint}</p>`
    if (shown)
      return html`<console-endpoint .desk=${this.desk} .router=${this.router} .endpoint=${shown} .changed=${this.#read}></console-endpoint>`
    return html`
      <header class="head">
        <h1>${words.webhooks}</h1>
        <button @click=${this.#add}>${words.newEndpoint}</button>
      </header>
      ${failure}
      ${endpoints.length ? nothing : html`<p class="quiet">${words.noEndpoints}</p>`}
      <ul class="records">${endpoints.map(endpoint => this.#row(endpoint))}</ul>
    `
  }

  #row(endpoint: WebhookEndpoint) {
    const { endpointId, url, description, pending } = endpoint
    const { text, level } = stateOf(endpoint)
    return html`<li>
      <a class="record" href=${addressOf('webhooks', endpointId)}>
        <span><strong>${hostOf(url)}</strong><span class="quiet">${description || new URL(url).pathname}</span></span>
        <span class="quiet">${pending ? words.waiting(pending) : nothing}</span>
        <span class=${`badge ${level}`}>${text}</span>
      </a>
    </li>`
  }
}

customElements.define('console-webhooks', WebhooksPage)
