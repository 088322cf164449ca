import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { openDialog } from './cover.ts'
import { words } from './words.ts'

/** A value that is shown this one time. */
export interface Secret {
  title: string
  /** What it is for, and where to keep it. */
  text: string
  /** Names and values, such as `client_id`. */
  values: readonly [name: string, value: string][]
  /** Lines for a first call, which have the values in them. */
  sample?: string
  /** Opens what it can be used in at once. */
  use?: { name: string; open: () => void }
  /** The result of a first use that was made on the spot. */
  proof?: TemplateResult
}

/** Shows a secret until the person says that it is stored. */
export function showSecret(secret: Secret): Promise<void> {
  const element = Object.assign(new ConsoleSecret(), { secret })
  document.body.append(element)
  return element.closed
}

/** The dialog of a secret. Escape does not close it: the value is not shown again. */
class ConsoleSecret extends LitElement {
  static override properties = { secret: { attribute: false }, copied: { state: true } }
  declare secret: Secret
  declare private copied: string
  readonly closed: Promise<void>
  #resolve: () => void = () => {}

  constructor() {
    super()
    this.closed = new Promise(resolve => {
      this.#resolve = resolve
    })
  }

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    openDialog(this.querySelector('dialog'))
  }

  async #copy(name: string, value: string): Promise<void> {
    await navigator.clipboard.writeText(value)
    this.copied = name
  }

  #close(): void {
    this.remove()
    this.#resolve()
  }

  protected override render() {
    const { title, text, values, sample, proof, use } = this.secret
    const copy = (name: string, value: string) => html`
      <button type="button" class="plain" @click=${() => this.#copy(name, value)}>
        ${this.copied === name ? words.copied : words.copy}<span class="unseen"> ${name}</span>
      </button>`
    return html`<dialog class="act" aria-labelledby="secret-title" closedby="none"
      @cancel=${(event: Event) => event.preventDefault()} @close=${this.#close}>
      <div class="secret-body">
      <header>
        <h2 id="secret-title">${title}</h2>
        <p class="quiet">${text}</p>
      </header>
      <div class="fields">
        <dl class="secret">
          ${values.map(([name, value]) => html`<div><dt>${name}</dt><dd><code>${value}</code>${copy(name, value)}</dd></div>`)}
        </dl>
        ${proof ?? nothing}
        ${sample ? html`<div class="sample"><pre tabindex="0" aria-label=${words.firstCall}>${sample}</pre>${copy(words.firstCall, sample)}</div>` : nothing}
        ${use ? html`<p class="tools"><button type="button" class="plain" @click=${use.open}>${use.name}</button></p>` : nothing}
        <p role="status" class="unseen">${this.copied ? words.copied : nothing}</p>
      </div>
      <footer><button type="button" @click=${this.#close}>${words.stored}</button></footer>
      </div>
    </dialog>`
  }
}

customElements.define('console-secret', ConsoleSecret)
