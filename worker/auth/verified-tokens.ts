/** Tokens that an isolate stores for each key ring. */
const MAX_TOKENS = 1_000

/**
 * The claims of tokens whose signature was verified, by the text of the token: an isolate verifies a signature once, and gets
 * the same token many times. They belong to a key ring: after a key is removed there is another ring, and every token is
 * verified again. The caller checks `exp` and `nbf` each time.
 */
export class VerifiedTokens<Ring extends object, Claims> {
  readonly #rings = new WeakMap<Ring, Map<string, Claims>>()

  find(ring: Ring, text: string): Claims | undefined {
    return this.#rings.get(ring)?.get(text)
  }

  add(ring: Ring, text: string, claims: Claims): void {
    const tokens = this.#rings.get(ring) ?? new Map<string, Claims>()
    this.#rings.set(ring, tokens)
    if (tokens.size >= MAX_TOKENS) tokens.delete(tokens.keys().next().value as string)
    tokens.set(text, claims)
  }
}
