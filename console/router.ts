/** Where the console is. */
export interface Place {
  /** The parts after `/console`: `['booking', '12']`. */
  parts: string[]
  query: URLSearchParams
}

const BASE = '/console'

/** The address of a page: `addressOf('booking', 12)` is `/console/booking/12`. */
export const addressOf = (...parts: (string | number)[]) => [BASE, ...parts].join('/')

/** Changes the address without loading a document, by links and by `go`. */
export class Router {
  readonly #changed: (place: Place) => void

  constructor(changed: (place: Place) => void) {
    this.#changed = changed
    addEventListener('popstate', () => changed(this.place))
    document.addEventListener('click', event => this.#follow(event))
  }

  get place(): Place {
    const { pathname, search } = location
    const parts = pathname.slice(BASE.length).split('/').filter(Boolean)
    return { parts, query: new URLSearchParams(search) }
  }

  /** Opens an address of the console. `replace`: Back does not return to the present one. */
  go(address: string, { replace = false } = {}): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', address)
    this.#changed(this.place)
  }

  /** A link that the browser would open in this tab. Another key or target keeps its meaning. */
  #follow(event: MouseEvent): void {
    const link = (event.target as Element).closest?.('a')
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!link || !isPlain || event.defaultPrevented || link.target || link.origin !== location.origin) return
    if (link.pathname !== BASE && !link.pathname.startsWith(`${BASE}/`)) return
    event.preventDefault()
    if (link.href !== location.href) this.go(link.pathname + link.search)
  }
}
