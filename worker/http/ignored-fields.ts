import type * as z from 'zod'
import { fieldsOf, type UnknownNames } from '../../schema/wire/field-names'
import { MAX_ERRORS } from '../errors'
import type { RequestContext } from '../request-context'
import { type Contract, schemaWithin } from './endpoint'
import { invalidField } from './zod-issues'

/*
 * Names of a body or a query that the contract does not know. They are ignored, and the response lists them, because most of them
 * are misspelt. A caller may have them refused instead.
 */

export const IGNORED_FIELDS = 'X-Ignored-Fields'
export const PREFERENCE_APPLIED = 'Preference-Applied'
/** The preference of a caller that wants unknown names to be refused (RFC 7240, section 4.4). */
export const STRICT = 'handling=strict'

/** Characters of the header, and of one name in it. */
const MAX_HEADER_LENGTH = 1_000
const MAX_NAME_LENGTH = 64

/** Whether responses of a path list what was ignored. All dead links of guests have the same response. */
export const tellsIgnored = (path: string): boolean =>
  /^\/(?:api|admin)(?:\/|$)/.test(path) && !path.startsWith('/api/public/')

/** Notes the unknown names of a request whose body was read: those of its query, and of its body. */
export function noteIgnored(
  { path, query }: Contract,
  { request, settings, ignored }: RequestContext,
  unknownInBody: readonly UnknownNames[],
): void {
  if (!tellsIgnored(path)) return
  const unknownInQuery = unknownParameters(request.url, query && schemaWithin(query, settings.limits))
  for (const { path, names } of [{ path: [], names: unknownInQuery }, ...unknownInBody]) {
    const above = path.map(key => (typeof key === 'number' ? '[]' : `.${key}`)).join('')
    for (const name of names) {
      // Every endpoint checks the customer that a request names.
      if (name.toLowerCase() !== 'clientid') ignored.add(`${above}.${encodeName(name)}`.slice(1))
    }
  }
}

function unknownParameters(url: string, schema: z.ZodType | undefined): string[] {
  const start = url.indexOf('?')
  if (start < 0) return []
  const fields = schema && fieldsOf(schema)
  const isKnown = (name: string) => fields?.kind === 'object' && fields.names.has(name.toLowerCase())
  const sent = [...new URLSearchParams(url.slice(start))]
  return sent.filter(([name, value]) => value !== '' && !isKnown(name)).map(([name]) => name)
}

/** A name in the characters of a header. One that is cut ends with a whole character, so that it can be decoded. */
function encodeName(name: string): string {
  let encoded = ''
  for (const character of name.slice(0, MAX_NAME_LENGTH).toWellFormed()) {
    const next = encoded + (/[\w.-]/.test(character) ? character : percentEncoded(character))
    if (next.length > MAX_NAME_LENGTH) break
    encoded = next
  }
  return encoded
}

const encoder = new TextEncoder()

const percentEncoded = (character: string) =>
  [...encoder.encode(character)].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

export function ignoredFieldsHeader(ignored: ReadonlySet<string>): string {
  const all = [...ignored].join(',')
  return all.length <= MAX_HEADER_LENGTH ? all : `${all.slice(0, MAX_HEADER_LENGTH)}...`
}

/** An error for each unknown name, if the caller wants them to be refused. */
export const unknownFieldErrors = (ignored: ReadonlySet<string>, headers: Headers) =>
  ignored.size && isStrict(headers)
    ? [...ignored].slice(0, MAX_ERRORS).map(path => invalidField({ path: [path], message: 'there is no such field' }))
    : []

/** Commas separate preferences, but not within a quoted text. */
const PREFERENCES = /(?:"(?:[^"\\]|\\.)*"?|[^",])+/g

/** Whether the caller wants unknown names to be refused. Of a preference that was sent twice, the first counts. */
export function isStrict(headers: Headers): boolean {
  const preferences = (headers.get('prefer')?.match(PREFERENCES) ?? []).map(each => {
    const [name = '', value = ''] = (each.split(';')[0] ?? '').split('=').map(part => part.trim().toLowerCase())
    return { name, value: value.replaceAll('"', '') }
  })
  return preferences.find(({ name }) => name === 'handling')?.value === 'strict'
}
