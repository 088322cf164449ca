import { normalizeFieldNames } from '../../schema/wire/field-names'
import type { RuleIssue } from '../../schema/wire/with-rules'
import { Refusal, refuse } from '../errors'
import type { RequestContext } from '../request-context'
import { isJson, parseJson, readBytes } from './body'
import type { BodyAllowance } from './body-allowance'
import { contentEncodingOf, gunzip, gzippedLimit } from './content-encoding'
import { type Contract, schemaWithin } from './endpoint'
import { readKeyHeader } from './idempotency'
import { noteIgnored } from './ignored-fields'

/** A body with its field names in the contract's spelling, and the fields that were sent in two spellings. */
export interface RequestBody {
  value: unknown
  misspelled: RuleIssue[]
}

/** Reads and parses the body that the contract describes, if it describes one. It is not validated yet. */
export async function readBody(
  contract: Contract,
  context: RequestContext,
  allowance: BodyAllowance,
): Promise<RequestBody | Refusal> {
  const { body, bodyLimit = 'BODY_BYTES', keepNulls } = contract
  if (!body) {
    noteIgnored(contract, context, [])
    return { value: undefined, misspelled: [] }
  }
  const { request, settings } = context
  const { limits } = settings
  const hasType = request.headers.has('content-type')
  if (hasType && !isJson(request.headers)) return refuse('UNSUPPORTED_MEDIA_TYPE')
  const encoding = contentEncodingOf(request.headers)
  if (!encoding) return refuse('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding: expected gzip, or none')
  const isGzip = encoding === 'gzip'
  const maxBytes = Math.min(limits[bodyLimit], allowance.maxBytes)
  const sent = await readBytes(request, isGzip ? gzippedLimit(maxBytes) : maxBytes, allowance)
  const bytes = isGzip && sent instanceof Uint8Array && sent.length ? await gunzip(sent, maxBytes, allowance) : sent
  if (bytes instanceof Refusal) return bytes
  if (isGzip && bytes === null) return refuse('INVALID_JSON', 'body: expected JSON in UTF-8, compressed with gzip')
  // An empty body needs no media type: the error is then that there is no JSON.
  if (!hasType && bytes?.length !== 0) return refuse('UNSUPPORTED_MEDIA_TYPE')
  if (bytes === undefined) return refuse('BODY_TOO_LARGE', `the body may have ${maxBytes} bytes`)
  const parsed = parseJson(bytes, keepNulls)
  if (parsed instanceof Refusal) return parsed
  const { issues, unknown } = normalizeFieldNames(parsed.value, schemaWithin(body, limits))
  noteIgnored(contract, context, unknown)
  return { ...parsed, misspelled: issues }
}

/** The body with the `Idempotency-Key` of the request as its `identity`, where it has none. A refusal if the header cannot be read. */
export function withIdempotencyKey(body: unknown, headers: Headers): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  if ((body as { identity?: unknown }).identity) return body
  const key = readKeyHeader(headers)
  if (key instanceof Refusal) return key
  return key ? { ...body, identity: key } : body
}
