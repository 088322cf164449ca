import type { html, LitElement } from 'lit'
import type { Entry } from '../guest-itinerary/changes.ts'
import type { Itinerary } from '../guest-itinerary/itinerary.ts'
import type { State } from '../guest-itinerary/itinerary-controller.ts'
import type { Now } from '../guest-itinerary/now.ts'
import type { Translator } from '../guest-itinerary/translator.ts'
import { changesLine } from './changes-line.ts'
import type { InView } from './in-view.ts'
import type { KeptHotel } from './kept-hotel.ts'
import type * as Code from './snapshot.ts'

const DAY = 86_400_000

/** Milliseconds for which a screen reader is told of new changes. */
const NEWS_DURATION = 10_000

/** Loaded apart, because it is needed after everything else. */
const withKeptHotels = (use: (code: typeof import('./kept-hotel.ts')) => void) =>
  import('./kept-hotel.ts').then(use).catch(() => {})

/**
 * What the device knows of a stay: the changes since the guest's last visit, and the hotel. Marks stay while the page stays open; a
 * change is stored as known when the guest has seen the entry.
 */
export class Visit {
  changes: ReadonlyMap<Entry, Code.FoundChange> = new Map()
  /** Whether a refresh has just brought changes. */
  isNews = false
  /** The hotel of a dead link. */
  hotel: KeptHotel | undefined

  readonly #host: LitElement
  readonly #code: typeof Code
  readonly #seen = new Set<string>()
  readonly #told = new Set<string>()
  #inView: InView | undefined
  #key: string | undefined
  #last: Code.Snapshot | undefined
  #save = () => {}

  /** `code` is passed, because it is a chunk of its own. */
  constructor(host: LitElement, code: typeof Code) {
    this.#host = host
    this.#code = code
    withKeptHotels(({ deleteExpired }) => deleteExpired())
  }

  /**
   * At the end of a request, at an instant of the service (ms). `nowOf` is passed, because this file must not import the script that
   * loads it.
   */
  settle(state: State, token: string, at: number, nowOf: (itinerary: Itinerary, at: number) => Now): void {
    this.hotel = undefined
    if (state.status === 'failed' && state.reason === 'gone')
      withKeptHotels(({ keptHotel }) => {
        this.hotel = keptHotel(token)
        this.#host.requestUpdate()
      })
    if (state.status !== 'shown') return
    const { itinerary } = state
    const { changesSince, keyOf, loadSnapshot, saveSnapshot } = this.#code
    const { leg, over } = nowOf(itinerary, at)
    const key = keyOf(itinerary)
    const isFirst = key !== this.#key
    if (isFirst) {
      this.#key = key
      this.#last = loadSnapshot(itinerary)
      this.#seen.clear()
    }
    const changes = changesSince(this.#last, itinerary)
    for (const item of over) {
      this.#seen.add(changes.get(item)?.content ?? '')
      changes.delete(item)
    }
    this.changes = changes
    this.#tell(isFirst)

    // The clock of the device may be wrong, and is all that a later page has.
    const ahead = at - Date.now()
    let isStored = !isFirst
    this.#save = () => {
      // The page may have removed the element meanwhile, or the guest what is stored.
      if (!this.#host.isConnected || (isStored && !loadSnapshot(itinerary))) return
      isStored = true
      saveSnapshot(itinerary, content => this.#seen.has(content))
      this.#last ??= loadSnapshot(itinerary)
      const { day } = itinerary.departure
      const { name = '', phone } = leg?.hotel ?? {}
      if (!phone || day === undefined) return
      const dayAfter = new Date(day + DAY).toISOString().slice(0, 10)
      const until = new Date(`${dayAfter}T00:00:00`).getTime() - ahead
      withKeptHotels(({ keepHotel }) => keepHotel(token, { name: name || itinerary.hotel, phone }, until))
    }
    // After the stay is rendered.
    setTimeout(this.#save)
  }

  /** The template for the top of the stay. `write` is Lit's `html`. */
  line(translator: Translator, jump: (id: string) => void, write: typeof html): unknown {
    return changesLine(this.changes, translator, jump, write)
  }

  /** After each rendering. A change of what the sheet does not show counts as seen. */
  rendered(): void {
    const { renderRoot } = this.#host
    const placeOf = ({ id }: Code.FoundChange) => renderRoot.querySelector(`#${id}`)
    if (!this.changes.size || !renderRoot.querySelector('.actions')) return
    const shown = [...this.changes].filter(([, change]) => placeOf(change) || !this.#seen.add(change.content))
    if (shown.length < this.changes.size) {
      this.changes = new Map(shown)
      this.#host.requestUpdate()
    }
    import('./in-view.ts')
      .then(({ InView }) => {
        this.#inView ??= new InView(content => this.#see(content))
        for (const [, change] of this.changes) this.#inView.watch(placeOf(change), change.content)
      })
      .catch(() => {})
  }

  #see(content: string): void {
    this.#seen.add(content)
    this.#save()
  }

  /** What the page has when it opens is not told: the guest reads it. */
  #tell(isFirst: boolean): void {
    const contents = [...this.changes.values()].map(({ content }) => content)
    const isNews = !isFirst && contents.some(content => !this.#told.has(content))
    for (const content of contents) this.#told.add(content)
    if (!isNews) return
    this.isNews = true
    setTimeout(() => {
      this.isNews = false
      this.#host.requestUpdate()
    }, NEWS_DURATION)
  }
}
