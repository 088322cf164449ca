import { html, LitElement, nothing } from 'lit'
import { signIn } from '../passkey.ts'
import { refusalText } from '../refusal.ts'
import type { Session } from '../session.ts'
import { words } from '../words.ts'

export const tag = 'console-sign-in'

/** Signs in with a passkey. Afterwards the page of the address is shown: no other address is taken from anywhere. */
class SignInPage extends LitElement {
  static override properties = { session: { attribute: false }, refusal: { state: true }, isBusy: { state: true } }
  declare session: Session
  declare private refusal: string
  declare private isBusy: boolean

  protected override createRenderRoot() {
    return this
  }

  protected override async firstUpdated(): Promise<void> {
    if (await this.session.signInByAccess()) this.dispatchEvent(new CustomEvent('done'))
  }

  async #signIn(): Promise<void> {
    this.isBusy = true
    this.refusal = ''
    try {
      await signIn(this.session)
      this.dispatchEvent(new CustomEvent('done'))
    } catch (error) {
      this.refusal = refusalText(error)
    }
    this.isBusy = false
  }

  protected override render() {
    return html`<section class="gate">
      <h1>${words.signIn}</h1>
      <p>${words.signInWords}</p>
      <button ?disabled=${this.isBusy} @click=${this.#signIn}>${words.signInWithPasskey}</button>
      ${this.refusal ? html`<p class="refusal" role="alert">${this.refusal}</p>` : nothing}
      <p class="quiet">${words.signInLost}</p>
    </section>`
  }
}

customElements.define(tag, SignInPage)
