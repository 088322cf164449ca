import type * as z from 'zod'
import { normalizeFieldNames } from './field-names'
import { listWithParser, type ParseEntry } from './zod-internals'

/** Parsing of a list stops after so many issues: the caller has to send it again in any case. */
const MAX_ISSUES = 1_000

/**
 * Reads a usual entry at a fraction of the schema's cost; undefined for any other, which the schema then parses. It must return what
 * the schema would.
 */
type PlainReader<T extends z.ZodType> = (entry: unknown) => z.output<T> | undefined

/**
 * An array of at most `max` entries. A list with more is not parsed at all, and one with many issues not to its end, so that a
 * hostile body costs no more than a good one. Every list of a request body is one.
 */
export function longList<T extends z.ZodType>(element: T, max: number, plain?: PlainReader<T>): z.ZodArray<T> {
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
      parsed[i] = (plain && readPlain(plain, sent[i], element, i, payload)) ?? parseEntry(sent[i], i)
    }
  }
  const list = listWithParser(element, parse, plain !== undefined)
  return Number.isFinite(max) ? list.meta({ maxItems: max }) : list
}

/** The entry as `plain` reads it, with its field names corrected if necessary; undefined: the schema must parse it. */
function readPlain<T extends z.ZodType>(
  plain: PlainReader<T>,
  entry: unknown,
  element: T,
  i: number,
  { issues, value: input }: z.core.ParsePayload,
): z.output<T> | undefined {
  const read = plain(entry)
  if (read !== undefined) return read
  const misspelled = normalizeFieldNames(entry, element, [i])
  for (const { path, message } of misspelled) issues.push({ code: 'custom', path, message, input })
  return misspelled.length ? undefined : plain(entry)
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
