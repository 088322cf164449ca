import type * as z from 'zod'

/** What a rule finds wrong, and in which field. */
export interface RuleIssue {
  path: (string | number)[]
  message: string
}

/**
 * A schema with rules about how its fields depend on each other. The rules also run where fields are invalid, so that all issues are
 * found at once. They see an invalid field as absent, and an issue of that field or of a part of it is not added again. `isInvalid`
 * tells a rule which fields are not really absent.
 */
export function withRules<T extends z.ZodType>(
  schema: T,
  rules: (body: z.output<T>, isInvalid: (field: string) => boolean) => Iterable<RuleIssue>,
): T {
  return schema.superRefine(
    (value, { issues }) => {
      const invalid = issues.map(({ path = [] }) => path)
      if (invalid.some(path => path.length === 0)) return
      const isInvalid = (field: string) => invalid.some(([first]) => first === field)
      for (const { path, message } of rules(without(value, invalid) as z.output<T>, isInvalid)) {
        if (invalid.some(start => startsWith(path, start))) continue
        // Not `addIssue`, which would let the checks of the objects around this one run.
        issues.push({ code: 'custom', path, message, input: value })
      }
    },
    { when: () => true },
  )
}

const startsWith = (path: readonly PropertyKey[], start: readonly PropertyKey[]) =>
  start.every((key, i) => path[i] === key)

/**
 * A copy without the values at the paths: a field is absent, an element of a list is empty. Only objects and lists on a path are
 * copied, because the rest may be of any size and depth.
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
