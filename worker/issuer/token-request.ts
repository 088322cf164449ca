import { memoize } from '../../schema/memoize'
import { normalizeFieldNames } from '../../schema/wire/field-names'
import type { Limits } from '../../schema/wire/limits'
import { TokenRequest } from '../../schema/wire/token'
import { Refusal, refuse } from '../errors'
import { decode, isJson, readBytes } from '../http/body'
import { anonymousAllowance } from '../http/body-allowance'
import { rejectBodyShape } from '../http/body-shape'
import { contentEncodingOf } from '../http/content-encoding'
import { fieldErrors, invalidField, WITH_INPUT } from '../http/zod-issues'

/** Bytes that a token request may have. */
const MAX_BYTES = 64 * 1024

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/**
 * Bytes of a token request that do not count against the allowance which bodies without a credential share. Every real token
 * request is smaller, so slow senders cannot keep other clients from their tokens. A connection costs as much memory.
 */
const UNCOUNTED_BYTES = 4 * 1024

type Fields = Record<string, unknown>
type Unreadable = Refusal<'INVALID_REQUEST_BODY' | 'OVERLOADED'>
const unreadable = (description: string) => refuse('INVALID_REQUEST_BODY', description)

/**
 * Reads a token request: JSON or a form, with the client's credentials among the fields or by HTTP Basic. A request that is
 * not valid is always refused with INVALID_REQUEST_BODY.
 */
export async function readTokenRequest(request: Request, limits: Limits): Promise<TokenRequest | Unreadable> {
  const body = await readFields(request, limits)
  if (body instanceof Refusal) return body
  const { issues } = normalizeFieldNames(body, TokenRequest)
  if (issues.length) return invalidFields(issues.map(invalidField))
  const fields = withBasic(withOneResource(body), request.headers.get('authorization'))
  if (fields instanceof Refusal) return fields

  const result = TokenRequest.safeParse(fields, WITH_INPUT)
  if (result.success) return result.data
  return invalidFields(fieldErrors(result.error))
}

const invalidFields = (issues: { description: string }[]) =>
  unreadable(issues.map(({ description }) => description).join('; '))

async function readFields(request: Request, limits: Limits): Promise<Fields | Unreadable> {
  const json = isJson(request.headers)
  if (!json && !FORM_TYPE.test(request.headers.get('content-type') ?? '')) {
    return unreadable('body: expected application/json or application/x-www-form-urlencoded')
  }
  if (contentEncodingOf(request.headers) !== 'identity') return unreadable('Content-Encoding: expected none')
  const allowance = anonymousAllowance(limits, UNCOUNTED_BYTES)
  try {
    const bytes = await readBytes(request, MAX_BYTES, allowance)
    if (bytes instanceof Refusal) return bytes
    if (bytes === undefined) return unreadable(`body: expected at most ${MAX_BYTES} bytes`)
    const text = decode(bytes)
    if (!bytes || text === null) return unreadable('body: expected UTF-8')
    return json ? fromJson(bytes, text) : fromForm(text)
  } finally {
    allowance.release()
  }
}

/** `null` and an empty value mean absent. */
const nonEmpty = (value: unknown) => value !== null && value !== ''

function fromJson(bytes: Uint8Array, text: string): Fields | Unreadable {
  const rejection = rejectBodyShape(bytes, text)
  if (rejection) return unreadable(rejection.errors[0].description)
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return Object.fromEntries(Object.entries(value).filter(([, field]) => nonEmpty(field)))
    }
  } catch {
    return unreadable('body: expected JSON')
  }
  return unreadable('body: expected an object')
}

const parameters = memoize(() => Object.keys(TokenRequest.unwrap().shape))

/** A client may send several resources (RFC 8707, section 2). They become one text with spaces, which names no resource. */
function withOneResource({ resource, ...fields }: Fields): Fields {
  const isList = Array.isArray(resource) && resource.every(each => typeof each === 'string')
  return {
    ...fields,
    ...(resource !== undefined && { resource: isList ? resource.filter(nonEmpty).join(' ') : resource }),
  }
}

/**
 * A parameter must not be sent twice (RFC 6749, section 3.2), except `resource`. Unknown parameters are ignored, even if
 * repeated.
 */
function fromForm(text: string): Fields | Unreadable {
  const form = new URLSearchParams(text)
  const repeated = parameters().filter(name => name !== 'resource' && form.getAll(name).length > 1)
  if (repeated.length > 0) return unreadable(repeated.map(name => `${name}: sent more than once`).join('; '))
  const resource = form.getAll('resource')
  return {
    ...Object.fromEntries([...form].filter(([, field]) => nonEmpty(field))),
    ...(resource.length > 1 && { resource }),
  }
}

/** Adds the credentials of HTTP Basic, which are form-encoded (RFC 6749, section 2.3.1). The body may only repeat them. */
function withBasic(fields: Fields, authorization: string | null): Fields | Unreadable {
  const encoded = /^basic +([\w+/=-]+)\s*$/i.exec(authorization ?? '')?.[1]
  if (!encoded) return fields
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(fromBase64(encoded)) ?? []
  const basic: Fields = {
    ...(id && { client_id: formDecoded(id) }),
    ...(secret && { client_secret: formDecoded(secret) }),
  }
  const differing = Object.keys(basic).filter(name => name in fields && fields[name] !== basic[name])
  if (differing.length > 0) return unreadable(differing.map(name => `${name}: not that of the header`).join('; '))
  return { ...fields, ...basic }
}

function fromBase64(encoded: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), character => character.charCodeAt(0)))
  } catch {
    return ''
  }
}

/** Many clients do not encode: text that cannot be decoded is used unchanged. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
