import { html, LitElement } from 'lit'
import { words } from '../words.ts'

/** A value as JSON, with a button that copies it. */
class JsonBlock extends LitElement {
  static override properties = { value: { attribute: false }, label: { attribute: false }, said: { state: true } }
  declare value: unknown
  /** What it is, for people and screen readers. */
  declare label: string
  declare private said: string

  protected override createRenderRoot() {
    return this
  }

  get #text(): string {
    return JSON.stringify(this.value, null, 2)
  }

  #copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(this.#text)
      this.said = words.copied
    } catch (error) {
      this.said = String(error)
    }
  }

  protected override render() {
    return html`
      <div class="head">
        <span class="quiet">${this.label}</span>
        <button class="plain" @click=${this.#copy}>${words.copy}<span class="unseen"> ${this.label}</span></button>
      </div>
      <pre tabindex="0" role="group" aria-label=${this.label}>${this.#text}</pre>
      <span class="quiet" role="status">${this.said ?? ''}</span>
    `
  }
}

customElements.define('console-json', JsonBlock)
