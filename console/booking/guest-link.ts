import { html, LitElement, nothing, type PropertyValues } from 'lit'
import type { ItineraryLink, Reservation } from '../../client/types.ts'
import { showAct } from '../act.ts'
import { Subject } from '../acts/booking-acts.ts'
import type { Desk } from '../desk.ts'
import { moment } from '../format.ts'
import { refusalText } from '../refusal.ts'
import { words } from '../words.ts'

/** The guest's link: as text, as a sentence to send, as a code to scan, and a new one. */
class GuestLink extends LitElement {
  static override properties = {
    desk: { attribute: false },
    reservation: { attribute: false },
    link: { state: true },
    said: { state: true },
    code: { state: true },
  }
  declare desk: Desk
  declare reservation: Reservation
  declare private link: ItineraryLink | undefined | null
  declare private said: string
  declare private code: SVGSVGElement | undefined
  #shown = 0

  protected override createRenderRoot() {
    return this
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('reservation') || this.#shown === this.reservation.reservationId) return
    this.#shown = this.reservation.reservationId
    this.#read()
  }

  async #read(): Promise<void> {
    try {
      this.link = (await this.desk.innlet.itinerary.link({ reservationId: this.#shown })) ?? null
      this.code = undefined
    } catch (error) {
      this.said = refusalText(error)
    }
  }

  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      this.said = words.copied
    } catch (error) {
      this.said = String(error)
    }
  }

  async #showCode(url: string): Promise<void> {
    const { codeOf } = await import('./code.ts')
    this.code = codeOf(url, words.qr)
  }

  /** Makes a link. The one that there is ends with it, which is said first. */
  async #issue(): Promise<void> {
    const { desk, reservation, link } = this
    const send = async () => {
      this.link = await desk.innlet.itinerary.issueLink({ reservationId: reservation.reservationId })
      this.code = undefined
      this.said = ''
      await desk.look()
    }
    try {
      if (!link) return await send()
      await showAct(
        new Subject(desk, reservation).act({
          title: words.newLink,
          fields: () => html`<p>${words.newLinkWords}</p>`,
          button: () => words.newLink,
          send,
        }),
      )
    } catch (error) {
      this.said = refusalText(error)
    }
  }

  protected override render() {
    const { link, said } = this
    return html`
      ${link ? this.#present(link) : nothing}
      ${link === null ? html`<p class="quiet">${words.noLink}</p><p class="tools"><button class="plain" @click=${this.#issue}>${words.makeLink}</button></p>` : nothing}
      <p role="status" class="quiet">${said ?? ''}</p>
    `
  }

  #present({ url, expiresAt }: ItineraryLink) {
    const { primaryGuest } = this.reservation
    const { property, hotel } = this.desk
    const sentence = words.sentence(
      `${primaryGuest.firstName} ${primaryGuest.lastName}`.trim(),
      property?.name ?? hotel.customerName,
      url,
    )
    return html`
      <input class="url" readonly aria-label=${words.link} .value=${url} @focus=${(event: Event) => (event.target as HTMLInputElement).select()}>
      <p class="tools">
        <button @click=${() => this.#copy(url)}>${words.copyLink}</button>
        <button class="plain" @click=${() => this.#copy(sentence)}>${words.copySentence}</button>
        <button class="plain" @click=${() => this.#showCode(url)}>${words.qr}</button>
        <a class="button plain" href=${url} target="_blank" rel="noopener">${words.asTheGuest}</a>
        <button class="plain" @click=${this.#issue}>${words.newLink}</button>
      </p>
      ${this.code ? html`<div class="code">${this.code}</div>` : nothing}
      <p class="quiet">${words.linkEnds(moment(expiresAt))}</p>
    `
  }
}

customElements.define('console-guest-link', GuestLink)
