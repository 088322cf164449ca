/**
 * What a function makes is made when it is first asked for, once for each range: nothing is made when an isolate starts, which
 * a guest may be waiting for.
 */
export function memoize<Range extends number[], Made>(make: (...range: Range) => Made): (...range: Range) => Made {
  const made = new Map<string, Made>()
  return (...range) => {
    const key = range.join()
    const known = made.get(key)
    if (known) return known
    const fresh = make(...range)
    made.set(key, fresh)
    return fresh
  }
}
