/** Milliseconds in view after which a content counts as seen. */
const GLANCE = 1_000

/** So many steps that an element which is higher than the screen is noticed too. */
const STEPS = Array.from({ length: 21 }, (_, step) => step / 20)

/** Calls `seen` with the content of an element when half of it, or as much as fills half the screen, was in view for a moment. */
export class InView {
  readonly #seen: (content: string) => void
  readonly #contents = new Map<Element, string>()
  readonly #timers = new Map<Element, ReturnType<typeof setTimeout>>()
  readonly #observer = new IntersectionObserver(
    entries => {
      for (const { target, intersectionRatio, intersectionRect } of entries)
        this.#change(target, intersectionRatio >= 0.5 || intersectionRect.height >= innerHeight / 2)
    },
    { threshold: STEPS },
  )

  constructor(seen: (content: string) => void) {
    this.#seen = seen
  }

  /** Watches an element. It is watched anew if it has other content than before. */
  watch(element: Element | null, content: string): void {
    if (!element || this.#contents.get(element) === content) return
    this.#contents.set(element, content)
    this.#change(element, false)
    // An element that is observed anew is reported again.
    this.#observer.unobserve(element)
    this.#observer.observe(element)
  }

  #change(element: Element, isInView: boolean): void {
    const timer = this.#timers.get(element)
    if (isInView === (timer !== undefined)) return
    clearTimeout(timer)
    this.#timers.delete(element)
    if (isInView) this.#wait(element)
  }

  /** In a hidden page it waits on. */
  #wait(element: Element): void {
    const end = () => {
      if (document.visibilityState !== 'visible') return this.#wait(element)
      this.#observer.unobserve(element)
      this.#seen(this.#contents.get(element) ?? '')
    }
    this.#timers.set(element, setTimeout(end, GLANCE))
  }
}
