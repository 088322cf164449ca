import { html, LitElement, nothing } from 'lit'
import type { AuditList, Person } from '../../client/command/admin/types.ts'
import { Administration } from '../administration.ts'
import type { Desk } from '../desk.ts'
import { moment } from '../format.ts'
import { refusalText } from '../refusal.ts'
import { words } from '../words.ts'

type Entry = AuditList['entries'][number]

/** Entries that are read at once. */
const PAGE = 200

/** What administrators did, to all customers, the newest first: by actor, act and time. */
class AuditPage extends LitElement {
  static override properties = {
    entries: { state: true },
    next: { state: true },
    refusal: { state: true },
    filter: { state: true },
  }
  declare desk: Desk
  declare private entries: Entry[] | undefined
  /** The cursor of what is older. */
  declare private next: string | null
  declare private refusal: string
  declare private filter: { by: string; act: string; from: string; to: string }
  readonly #names = new Map<string, string>()
  #administration!: Administration

  constructor() {
    super()
    this.filter = { by: '', act: '', from: '', to: '' }
  }

  protected override createRenderRoot() {
    return this
  }

  protected override async firstUpdated(): Promise<void> {
    this.#administration = new Administration(this.desk.session, this.desk.access)
    await this.#try(async () => {
      for (const { personId, name } of await this.#administration.list<Person>('/people', 'people'))
        this.#names.set(`person:${personId}`, name)
      await this.#read()
    })
  }

  async #try(work: () => Promise<void>): Promise<void> {
    this.refusal = ''
    try {
      await work()
    } catch (error) {
      this.refusal = refusalText(error)
    }
  }

  /** Reads the next page. A page of many databases may be empty, and have more after it. */
  async #read(): Promise<void> {
    const cursor = this.next ? `&cursor=${encodeURIComponent(this.next)}` : ''
    const { elements, next } = await this.#administration.page<Entry>(`/audit?pageSize=${PAGE}${cursor}`, 'entries')
    this.entries = [...(this.entries ?? []), ...elements]
    this.next = next
  }

  #nameOf(by: string): string {
    return by === 'admin' ? words.adminToken : (this.#names.get(by) ?? by)
  }

  get #shown(): Entry[] {
    const { by, act, from, to } = this.filter
    return (this.entries ?? []).filter(entry => {
      const day = entry.at.slice(0, 10)
      return (!by || entry.by === by) && (!act || entry.act === act) && (!from || day >= from) && (!to || day <= to)
    })
  }

  protected override render() {
    const { entries = [], refusal, filter } = this
    const choice = (name: 'by' | 'act', label: string, text: (value: string) => string) => html`<label>
      ${label}
      <select name=${name} @change=${this.#choose}>
        <option value="">${words.all}</option>
        ${[...new Set(entries.map(entry => entry[name]))].sort().map(value => html`<option value=${value}>${text(value)}</option>`)}
      </select>
    </label>`
    const date = (name: 'from' | 'to', label: string) => html`<label>
      ${label} <input type="date" name=${name} .value=${filter[name]} @change=${this.#choose}>
    </label>`
    return html`
      <header class="head"><h1>${words.audit}</h1></header>
      <div class="filters">
        ${choice('by', words.who, by => this.#nameOf(by))} ${choice('act', words.what, act => act)}
        ${date('from', words.fromDay)} ${date('to', words.toDay)}
      </div>
      ${refusal ? html`<p class="refusal" role="alert">${refusal}</p>` : nothing}
      <p class="quiet" role="status">${this.entries || refusal ? nothing : words.loading}</p>
      <ul class="records">${this.#shown.map(entry => this.#entry(entry))}</ul>
      ${this.next ? html`<button class="plain" @click=${() => this.#try(() => this.#read())}>${words.earlier}</button>` : nothing}
    `
  }

  #choose = (event: Event): void => {
    const { name, value } = event.target as HTMLInputElement
    this.filter = { ...this.filter, [name]: value }
  }

  #entry({ at, act, subject, by, details, requestId }: Entry) {
    return html`<li>
      <details>
        <summary class="record">
          <span><strong>${act}</strong><span class="quiet">${subject}</span></span>
          <span class="quiet">${this.#nameOf(by)}</span>
          <span class="quiet">${moment(at)}</span>
        </summary>
        <div class="inner">
          <pre tabindex="0" aria-label=${words.details}>${JSON.stringify({ requestId, ...details }, null, 2)}</pre>
        </div>
      </details>
    </li>`
  }
}

customElements.define('console-audit', AuditPage)
