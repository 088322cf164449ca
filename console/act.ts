import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { InnletError } from '../client/errors.ts'
import { openDialog } from './cover.ts'
import { refusalText } from './refusal.ts'
import { words } from './words.ts'
import { WriteKey } from './write-key.ts'

/** An act that a person does in a dialog: a form, and one button that does it. */
export interface Act {
  title: string
  /** Whom it is about, in sight while one types: guest and number. */
  subject?: string
  /** The fields, rendered again after each input. `form` is undefined at first. */
  fields: (form: FormData | undefined) => TemplateResult | typeof nothing
  /** The words on the button, which may say what the act will cost. Undefined: it cannot be pressed yet. */
  button: (form: FormData | undefined) => string | undefined
  /** Cannot be taken back as it was. */
  isDangerous?: boolean
  /** Does it. `key` is the identity of a write: the same as long as the body is. */
  send: (form: FormData, key: (body: unknown) => string) => Promise<unknown>
  /** Reads what others did meanwhile, after a 409 `VERSION_CONFLICT`. The next press sends on that. */
  conflict?: () => Promise<TemplateResult>
}

/** Shows an act. Resolves with whether it was done, when the dialog has closed. */
export function showAct(act: Act): Promise<boolean> {
  const element = Object.assign(new ConsoleAct(), { act })
  document.body.append(element)
  return element.done
}

/** A dialog may open above another. */
let made = 0

/** The dialog of an act. A refusal stands beside the button, and what was typed stays. */
export class ConsoleAct extends LitElement {
  static override properties = {
    act: { attribute: false },
    refusal: { state: true },
    others: { state: true },
    isBusy: { state: true },
  }
  declare act: Act
  declare private refusal: string
  declare private others: TemplateResult | undefined
  declare private isBusy: boolean
  readonly done: Promise<boolean>
  #resolve: (isDone: boolean) => void = () => {}
  #isDone = false
  readonly #key = new WriteKey()
  readonly #titleId = `act-${++made}`

  constructor() {
    super()
    this.done = new Promise(resolve => {
      this.#resolve = resolve
    })
  }

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    openDialog(this.querySelector('dialog'))
    // The fields may have values now that the button tells of.
    this.requestUpdate()
  }

  get #form(): FormData | undefined {
    const form = this.querySelector('form')
    return form ? new FormData(form) : undefined
  }

  #close = (): void => {
    this.remove()
    this.#resolve(this.#isDone)
  }

  async #send(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = this.#form
    if (!form || this.isBusy || this.act.button(form) === undefined) return
    this.isBusy = true
    this.refusal = ''
    this.others = undefined
    try {
      await this.act.send(form, body => this.#key.of(body))
      this.#isDone = true
      this.querySelector('dialog')?.close()
    } catch (error) {
      await this.#refuse(error)
    }
    this.isBusy = false
  }

  async #refuse(error: unknown): Promise<void> {
    const isConflict = error instanceof InnletError && error.code === 'VERSION_CONFLICT'
    this.refusal = isConflict && this.act.conflict ? words.changedMeanwhile : refusalText(error)
    if (!isConflict) return
    try {
      this.others = await this.act.conflict?.()
    } catch (reason) {
      this.refusal = refusalText(reason)
    }
  }

  protected override render() {
    const { act, refusal, others, isBusy } = this
    const form = this.#form
    const button = act.button(form)
    const update = () => this.requestUpdate()
    return html`<dialog class="act" aria-labelledby=${this.#titleId} @close=${this.#close}>
      <form @submit=${this.#send} @input=${update} @change=${update}>
        <header>
          <h2 id=${this.#titleId}>${act.title}</h2>
          ${act.subject ? html`<p class="quiet">${act.subject}</p>` : nothing}
        </header>
        <div class="fields">${act.fields(form)}</div>
        <div role="alert">
          ${refusal ? html`<p class="refusal">${refusal}</p>` : nothing} ${others ?? nothing}
        </div>
        <footer>
          <button type="button" class="plain" @click=${() => this.querySelector('dialog')?.close()}>${words.cancel}</button>
          <button class=${act.isDangerous ? 'danger' : ''} ?disabled=${isBusy || button === undefined}>
            ${isBusy ? words.sending : (button ?? act.title)}
          </button>
        </footer>
      </form>
    </dialog>`
  }
}

customElements.define('console-act', ConsoleAct)
