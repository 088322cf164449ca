import type { GuestItinerary } from './element.ts'

/** Reads a `<guest-itinerary>` in tests as a guest sees it, and operates it. */
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

  /** Waits until the element shows an itinerary or a failure. */
  async settled(): Promise<this> {
    do {
      await this.element.updateComplete
      await new Promise(requestAnimationFrame)
    } while (this.sheet.ariaBusy === 'true')
    return this
  }

  /** All visible text, on one line. */
  get text(): string {
    return visibleText(this.sheet)
  }

  /** The first visible part of a name. */
  part(name: string): HTMLElement | undefined {
    return this.parts(name)[0]
  }

  parts(name: string): HTMLElement[] {
    return [...this.sheet.querySelectorAll<HTMLElement>(`[part~=${name}]`)].filter(part => part.checkVisibility())
  }

  /** The visible text of the first part of a name. */
  textOf(name: string): string | undefined {
    const part = this.part(name)
    return part && visibleText(part)
  }

  textsOf(name: string): string[] {
    return this.parts(name).map(visibleText)
  }

  retry(): void {
    this.part('retry')?.click()
  }
}

const visibleText = (element: HTMLElement) =>
  // biome-ignore lint/performance/useDomNodeTextContent: only the visible text counts
  element.innerText.replace(/\s+/g, ' ').trim()
