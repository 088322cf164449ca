import { type Changes, changesSince, loadSnapshot, type Snapshot, saveSnapshot } from './changes.ts'
import type { Itinerary } from './itinerary.ts'

/** The changes of a stay since the guest's last visit. Marks stay while the page stays open. */
export class LastVisit {
  changes: Changes | undefined

  #reservation: string | undefined
  #snapshot: Snapshot | undefined

  /** Compares with the snapshot of the last visit, and stores a new one for the next visit. */
  compare(itinerary: Itinerary): void {
    const reservation = itinerary.customer.name + itinerary.reservationNumber
    if (this.#reservation !== reservation) {
      this.#reservation = reservation
      this.#snapshot = loadSnapshot(itinerary)
    }
    this.changes = changesSince(this.#snapshot, itinerary)
    // After the stay is rendered.
    setTimeout(() => {
      saveSnapshot(itinerary)
      if (this.#reservation === reservation) this.#snapshot ??= loadSnapshot(itinerary)
    })
  }
}
