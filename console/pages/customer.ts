import { html, LitElement, nothing } from 'lit'
import type { CustomerEntry } from '../../client/command/admin/types.ts'
import { InnletError } from '../../client/errors.ts'
import { responseError } from '../../client/response-error.ts'
import { signIn } from '../passkey.ts'
import { refusalText } from '../refusal.ts'
import type { Access, Session } from '../session.ts'
import { words } from '../words.ts'

export const tag = 'console-customer'

interface Choice extends Access {
  name?: string
}

/** Which customer a person works for. An owner has all that the service has. */
class CustomerPage extends LitElement {
  static override properties = {
    session: { attribute: false },
    choices: { state: true },
    refusal: { state: true },
    isTooOld: { state: true },
  }
  declare session: Session
  declare private choices: Choice[]
  declare private refusal: string
  /** The sign-in is too old for the list of all customers. */
  declare private isTooOld: boolean

  protected override createRenderRoot() {
    return this
  }

  protected override async firstUpdated(): Promise<void> {
    const { customers } = this.session
    this.choices = customers.filter(({ customerId }) => customerId)
    if (this.#isOwner) await this.#try(() => Promise.resolve())
  }

  /** Reads all customers after an act. */
  async #try(act: () => Promise<void>): Promise<void> {
    this.refusal = ''
    try {
      await act()
      this.choices = await this.#all()
      this.isTooOld = false
    } catch (error) {
      this.isTooOld = error instanceof InnletError && error.code === 'REAUTHENTICATION_REQUIRED'
      if (!this.isTooOld) this.refusal = refusalText(error)
    }
  }

  get #isOwner(): boolean {
    return this.session.customers.some(({ role }) => role === 'owner')
  }

  /** The first customers of the service. Others are opened by their number. */
  async #all(): Promise<Choice[]> {
    const authorization = `Bearer ${await this.session.token()}`
    const response = await fetch('/admin/customers', { headers: { authorization } })
    const body = await response.json().catch(() => undefined)
    if (!response.ok) throw responseError(response, body)
    const { customers } = body as { customers: CustomerEntry[] }
    return customers.map(({ clientId, name }) => ({ customerId: clientId, role: 'owner', name }))
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
        this.isTooOld
          ? html`<p class="quiet">${words.signInAgain}</p>
              <button class="plain" @click=${() => this.#try(() => signIn(this.session))}>${words.signInWithPasskey}</button>`
          : nothing
      }
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
