import { html, LitElement, nothing } from 'lit'
import type { AuditList, Person } from '../../client/command/admin/types.ts'
import { dateAfter } from '../../schema/stay-dates.ts'
import { ACTS } from '../../schema/wire/audit-acts.ts'
import { Administration } from '../administration.ts'
import type { Desk } from '../desk.ts'
import { instantOf, moment } from '../format.ts'
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
  /** Counts what was asked for. An answer to an earlier question is not shown. */
  #turn = 0
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

  /** Reads until there is something to show: a page may be empty, and have more after it. */
  async #read(): Promise<void> {
    const turn = ++this.#turn
    const { by, act, from, to } = this.filter
    const times = { since: from && startOf(from), until: to && startOf(dateAfter(to, 1)) }
    for (let cursor = this.next; ; ) {
      const query = new URLSearchParams({ pageSize: String(PAGE), by, act, ...times, cursor: cursor ?? '' })
      const { elements, next } = await this.#administration.page<Entry>(`/audit?${query}`, 'entries')
      if (turn !== this.#turn) return
      this.entries = [...(this.entries ?? []), ...elements]
      this.next = next
      if (elements.length || !next) return
      cursor = next
    }
  }

  #nameOf(by: string): string {
    return by === 'admin' ? words.adminToken : (this.#names.get(by) ?? by)
  }

  protected override render() {
    const { entries, refusal, filter } = this
    const isEmpty = entries?.length === 0 && !this.next
    const choice = (name: 'by' | 'act', label: string, values: readonly (readonly [string, string])[]) => html`<label>
      ${label}
      <select name=${name} @change=${this.#choose}>
        <option value="">${words.all}</option>
        ${values.map(([value, text]) => html`<option value=${value}>${text}</option>`)}
      </select>
    </label>`
    const date = (name: 'from' | 'to', label: string) => html`<label>
      ${label} <input type="date" name=${name} .value=${filter[name]} @change=${this.#choose}>
    </label>`
    return html`
      <header class="head"><h1>${words.audit}</h1></header>
      <div class="filters">
        ${choice('by', words.who, [['admin', words.adminToken], ...this.#names])}
        ${choice(
          'act',
          words.what,
          ACTS.map(act => [act, act]),
        )}
        ${date('from', words.from)} ${date('to', words.to)}
      </div>
      ${refusal ? html`<p class="refusal" role="alert">${refusal}</p>` : nothing}
      <p class="quiet" role="status">${isEmpty ? words.noEntries : entries || refusal ? nothing : words.loading}</p>
      <ul class="records">${entries?.map(entry => this.#entry(entry))}</ul>
      ${this.next ? html`<button class="plain" @click=${() => this.#try(() => this.#read())}>${words.earlier}</button>` : nothing}
    `
  }

  #choose = (event: Event): void => {
    const { name, value } = event.target as HTMLInputElement
    this.filter = { ...this.filter, [name]: value }
    this.entries = undefined
    this.next = null
    this.#try(() => this.#read())
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

/** The instant at which a day begins on this PC. */
const startOf = (day: string) => instantOf(`${day}T00:00`)

customElements.define('console-audit', AuditPage)
