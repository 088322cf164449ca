import type { EntrySettings, Prices } from './day-settings'

/**
 * The prices of each day of a plan in a message. The entries for a day are one list by number of guests, because some channel
 * managers send an entry for each number. Of two prices for one number the later counts.
 */
export class PriceLists {
  /** For each day the number, from 1, of its list. 0: it has none. */
  readonly #days: Int32Array
  #lists: Prices[] = []

  constructor(days: number) {
    this.#days = new Int32Array(days)
  }

  /** Adds entries in their order. `cleared` has for each day the number, from 1, of the last entry that clears what is before it. */
  apply(entries: readonly EntrySettings[], cleared: Int32Array): void {
    // From the last to the first: a day whose list has every number costs nothing more, however many entries it has.
    for (let i = entries.length - 1; i >= 0; i--) {
      const { first, last, settings } = entries[i] as EntrySettings
      if (settings.prices === null) continue
      const merged = new Map<number, number>()
      for (let day = first; day <= last; day++) {
        if (i + 1 <= (cleared[day] as number)) continue
        const later = this.#days[day] as number
        const number = merged.get(later) ?? this.#merge(settings.prices, later)
        merged.set(later, number)
        this.#days[day] = number
      }
    }
  }

  on(day: number): Prices | null {
    return this.#lists[(this.#days[day] as number) - 1] ?? null
  }

  clear(first: number, last: number): void {
    this.#days.fill(0, first, last + 1)
    this.#lists = []
  }

  /** The number of a list with earlier prices too. */
  #merge(earlier: Prices, later: number): number {
    const list = this.#lists[later - 1]
    if (!list) return this.#lists.push(earlier)
    return Object.keys(earlier).every(guests => guests in list) ? later : this.#lists.push({ ...earlier, ...list })
  }
}
