import { html, LitElement, nothing } from 'lit'
import { InnletError } from '../../client/errors.ts'
import { type Invitation, join, readInvitation } from '../passkey.ts'
import { refusalText } from '../refusal.ts'
import type { Session } from '../session.ts'
import { words } from '../words.ts'

export const tag = 'console-join'

/** Uses a one-time link up, which has its code in the fragment. */
class JoinPage extends LitElement {
  static override properties = {
    session: { attribute: false },
    invitation: { state: true },
    refusal: { state: true },
    isBusy: { state: true },
  }
  declare session: Session
  declare private invitation: Invitation | undefined
  declare private refusal: string
  declare private isBusy: boolean
  readonly #code = location.hash.slice(1)

  protected override createRenderRoot() {
    return this
  }

  protected override async firstUpdated(): Promise<void> {
    // The code does not stay in the address, where others may read it.
    history.replaceState(null, '', location.pathname)
    await this.#try(async () => {
      this.invitation = await readInvitation(this.session, this.#code)
      if (!this.invitation.kind)
        throw new InnletError({ status: 404, errors: [{ code: 'NOT_FOUND', description: '' }] })
    })
  }

  #join(invitation: Invitation): Promise<void> {
    return this.#try(async () => {
      await join(this.session, this.#code, invitation)
      this.dispatchEvent(new CustomEvent('done'))
    })
  }

  async #try(act: () => Promise<void>): Promise<void> {
    this.isBusy = true
    this.refusal = ''
    try {
      await act()
    } catch (error) {
      const isGone = error instanceof InnletError && error.status === 404
      if (isGone) this.invitation = undefined
      this.refusal = isGone ? words.joinGone : refusalText(error)
    }
    this.isBusy = false
  }

  protected override render() {
    const { invitation, refusal } = this
    return html`<section class="gate">
      ${invitation ? this.#offer(invitation) : nothing}
      ${refusal ? html`<p class="refusal" role="alert">${refusal}</p>` : nothing}
    </section>`
  }

  #offer(invitation: Invitation) {
    const { kind, name } = invitation
    const isDesk = kind === 'desk'
    return html`
      <h1>${isDesk ? words.joinDesk(name) : words.joinPerson(name)}</h1>
      <p>${isDesk ? words.joinDeskWords : words.joinPersonWords}</p>
      <button ?disabled=${this.isBusy} @click=${() => this.#join(invitation)}>
        ${isDesk ? words.openDesk : words.makePasskey}
      </button>
    `
  }
}

customElements.define(tag, JoinPage)
