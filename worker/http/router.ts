import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

/**
 * A router that searches each path without parameters once per isolate. The trie is ready at once, where other routers compile
 * all routes while the first request waits. But it walks the path and sorts the handlers for each request.
 */
export class PathRouter<Handler> implements Router<Handler> {
  readonly name = 'PathRouter'
  readonly #trie = new TrieRouter<Handler>()
  /** Routes that are one path each. Results of no other paths are kept, because clients choose those. */
  readonly #fixed = new Set<string>()
  readonly #results = new Map<string, Result<Handler>>()

  add(method: string, route: string, handler: Handler): void {
    this.#trie.add(method, route, handler)
    if (!/[:*]/.test(route)) this.#fixed.add(route)
  }

  match(method: string, path: string): Result<Handler> {
    if (!this.#fixed.has(path)) return this.#trie.match(method, path)
    const key = `${method} ${path}`
    const result = this.#results.get(key) ?? this.#trie.match(method, path)
    this.#results.set(key, result)
    return result
  }
}
