import type { LitElement, ReactiveController } from 'lit'
import { MINUTE } from './zone.ts'

/**
 * Measures the milliseconds from now on. The clock of the device runs on while it sleeps, but someone may set it back; the other one
 * is never set, but stops in sleep on some devices.
 */
export function stopwatch(): () => number {
  const [date, time] = [Date.now(), performance.now()]
  return () => Math.max(Date.now() - date, performance.now() - time)
}

/** Milliseconds by which two clocks may differ: a response takes some time, and tells whole seconds only. */
export const TOLERANCE = 10_000

/**
 * The time of the service: guests' devices have wrong clocks. Until a response tells it, it is that of the device. It renders the
 * element again at the beginning of each minute. A hidden page is rendered when the guest comes back.
 */
export class ClockController implements ReactiveController {
  readonly #host: LitElement
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: LitElement) {
    this.#host = host
  }

  /** The present instant, ms. */
  now = (): number => Date.now()

  /** Sets it to an instant (ms). Does nothing if that is not known. */
  set(at: number | undefined): void {
    if (!at) return
    const start = Math.abs(at - Date.now()) > TOLERANCE ? at : Date.now()
    const passed = stopwatch()
    this.now = () => start + passed()
    this.hostDisconnected()
    this.hostConnected()
  }

  hostConnected(): void {
    this.#timer = setTimeout(
      () => {
        if (!document.hidden) this.#host.requestUpdate()
        this.hostConnected()
      },
      MINUTE - (this.now() % MINUTE),
    )
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer)
  }
}
