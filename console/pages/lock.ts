import { html, LitElement, nothing } from 'lit'
import { InnletError } from '../../client/errors.ts'
import { refusalText } from '../refusal.ts'
import type { Name, Session } from '../session.ts'
import { words } from '../words.ts'

const DIGITS = 6

/** The cover of a locked desk: the names, and the PIN of the one that was pressed. */
class LockPage extends LitElement {
  static override properties = {
    session: { attribute: false },
    personId: { state: true },
    refusal: { state: true },
    isBusy: { state: true },
  }
  declare session: Session
  /** Whose name was pressed. */
  declare private personId: number | undefined
  declare private refusal: string
  declare private isBusy: boolean

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.querySelector('dialog')?.showModal()
  }

  #shown = (): void => {
    // A browser may close it at a second Escape.
    if (this.isConnected) this.querySelector('dialog')?.showModal()
  }

  async #choose({ personId, locked }: Name): Promise<void> {
    this.refusal = ''
    // A manager may have given a new PIN meanwhile.
    if (locked) await this.#read()
    if (this.#isLocked(personId)) this.refusal = words.nameLocked
    else this.#show(personId)
  }

  #isLocked = (id: number) => this.session.names.some(({ personId, locked }) => personId === id && locked)

  /** Shows the field of a name, or all names. */
  async #show(personId?: number): Promise<void> {
    this.personId = personId
    await this.updateComplete
    this.querySelector<HTMLElement>(personId ? 'input' : '.names button')?.focus()
  }

  async #read(): Promise<void> {
    try {
      await this.session.readNames()
    } catch (error) {
      this.refusal = refusalText(error)
    }
    this.requestUpdate()
  }

  #type(event: InputEvent): void {
    const input = event.target as HTMLInputElement
    this.refusal = ''
    if (input.value.length === DIGITS) input.form?.requestSubmit()
  }

  async #unlock(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const input = this.querySelector('input')
    const { personId } = this
    if (!input || !personId || this.isBusy) return
    this.isBusy = true
    try {
      await this.session.unlock(personId, input.value)
    } catch (error) {
      const isWrong = error instanceof InnletError && error.code === 'INVALID_CREDENTIAL'
      if (isWrong) await this.#read()
      this.refusal = isWrong ? words.wrongPin : refusalText(error)
      input.value = ''
      if (this.#isLocked(personId)) {
        this.refusal = words.nameLocked
        await this.#show()
      }
    }
    this.isBusy = false
  }

  protected override render() {
    const { session, personId, refusal } = this
    const name = session.names.find(each => each.personId === personId)
    return html`<dialog class="cover" aria-labelledby="cover-title" closedby="none"
      @cancel=${(event: Event) => event.preventDefault()} @close=${this.#shown}>
      <section class="gate">
        <header>
          <h1 id="cover-title">${words.whoIsHere}</h1>
          <p class="quiet">${session.person?.name}</p>
        </header>
        ${name ? this.#pin(name) : this.#names()}
        <div role="alert">${refusal ? html`<p class="refusal">${refusal}</p>` : nothing}</div>
      </section>
    </dialog>`
  }

  #names() {
    return html`<ul class="names">
      ${this.session.names.map(
        each => html`<li><button class="plain" @click=${() => this.#choose(each)}>
          ${each.name}${each.locked ? html`<span class="badge bad">${words.locked}</span>` : nothing}
        </button></li>`,
      )}
    </ul>`
  }

  #pin({ name }: Name) {
    return html`<form class="field" @submit=${this.#unlock}>
      <label for="pin">${words.pinOf(name)}</label>
      <input id="pin" class="pin" inputmode="numeric" autocomplete="off" pattern="[0-9]{6}" maxlength=${DIGITS} required
        ?readonly=${this.isBusy} aria-describedby="pin-length" @input=${this.#type}>
      <p id="pin-length" class="quiet">${words.sixDigits}</p>
      <button type="button" class="plain" @click=${() => this.#show()}>${words.anotherName}</button>
    </form>`
  }
}

customElements.define('console-lock', LockPage)
