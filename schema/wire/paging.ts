import * as z from 'zod'
import { documentsLimits, perLimits } from './limits'
import { id, instant, integer } from './primitives'
import type { RuleIssue } from './with-rules'

/*
 * Paging parameters: the number of a page, or the cursor of the page before. In a body the numbers are JSON numbers, in a query
 * they are digits. 0, '' and null count as absent.
 */

const LAST_PAGE = 1_000_000

const PAGE_SIZE_WORDS = 'The most entries of a page. A page may have fewer, although the list continues.'

const sizeLimits = documentsLimits({ maximum: 'LARGEST_PAGE_SIZE', default: 'PAGE_SIZE' })

const pageNo = z
  .lazy(() =>
    integer()
      .min(0)
      .max(LAST_PAGE)
      .transform(number => number || undefined)
      .optional(),
  )
  .meta({ description: 'The page, from 1. Following the `cursor` is better.' })
const pageSize = perLimits(({ LARGEST_PAGE_SIZE: maximum }) =>
  integer()
    .min(0)
    .check(({ value, issues }) => {
      if (value > maximum) issues.push({ code: 'too_big', origin: 'number', maximum, inclusive: true, input: value })
    })
    .transform(size => size || undefined)
    .optional()
    .meta({ ...sizeLimits, description: PAGE_SIZE_WORDS }),
)
export const cursor = z
  .lazy(() =>
    z
      .string()
      .max(2048)
      .transform(text => text || undefined)
      .optional(),
  )
  .meta({ description: '`X-Next-Cursor` of the page before, to read the next page. Absent: the first page.' })

/** Paging fields of a body. */
export const bodyPaging = perLimits(limits => ({ pageNo, pageSize: pageSize(limits), cursor }))

/** An integer in a query, as digits. '' counts as absent. A value without digits is left to the schema, which refuses it. */
export const digits = <T extends z.ZodType<unknown, string | number | undefined>>(schema: T, bounds: object = {}) =>
  z
    .string()
    .transform(text => (text === '' ? undefined : /^\d{1,15}$/.test(text) ? Number(text) : text))
    .pipe(schema)
    .optional()
    .meta({ type: 'integer', description: schema.description, ...bounds })

/** An id that a query must have, as digits. */
export const requiredId = (description: string) =>
  z.string().transform(Number).pipe(id).meta({ type: 'integer', description })

/** Paging fields of a query. */
export const queryPaging = perLimits(limits => ({
  pageNo: digits(pageNo, { minimum: 0 }),
  pageSize: digits(pageSize(limits), { minimum: 0, ...sizeLimits }),
  cursor,
}))

/** The same for a list that is read by cursor only. */
export const cursorPaging = perLimits(limits => {
  const { pageSize, cursor } = queryPaging(limits)
  return { pageSize, cursor }
})

const sequence = z.lazy(() => integer().min(0).optional())

/** Paging fields of a list in the order of sequences. Its cursor is the last sequence of the page before. */
export const sequencePaging = perLimits(limits => ({
  afterSequence: digits(sequence, {
    minimum: 0,
    description: 'The sequence of the last entry that you have. Default: the oldest kept entry comes first.',
  }),
  cursor: cursor.pipe(digits(sequence)),
  pageSize: queryPaging(limits).pageSize,
}))

/** An instant in a query by which a list in the order of sequences begins or ends. '' counts as absent. */
export const instantFilter = (description: string) =>
  z
    .preprocess(value => value || undefined, instant.optional())
    .optional()
    .describe(description)

export interface Sequences {
  afterSequence?: number | undefined
  cursor?: number | undefined
}

/** The two names of the sequence must not contradict each other. */
export function* oneSequence({ afterSequence, cursor }: Sequences): Iterable<RuleIssue> {
  if (afterSequence !== undefined && cursor !== undefined && afterSequence !== cursor) {
    yield { path: ['cursor'], message: 'expected the value of afterSequence, or only one of both' }
  }
}

/** The same for a list whose default page size is the largest one. */
export const largestQueryPaging = perLimits(limits => ({
  ...queryPaging(limits),
  pageSize: digits(pageSize(limits), {
    minimum: 0,
    ...documentsLimits({ maximum: 'LARGEST_PAGE_SIZE', default: 'LARGEST_PAGE_SIZE' }),
  }),
}))

export interface Paging {
  pageNo?: number | undefined
  pageSize?: number | undefined
  cursor?: string | undefined
}

/** The content of a lookup or a list that matches nothing. */
export const NothingFound = z.lazy(() =>
  z.strictObject({}).meta({ id: 'NothingFound', description: 'An empty object: nothing matches.' }),
)

/** The content of a list: its elements, or an empty object where nothing matches. */
export const listOf = <T extends z.ZodType>(element: T) => z.union([z.array(element), NothingFound])
