import { pathOf, refuse } from '../errors'
import type { Contract } from './endpoint'
import { invalidField } from './zod-issues'

/*
 * The customer that a request names: in its query, at the top of its body, or in entries of its body. A client that names another
 * customer uses the wrong credential. So every endpoint checks this, also where the contract has no such field.
 */

interface NamedCustomer {
  path: (string | number)[]
  value: unknown
}

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of an object that name a customer, in any letter case. */
const namedIn = (fields: unknown): NamedCustomer[] =>
  isObject(fields)
    ? Object.keys(fields)
        .filter(name => name.toLowerCase() === 'clientid')
        .map(name => ({ path: [name === 'clientId' ? name : 'clientID'], value: fields[name] }))
    : []

const isDigits = (value: unknown): value is string => typeof value === 'string' && /^\d+$/.test(value)

/** The same of a query, where numbers are digits. */
const namedInQuery = (query: unknown): NamedCustomer[] =>
  namedIn(query).map(({ path, value }) => ({ path, value: isDigits(value) ? Number(value) : value }))

/** The same of the entries of lists at the top of a body. Their names are spelled as in the contract. */
const namedInEntries = (body: unknown, lists: readonly string[]): NamedCustomer[] =>
  lists.flatMap(list => {
    const entries = isObject(body) ? body[list] : undefined
    if (!Array.isArray(entries)) return []
    return entries.flatMap((entry, i) =>
      isObject(entry) && 'clientId' in entry ? [{ path: [list, i, 'clientId'], value: entry.clientId }] : [],
    )
  })

const judge = (value: unknown, own: number): 'absent' | 'own' | 'other' | 'invalid' => {
  if (value === undefined || value === '' || value === 0) return 'absent'
  // Digits are no integer in a body. If they name another customer, it helps more to say that.
  const isOther = isDigits(value) && ![0, own].includes(Number(value))
  if (!isOther && !Number.isInteger(value)) return 'invalid'
  return value === own ? 'own' : 'other'
}

/** The errors of customers that are no integers, and the refusal of the first that is not the credential's. */
export function checkCustomers(
  { customerInEntriesOf = [] }: Contract,
  { query, body }: { query: unknown; body: unknown },
  own: number,
) {
  const named = [...namedInQuery(query), ...namedIn(body), ...namedInEntries(body, customerInEntriesOf)]
  const invalid = named.filter(({ value }) => judge(value, own) === 'invalid')
  const other = named.find(({ value }) => judge(value, own) === 'other')
  return {
    invalid: invalid.map(({ path }) => invalidField({ path, message: 'expected an integer' })),
    mismatch: other && refuse('CUSTOMER_MISMATCH', `${pathOf(other.path)}: not the customer of this credential`),
  }
}
