import * as z from 'zod'
import { $constructor, util } from 'zod/v4/core'
import { normalizeFieldNames } from './field-names'
import { documentsLimits, type LimitName, limitOf } from './limits'

/** Faults after which a list is judged no further: whoever has so many sends it again anyway. */
const MAX_ISSUES = 1_000

interface LongListDef extends z.core.$ZodArrayDef {
  most: number | LimitName
  plain: ((entry: unknown) => unknown) | undefined
}

const LongList = $constructor('LongList', (inst: z.ZodArray, def: LongListDef) => {
  z.ZodArray.init(inst, def)
  if (typeof def.most === 'number' && Number.isFinite(def.most)) inst._zod.bag.maximum = def.most
  inst._zod.parse = (payload, context) => {
    const list = payload.value as unknown
    if (!Array.isArray(list)) {
      payload.issues.push({ code: 'invalid_type', expected: 'array', input: list, inst })
      return payload
    }
    const most = typeof def.most === 'number' ? def.most : limitOf(def.most)
    if (list.length > most) {
      payload.issues.push({ code: 'too_big', origin: 'array', maximum: most, inclusive: true, input: list, inst })
      return payload
    }
    const judged = new Array<unknown>(list.length)
    payload.value = judged
    for (let i = 0; i < list.length; i++) {
      if (payload.issues.length > MAX_ISSUES) {
        // Rules that are asked all the same find no entry that was not judged.
        judged.length = i
        break
      }
      const plain = def.plain && parseWithPlainReader(def.plain, list[i], def.element, i, payload)
      if (plain !== undefined) {
        judged[i] = plain
        continue
      }
      const result = def.element._zod.run({ value: list[i], issues: [] }, context) as z.core.ParsePayload
      judged[i] = result.value
      if (result.issues.length) payload.issues.push(...util.prefixIssues(i, result.issues))
    }
    return payload
  }
})

/** An entry as `plain` reads it, in the contract's spelling if need be; undefined: the schema must judge it. */
function parseWithPlainReader(
  plain: (entry: unknown) => unknown,
  entry: unknown,
  element: z.core.$ZodType,
  i: number,
  { issues, value: input }: z.core.ParsePayload,
): unknown {
  const read = plain(entry)
  if (read !== undefined) return read
  const misspelled = normalizeFieldNames(entry, element as z.ZodType, [i])
  for (const { path, message } of misspelled) issues.push({ code: 'custom', path, message, input })
  return misspelled.length ? undefined : plain(entry)
}

/**
 * An array that may come from anybody and be long: one with too many entries is refused unread, and one with many faults is
 * judged no further, so that a hostile body costs no more than a good one: every list of a body is one. `most` is a number, or a limit by its name.
 *
 * `plain` reads the usual entry at a fraction of the schema's cost and answers undefined for any other: the schema is what
 * decides, and says what is wrong. Of an entry that it reads it must make what the schema makes of it.
 */
export const longList = <T extends z.ZodType>(
  element: T,
  most: number | LimitName,
  plain?: (entry: unknown) => z.output<T> | undefined,
): z.ZodArray<T> => {
  const list = new (LongList as unknown as new (def: LongListDef) => z.ZodArray<T>)({
    type: 'array',
    element,
    most,
    plain,
  })
  return typeof most === 'number' ? list : list.meta(documentsLimits({ maxItems: most }))
}

const encoder = new TextEncoder()

/**
 * A list of at most so many bytes as JSON in UTF-8: one that is kept whole in a row, of which D1 takes 2,000,000 bytes. Characters
 * do not tell: one may be three bytes.
 */
export const withMaxJsonBytes = <T extends z.ZodType>(list: z.ZodArray<T>, most: number): z.ZodArray<T> =>
  list
    .refine(
      value => {
        const json = JSON.stringify(value)
        // No character of UTF-16 becomes more than three bytes.
        return json.length * 3 <= most || encoder.encode(json).length <= most
      },
      { error: `expected at most ${most} bytes as JSON` },
    )
    .describe(`At most ${most} bytes as JSON in UTF-8.`)
