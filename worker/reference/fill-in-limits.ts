import type { LimitName, Limits } from '../../schema/wire/limits'

const isLimit = (name: string, limits: Limits): name is LimitName => Object.hasOwn(limits, name)

/**
 * A description of the service with the limits that are in force: `{PAGE_SIZE}` in a text is replaced by its value, and a
 * schema marked `x-limits` is given the keywords that it names. The mark stays, so that a reader sees what is a setting.
 */
export function fillInLimits<T>(described: T, limits: Limits): T {
  const told = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return value.replace(/\{([A-Z_]+)\}/g, (mark, name) => (isLimit(name, limits) ? String(limits[name]) : mark))
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(told)
    const fields = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, told(each)]))
    const marks = Object.entries((value as { 'x-limits'?: Record<string, LimitName> })['x-limits'] ?? {})
    return { ...fields, ...Object.fromEntries(marks.map(([keyword, name]) => [keyword, limits[name]])) }
  }
  return told(described) as T
}
