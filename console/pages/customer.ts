import { html, LitElement, nothing } from 'lit'
import { refusalText } from '../refusal.ts'
import type { Access, Session } from '../session.ts'
import { words } from '../words.ts'

export const tag = 'console-customer'

interface Choice extends Access {
  name?: string
}

/** Which customer a person works for. An owner has all that the service has. */
class CustomerPage extends LitElement {
  static override properties = { session: { attribute: false }, choices: { state: true }, refusal: { state: true } }
  declare session: Session
  declare private choices: Choice[]
  declare private refusal: string

  protected override createRenderRoot() {
    return this
  }

  protected override async firstUpdated(): Promise<void> {
    const { customers } = this.session
    this.choices = customers.filter(({ customerId }) => customerId)
    if (!this.#isOwner) return
    try {
      this.choices = await this.#all()
    } catch (error) {
      this.refusal = refusalText(error)
    }
  }

  get #isOwner(): boolean {
    return this.session.customers.some(({ role }) => role === 'owner')
  }

  /** The first customers of the service. Others are opened by their number. */
  async #all(): Promise<Choice[]> {
    const authorization = `Bearer ${await this.session.token()}`
    const response = await fetch('/admin/customers', { headers: { authorization } })
    if (!response.ok) return []
    const { content } = (await response.json()) as { content: { clientId: number; name: string }[] | object }
    const list = Array.isArray(content) ? content : []
    return list.map(({ clientId, name }) => ({ customerId: clientId, role: 'owner', name }))
  }

  #choose(access: Access): void {
    this.dispatchEvent(new CustomEvent('done', { detail: access }))
  }

  #chooseNumber(event: SubmitEvent): void {
    event.preventDefault()
    const number = new FormData(event.target as HTMLFormElement).get('number')
    this.#choose({ customerId: Number(number), role: 'owner' })
  }

  protected override render() {
    const isEmpty = !this.#isOwner && this.session.customers.length === 0
    return html`<section class="gate">
      <h1>${words.chooseCustomer}</h1>
      ${isEmpty ? html`<p>${words.noRole}</p>` : nothing}
      <ul class="choices">
        ${this.choices?.map(
          choice => html`<li><button class="quiet" @click=${() => this.#choose(choice)}>
            ${choice.name ?? words.customerOf(choice.customerId)}
            <span class="quiet">${choice.name ? choice.customerId : words.roleOf[choice.role]}</span>
          </button></li>`,
        )}
      </ul>
      ${
        this.#isOwner
          ? html`<form @submit=${this.#chooseNumber}>
              <label for="number">${words.customerNumber}</label>
              <div class="line">
                <input id="number" name="number" type="number" min="1" step="1" required>
                <button>${words.open}</button>
              </div>
            </form>`
          : nothing
      }
      ${this.refusal ? html`<p class="refusal" role="alert">${this.refusal}</p>` : nothing}
    </section>`
  }
}

customElements.define(tag, CustomerPage)
