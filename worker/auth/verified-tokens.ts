/** Tokens that an isolate remembers for each ring of keys. */
const MAX_TOKENS = 1_000

/**
 * What tokens say that were found to be signed by us, by their text: an isolate verifies a signature once, and is asked about the
 * same token again and again. They belong to a ring of keys: with another ring, as after a key was taken out, every token is
 * verified anew. Whether its time has come or gone is to be judged each time.
 */
export class VerifiedTokens<Ring extends object, Said> {
  readonly #rings = new WeakMap<Ring, Map<string, Said>>()

  find(ring: Ring, text: string): Said | undefined {
    return this.#rings.get(ring)?.get(text)
  }

  add(ring: Ring, text: string, said: Said): void {
    const tokens = this.#rings.get(ring) ?? new Map<string, Said>()
    this.#rings.set(ring, tokens)
    if (tokens.size >= MAX_TOKENS) tokens.delete(tokens.keys().next().value as string)
    tokens.set(text, said)
  }
}
