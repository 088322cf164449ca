import { fieldsOf } from '../../schema/wire/field-names'
import type { RuleIssue } from '../../schema/wire/with-rules'
import type { RequestContext } from '../request-context'
import { type Contract, schemaWithin } from './endpoint'

/** The parameters of a query as they were sent, and an issue for each that has two values. */
interface Query {
  value: Record<string, string>
  repeated: RuleIssue[]
}

/**
 * Reads the query of a request. In a filter `0` and an empty text mean that it is absent. The values of a list are joined; of any
 * other parameter one would count in silence, so that two different ones are an issue, but not of a guest's link.
 */
export function readQuery(contract: Contract, { request: { url }, settings: { limits } }: RequestContext): Query {
  const { query, auth, zeroParameters = [], listParameters = [] } = contract
  const start = url.indexOf('?')
  if (start < 0) return { value: {}, repeated: [] }
  const fields = query && fieldsOf(schemaWithin(query, limits))
  const isKnown = (name: string) => name === 'clientid' || (fields?.kind === 'object' && fields.names.has(name))
  const values = new Map<string, string>()
  const repeated = new Set<string>()
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    const lower = name.toLowerCase()
    if (value === '' || (value === '0' && !zeroParameters.includes(lower))) continue
    const isList = listParameters.includes(lower)
    const sent = isList ? ([...values.keys()].find(other => other.toLowerCase() === lower) ?? name) : name
    const before = values.get(sent)
    if (before !== undefined && before !== value && !isList && auth !== 'public' && isKnown(lower)) repeated.add(sent)
    values.set(sent, before !== undefined && isList ? `${before},${value}` : value)
  }
  return {
    value: Object.fromEntries(values),
    repeated: [...repeated].map(name => ({ path: [name], message: 'expected one value, got two' })),
  }
}
