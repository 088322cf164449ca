import { html, nothing, type ReactiveControllerHost } from 'lit'
import type { Innlet } from '../../client/innlet.ts'
import { instantOf } from '../format.ts'
import { refusalText } from '../refusal.ts'
import { words } from '../words.ts'

/** Events of the first part that is read. If nothing is found in it, twice as many are read, and so on. */
const FIRST_PART = 200

/**
 * What belongs to events of the log, for an element that shows the newest first. Such lists begin with the oldest, so that the log is
 * read backwards in parts.
 */
export class LogList<Element extends { sequence: number }> {
  elements: Element[] | undefined
  refusal = ''
  /** What the fields have: times of this PC, or empty. */
  #times = { from: '', to: '' }
  /** The sequence before the first event of the times, and the last one. */
  #start = 0
  #end = Number.POSITIVE_INFINITY
  /** What is shown belongs to the events after this one. */
  #after = 0
  #part = FIRST_PART
  /** Counts what was asked for. An answer to an earlier question is not shown. */
  #turn = 0
  readonly #host: ReactiveControllerHost
  readonly #innlet: Innlet
  readonly #read: (after: number) => AsyncIterable<Element>

  constructor(host: ReactiveControllerHost, innlet: Innlet, read: (after: number) => AsyncIterable<Element>) {
    this.#host = host
    this.#innlet = innlet
    this.#read = read
  }

  /** Shows the newest of the times. */
  open = () =>
    this.#show(async () => {
      const { from, to } = this.#times
      const newest = await this.#innlet.events.newestSequence()
      this.#start = (await lastBefore(this.#innlet, from)) ?? newest
      const last = (to ? await lastBefore(this.#innlet, to) : undefined) ?? newest
      this.#end = to ? last : Number.POSITIVE_INFINITY
      this.#after = last
      this.#part = FIRST_PART
      return this.#extend(0)
    })

  /** Shows earlier ones too. */
  earlier = () => this.#show(() => this.#extend(this.elements?.length ?? 0))

  /** Reads again what is shown, and what is new. */
  again = () => this.#show(() => this.#elementsOf())

  async #show(read: () => Promise<Element[]>): Promise<void> {
    const turn = ++this.#turn
    try {
      const elements = await read()
      if (turn !== this.#turn) return
      this.elements = elements
      this.refusal = ''
    } catch (error) {
      if (turn !== this.#turn) return
      this.refusal = refusalText(error)
    }
    this.#host.requestUpdate()
  }

  /** Goes back until there are more elements than are known, or no events before them. */
  async #extend(known: number): Promise<Element[]> {
    for (;;) {
      this.#after = Math.max(this.#start, this.#after - this.#part)
      const elements = await this.#elementsOf()
      if (elements.length > known || this.#after === this.#start) return elements
      this.#part *= 2
    }
  }

  async #elementsOf(): Promise<Element[]> {
    const elements: Element[] = []
    for await (const element of this.#read(this.#after)) {
      if (element.sequence > this.#end) break
      elements.push(element)
    }
    return elements.reverse()
  }

  /** The fields of the times. */
  timeFields() {
    return (['from', 'to'] as const).map(
      name => html`<label>
        ${words[name]} <input type="datetime-local" name=${name} .value=${this.#times[name]} @change=${this.#choose}>
      </label>`,
    )
  }

  #choose = ({ target }: Event): void => {
    const { name, value } = target as HTMLInputElement
    this.#times = { ...this.#times, [name]: value }
    this.open()
  }

  /** The button that shows earlier ones, if there are events before those that were read. */
  earlierButton() {
    return this.elements && this.#after > this.#start
      ? html`<button class="plain" @click=${this.earlier}>${words.earlier}</button>`
      : nothing
  }
}

/**
 * The sequence of the last event before a time of a field `datetime-local`, 0 without one. Undefined: no event is later. Without a
 * time: before the oldest event that is kept.
 */
export async function lastBefore(innlet: Innlet, time: string): Promise<number | undefined> {
  const since = time ? instantOf(time) : undefined
  for await (const { sequence } of innlet.events.list({ since, pageSize: 1 })) return sequence - 1
}
