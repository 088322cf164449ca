import type { GuestItinerary } from './element.ts'

/** What a guest can see of a `<guest-itinerary>`, and do with it. */
export class ItineraryHarness {
  readonly element: GuestItinerary

  constructor(element: GuestItinerary) {
    this.element = element
  }

  get sheet(): HTMLElement {
    const sheet = this.element.shadowRoot?.querySelector<HTMLElement>('.sheet')
    if (!sheet) throw new Error('The element has not rendered yet.')
    return sheet
  }

  /** Waits for the end of loading: an itinerary, or a word about why there is none. */
  async settled(): Promise<this> {
    do {
      await this.element.updateComplete
      await new Promise(requestAnimationFrame)
    } while (this.sheet.ariaBusy === 'true')
    return this
  }

  /** All that is to be read, in one line. */
  get text(): string {
    return readable(this.sheet)
  }

  part(name: string): HTMLElement | undefined {
    return this.parts(name)[0]
  }

  parts(name: string): HTMLElement[] {
    return [...this.sheet.querySelectorAll<HTMLElement>(`[part~=${name}]`)].filter(part => part.checkVisibility())
  }

  /** The text of a part, or of each part of that name. */
  textOf(name: string): string | undefined {
    const part = this.part(name)
    return part && readable(part)
  }

  textsOf(name: string): string[] {
    return this.parts(name).map(readable)
  }

  retry(): void {
    this.part('retry')?.click()
  }
}

const readable = (element: HTMLElement) =>
  // biome-ignore lint/performance/useDomNodeTextContent: what is seen counts, not what the tree holds
  element.innerText.replace(/\s+/g, ' ').trim()
