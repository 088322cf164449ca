import { html, LitElement, nothing } from 'lit'
import type { ApiKey, Application } from '../../client/command/admin/types.ts'
import { type Act, showAct } from '../act.ts'
import { Administration } from '../administration.ts'
import type { Desk } from '../desk.ts'
import { moment } from '../format.ts'
import {
  changeApplicationAct,
  deleteKeyAct,
  newApplicationAct,
  newKeyAct,
  permissionWords,
  rotateApplicationAct,
} from '../keys/acts.ts'
import { tryInDocs } from '../keys/try-in-docs.ts'
import { refusalText } from '../refusal.ts'
import { words } from '../words.ts'

/** The applications and API keys of the customer: who may call the API, and when each last did. */
class KeysPage extends LitElement {
  static override properties = { applications: { state: true }, keys: { state: true }, refusal: { state: true } }
  declare desk: Desk
  declare private applications: Application[] | undefined
  declare private keys: ApiKey[]
  declare private refusal: string
  #administration!: Administration

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.#administration = new Administration(this.desk.session, this.desk.access)
    this.#read()
  }

  async #read(): Promise<void> {
    const query = `?customerId=${this.desk.access.customerId}`
    try {
      const [applications, keys] = await Promise.all([
        this.#administration.list<Application>(`/applications${query}`, 'applications'),
        this.#administration.list<ApiKey>(`/api-keys${query}`, 'apiKeys'),
      ])
      this.keys = keys
      this.applications = applications
      this.refusal = ''
    } catch (error) {
      this.refusal = refusalText(error)
    }
  }

  async #act(act: Act): Promise<void> {
    if (await showAct(act)) await this.#read()
  }

  protected override render() {
    const { applications, keys, refusal } = this
    const failure = refusal ? html`<p class="refusal" role="alert">${refusal}</p>` : nothing
    if (!applications) return html`${failure}<p class="quiet" role="status">${refusal ? nothing : words.loading}</p>`
    const administration = this.#administration
    const { customerId } = this.desk.access
    return html`
      ${failure}
      <section aria-labelledby="applications">
        <header class="head">
          <h1 id="applications">${words.applications}</h1>
          <button @click=${() => this.#act(newApplicationAct(administration, this.desk))}>${words.newApplication}</button>
        </header>
        ${applications.length ? nothing : html`<p class="quiet">${words.noApplications}</p>`}
        <ul class="records">${applications.map(each => this.#application(each))}</ul>
      </section>
      <section aria-labelledby="keys">
        <header class="head">
          <h2 id="keys">${words.apiKeys}</h2>
          <button class="plain" @click=${() => this.#act(newKeyAct(administration, customerId))}>${words.newKey}</button>
        </header>
        <p class="quiet">${words.apiKeysText}</p>
        <ul class="records">${keys.map(each => this.#key(each))}</ul>
      </section>
    `
  }

  #application(application: Application) {
    const { clientId, name, permissions, status, expiresAt, lastUsedAt } = application
    const level = { active: 'good', inactive: 'off', revoked: 'bad' }[status]
    return html`<li class="record">
      <span><strong>${name}</strong><code class="quiet">${clientId}</code>${granted(permissions)}</span>
      <span class="quiet">${usedAt(lastUsedAt)}${expiresAt ? html`<br>${words.expires(moment(expiresAt))}` : nothing}</span>
      <span class=${`badge ${level}`}>${words.applicationStatus[status]}</span>
      <span class="tools">
        <button class="plain" @click=${() => this.#act(changeApplicationAct(this.#administration, application))}>
          ${words.change}<span class="unseen"> ${name}</span>
        </button>
        <button class="plain" @click=${() => this.#act(rotateApplicationAct(this.#administration, application, this.desk))}>
          ${words.newSecret}<span class="unseen"> ${name}</span>
        </button>
        <button class="plain" @click=${() => tryInDocs(application, this.desk.hotel.customerName)}>
          ${words.tryInDocs}<span class="unseen"> ${name}</span>
        </button>
      </span>
    </li>`
  }

  #key(key: ApiKey) {
    const { name, permissions, status, lastUsedAt } = key
    const isActive = status === 'active'
    return html`<li class="record">
      <span><strong>${name}</strong>${granted(permissions)}</span>
      <span class="quiet">${usedAt(lastUsedAt)}</span>
      <span class=${`badge ${isActive ? 'good' : 'bad'}`}>${words.applicationStatus[status]}</span>
      <span class="tools">
        ${
          isActive
            ? html`<button class="plain" @click=${() => this.#act(deleteKeyAct(this.#administration, key))}>
                ${words.revoke}<span class="unseen"> ${name}</span>
              </button>`
            : nothing
        }
      </span>
    </li>`
  }
}

const usedAt = (lastUsedAt: string | null) => (lastUsedAt ? words.usedAt(moment(lastUsedAt)) : words.neverUsed)
const granted = (permissions: readonly string[]) =>
  html`<span class="quiet">${permissions.map(permissionWords).join(' · ')}</span>`

customElements.define('console-keys', KeysPage)
