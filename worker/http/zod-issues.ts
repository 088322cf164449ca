import type * as z from 'zod'
import type { RuleIssue } from '../../schema/wire/with-rules'
import { pathOf } from '../errors'

const article = (noun: string) => (/^[aeio]/.test(noun) ? `an ${noun}` : `a ${noun}`)
const NAMES: Record<string, string> = { int: 'integer', record: 'object', nan: 'number' }

/** With this option, an issue has the value that was sent: undefined if the field is missing. */
export const WITH_INPUT = { reportInput: true } as const

function expectation(issue: z.core.$ZodIssue): string {
  if ('input' in issue && issue.input === undefined) return 'required'
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.startsWith('expected')
        ? issue.message
        : `expected ${article(NAMES[issue.expected] ?? issue.expected)}`
    case 'too_big':
      return `expected ${bound(issue.origin, 'at most', issue.maximum)}`
    case 'too_small':
      return `expected ${bound(issue.origin, 'at least', issue.minimum)}`
    case 'invalid_value':
      return `expected ${issue.values.map(value => JSON.stringify(value)).join(' or ')}`
    default:
      return issue.message
  }
}

function bound(origin: string, word: string, limit: number | bigint): string {
  if (origin === 'string') return `${word} ${limit} ${limit === 1 ? 'character' : 'characters'}`
  if (origin === 'array') return `${word} ${limit} ${limit === 1 ? 'entry' : 'entries'}`
  return `${word} ${limit}`
}

/** The issues of a schema as error items: INVALID_FIELD, the path first. */
export const fieldErrors = (error: z.ZodError) =>
  error.issues.map(issue => invalidField({ path: issue.path, message: expectation(issue) }))

/** An issue of a field as an error item. */
export const invalidField = ({ path, message }: Pick<RuleIssue, 'message'> & { path: readonly PropertyKey[] }) => ({
  code: 'INVALID_FIELD' as const,
  description: `${pathOf(path)}: ${message}`,
})
