/**
 * Calls a function once for each list of arguments, when its result is first needed. Nothing is made while an isolate starts, because
 * a request is waiting then.
 */
export function memoize<Args extends number[], Made>(make: (...args: Args) => Made): (...args: Args) => Made {
  const made = new Map<string, Made>()
  return (...args) => {
    const key = args.join()
    const known = made.get(key)
    if (known) return known
    const fresh = make(...args)
    made.set(key, fresh)
    return fresh
  }
}
