import * as z from 'zod'

/** What is wrong with a field, and where it stands. */
export interface RuleIssue {
  path: (string | number)[]
  message: string
}

/**
 * A contract with rules about what its fields owe each other. They are judged even where some fields are no good by
 * themselves, so that all faults come at once; to the rules such a field is absent, and what they say of it, or of what it
 * should have held, is not repeated.
 */
export function withRules<T extends z.ZodType>(contract: T, rules: (body: z.output<T>) => Iterable<RuleIssue>): T {
  const check = z.check<z.output<T>>(payload => {
    const known = payload.issues.map(({ path = [] }) => path)
    if (known.some(path => path.length === 0)) return
    const sound = without(payload.value, known)
    for (const { path, message } of rules(sound as z.output<T>)) {
      if (!known.some(fault => startsWith(path, fault))) {
        payload.issues.push({ code: 'custom', path, message, input: payload.value })
      }
    }
  })
  check._zod.def.when = () => true
  return contract.check(check)
}

const startsWith = (path: readonly PropertyKey[], start: readonly PropertyKey[]) =>
  start.every((key, i) => path[i] === key)

/**
 * A copy in which what stands at the paths is missing: a field is absent, an element of a list is empty. Only what lies on a
 * path is copied: what was sent beside it may be of any size and depth.
 */
function without(value: unknown, paths: readonly (readonly PropertyKey[])[]): unknown {
  if (!paths.length) return value
  const copies = new Set<unknown>()
  const copyOf = (original: unknown): unknown => {
    if (typeof original !== 'object' || original === null || copies.has(original)) return original
    const copy = Array.isArray(original) ? [...original] : { ...original }
    copies.add(copy)
    return copy
  }
  const whole = copyOf(value)
  for (const path of paths) {
    let inside = whole as Record<PropertyKey, unknown>
    for (const key of path.slice(0, -1)) {
      if (!copies.has(inside)) break
      inside[key] = copyOf(inside[key])
      inside = inside[key] as Record<PropertyKey, unknown>
    }
    const last = path.at(-1) as PropertyKey
    if (Array.isArray(inside)) inside[last as number] = {}
    else if (copies.has(inside)) delete inside[last]
  }
  return whole
}
