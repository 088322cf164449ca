/** The identity of a write: the same for the same body, so that a second press does not write twice. */
export class WriteKey {
  #body = ''
  #key = ''

  /** The key of a body. */
  of(body: unknown): string {
    const written = JSON.stringify(body)
    if (written !== this.#body) {
      this.#body = written
      this.#key = `console-${crypto.randomUUID()}`
    }
    return this.#key
  }
}
