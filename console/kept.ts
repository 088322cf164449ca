/* What this browser keeps for the next time: which customer and hotel a person works for. Neither is a secret. */

interface Kept {
  read: () => string | undefined
  /** Without a value it is forgotten. */
  write: (value: string | undefined) => void
}

const keptAs = (key: string): Kept => ({
  read() {
    try {
      return localStorage.getItem(key) ?? undefined
    } catch {
      return undefined
    }
  },
  write(value) {
    try {
      if (value === undefined) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    } catch {
      // A browser that refuses storage asks each time.
    }
  },
})

export const kept = { customer: keptAs('innlet:console:customer'), hotel: keptAs('innlet:console:hotel') }
