import type { LitElement, ReactiveController } from 'lit'
import { MINUTE } from './zone.ts'

/** Renders the element again at the beginning of each minute. A hidden page is rendered when the guest comes back. */
export class ClockController implements ReactiveController {
  readonly #host: LitElement
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: LitElement) {
    this.#host = host
  }

  hostConnected(): void {
    this.#timer = setTimeout(
      () => {
        if (!document.hidden) this.#host.requestUpdate()
        this.hostConnected()
      },
      MINUTE - (Date.now() % MINUTE),
    )
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer)
  }
}
