import type { LitElement, ReactiveController } from 'lit'
import type { Visit } from '../actions/visit.ts'
import type { State } from './itinerary-controller.ts'
import { nowOf } from './now.ts'

/** Loads the code that compares the stay with that of the last visit. It is requested together with the stay. */
export class LastVisit implements ReactiveController {
  /** Undefined until the code is loaded. */
  visit: Visit | undefined

  readonly #host: LitElement
  #settled: [State, token: string, at: number] | undefined

  constructor(host: LitElement) {
    this.#host = host
    host.addController(this)
  }

  hostConnected(): void {
    if (!this.visit)
      Promise.all([import('../actions/visit.ts'), import('../actions/snapshot.ts')])
        .then(([{ Visit }, code]) => {
          this.visit ??= new Visit(this.#host, code)
          if (this.#settled) this.settle(...this.#settled)
          this.#host.requestUpdate()
        })
        .catch(() => {})
  }

  hostUpdated(): void {
    this.visit?.rendered()
  }

  /** The last one is the present instant by the service, ms. */
  settle(...settled: [State, token: string, at: number]): void {
    this.#settled = settled
    try {
      this.visit?.settle(...settled, nowOf)
    } catch {}
  }
}
