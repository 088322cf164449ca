import { base64url } from 'jose'
import type * as z from 'zod'
import { fieldsOf } from '../../schema/wire/field-names'
import type { Limits } from '../../schema/wire/limits'
import { type Contract, schemaWithin } from './endpoint'

/*
 * The hash by which a repeated request is recognised. It covers the operation and the JSON that was sent, not the values that the
 * contract makes of it: a release that adds a field with a default must still recognise the requests of the release before.
 */

/**
 * Fields of a body that do not say what is requested, in lower case: the customer, the key, credentials, a note of the caller, and
 * the version that a change expects.
 */
const IRRELEVANT: ReadonlySet<string> = new Set([
  'clientid',
  'identity',
  'apikey',
  'token',
  'errormessage',
  'expectedversion',
])

const encoder = new TextEncoder()

/** SHA-256 of a request. `value` is the body with the contract's field names and without nulls. */
export async function hashOfRequest(
  { operationId, body }: Pick<Contract, 'operationId' | 'body'>,
  limits: Limits,
  value: unknown,
): Promise<string> {
  const sent = body ? canonicalJson(value, schemaWithin(body, limits), IRRELEVANT) : ''
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(`${operationId} ${sent}`))
  return base64url.encode(new Uint8Array(digest))
}

/**
 * The JSON of a value with the fields of each object in lower case and in order. Fields that the schema does not know are left out,
 * and those of `omitted` at the top.
 */
function canonicalJson(value: unknown, schema: z.ZodType, omitted?: ReadonlySet<string>): string {
  const container = typeof value === 'object' && value !== null ? fieldsOf(schema) : undefined
  if (container?.kind === 'array' && Array.isArray(value)) {
    return `[${value.map(element => canonicalJson(element, container.element)).join(',')}]`
  }
  if (container?.kind !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value as object).flatMap(([name, inner]): [string, string][] => {
    const field = container.schemas.get(name)
    const key = name.toLowerCase()
    return field && !omitted?.has(key) ? [[key, canonicalJson(inner, field)]] : []
  })
  // By code unit: names are different, so that no two are equal.
  fields.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([key, json]) => `"${key}":${json}`).join(',')}}`
}
