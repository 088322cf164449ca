/** A page of a list. */
export interface Page<Element, Cursor> {
  elements: readonly Element[]
  /** Where the list continues. Undefined: the page does not say. */
  next: Cursor | undefined
  hasMore: boolean
}

/**
 * The elements of a list. A page is requested when its first element is needed.
 *
 * @example
 * ```ts
 * import type { Innlet } from '@innlet/client'
 *
 * async function arrivals(innlet: Innlet, startDate: string): Promise<void> {
 *   for await (const { reservationNumber } of innlet.reservation.find({ arrivalDate: { startDate } })) {
 *     console.log(reservationNumber)
 *   }
 * }
 * ```
 */
export class Pages<Element, Cursor = string> implements AsyncIterable<Element> {
  readonly #read: (cursor: Cursor | undefined) => Promise<Page<Element, Cursor>>
  readonly #start: Cursor | undefined
  #cursor: Cursor | undefined

  /** @internal */
  constructor(read: (cursor: Cursor | undefined) => Promise<Page<Element, Cursor>>, start: Cursor | undefined) {
    this.#read = read
    this.#start = start
    this.#cursor = start
  }

  /**
   * Where to continue later. It moves to the next page when the loop asks for the element after the last one of a page: elements
   * before it have been processed. Elements after it may come again.
   */
  get cursor(): Cursor | undefined {
    return this.#cursor
  }

  /** Begins at the start of the list. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Element, void, undefined> {
    this.#cursor = this.#start
    for (let hasMore = true; hasMore; ) {
      const page = await this.#read(this.#cursor)
      yield* page.elements
      this.#cursor = page.next ?? this.#cursor
      hasMore = page.hasMore
    }
  }
}

/** All elements. */
export async function collect<Element>(pages: AsyncIterable<Element>): Promise<Element[]> {
  const elements: Element[] = []
  for await (const element of pages) elements.push(element)
  return elements
}
