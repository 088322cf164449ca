import type * as z from 'zod'
import { listWithParser, type ParseEntry } from './zod-internals'

/** Parsing of a list stops after so many issues: the caller has to send it again in any case. */
const MAX_ISSUES = 1_000

/**
 * An array of at most `max` entries. A list with more is not parsed at all, and one with many issues not to its end, so that a
 * hostile body costs no more than a good one. Every list of a request body is one.
 */
export function longList<T extends z.ZodType>(element: T, max: number): z.ZodArray<T> {
  const parse = (payload: z.core.ParsePayload, parseEntry: ParseEntry) => {
    const { issues, value } = payload
    const sent = value as unknown[]
    if (sent.length > max) {
      issues.push({ code: 'too_big', origin: 'array', maximum: max, inclusive: true, input: sent })
      return
    }
    const parsed = new Array<unknown>(sent.length)
    payload.value = parsed
    for (let i = 0; i < sent.length; i++) {
      if (issues.length > MAX_ISSUES) {
        // The rules of the whole must not see entries that were not parsed.
        parsed.length = i
        break
      }
      parsed[i] = parseEntry(sent[i], i)
    }
  }
  const list = listWithParser(element, parse)
  return Number.isFinite(max) ? list.meta({ maxItems: max }) : list
}

const encoder = new TextEncoder()

/** A character of UTF-16 has at most so many bytes in UTF-8. */
const MAX_BYTES_PER_CHARACTER = 3

/**
 * A list of at most so many bytes as JSON in UTF-8. It is stored as one value of a row, and D1 takes 2,000,000 bytes for that.
 */
export const withMaxJsonBytes = <T extends z.ZodType>(list: z.ZodArray<T>, max: number): z.ZodArray<T> =>
  list
    .refine(
      value => {
        const json = JSON.stringify(value)
        return json.length * MAX_BYTES_PER_CHARACTER <= max || encoder.encode(json).length <= max
      },
      { error: `expected at most ${max} bytes as JSON` },
    )
    .describe(`At most ${max} bytes as JSON in UTF-8.`)
