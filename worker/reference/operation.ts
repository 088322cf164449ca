import * as z from 'zod'
import { DEFAULT_LIMITS } from '../../schema/wire/limits'
import { ERRORS, type ErrorCode } from '../errors'
import { BOOKMARK, returnsBookmark } from '../http/bookmark'
import { type Contract, type ContractSchema, schemaWithin } from '../http/endpoint'
import { responseFormatOf } from '../http/response-format'

/*
 * One endpoint as an OpenAPI 3.1 operation. Everything is derived from the contract, so the reference documents exactly what
 * is validated, refused and returned.
 */

export type Json = Record<string, unknown>

const schemaOf = (schema: ContractSchema, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schemaWithin(schema, DEFAULT_LIMITS), {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Patterns that refuse control characters use Unicode classes, which other languages do not support.
      if (jsonSchema.pattern?.includes('\\p{')) delete jsonSchema.pattern
      // Some client generators write no type for an object with an empty list of properties.
      if (jsonSchema.properties && !Object.keys(jsonSchema.properties).length) delete jsonSchema.properties
    },
  }) as Json
  return json
}

export function operationOf(contract: Contract): Json {
  const { path, summary, description, rawBody, body, bodyLimit = 'BODY_BYTES', example } = contract
  const requestBody = body ?? rawBody
  const fullDescription = describeOperation(contract, description)
  return {
    operationId: operationIdOf(contract),
    tags: [tagOf(path)],
    summary,
    ...(fullDescription && { description: fullDescription }),
    ...securityOf(contract),
    ...parametersOf(contract),
    ...(requestBody && {
      requestBody: {
        required: true,
        ...(body && { description: `At most {${bodyLimit}} bytes.` }),
        content: Object.fromEntries(
          mediaTypesOf(contract).map(type => [
            type,
            { schema: schemaOf(requestBody, 'input'), ...(example?.body !== undefined && { example: example.body }) },
          ]),
        ),
      },
    }),
    responses: { ...successOf(contract), ...errorResponsesOf(contract) },
  }
}

/** `postBooking`, `getReservations`, `putAdminCustomersSetup`: the verb in the path, or the method and the path. */
function operationIdOf({ method, path }: Contract): string {
  const words = path.split('/').filter(word => word && !/^(?:api|public|\{.*\})$/.test(word))
  const last = words.at(-1) ?? ''
  if (/^(?:Get|Post|Update|Issue|Revoke)[A-Z]/.test(last) && words.length === 2) {
    return last.charAt(0).toLowerCase() + last.slice(1) + (last === 'GetReservation' ? 'OfChannel' : '')
  }
  const parts = words.flatMap(word => word.split(/[-.]/)).filter(Boolean)
  return (
    [method.toLowerCase(), ...parts.map(part => part.charAt(0).toUpperCase() + part.slice(1))].join('') + byId(path)
  )
}

/** Distinguishes an operation on one record from one on the collection. */
const byId = (path: string) => (path.endsWith('}') ? 'ById' : '')

/** The group of endpoints that a path belongs to. */
export function tagOf(path: string): string {
  const [, first = '', second = '', third = ''] = path.split('/')
  if (first === 'api') return second === 'public' ? third : second
  if (first === 'admin') return 'Administration'
  if (first === 'oauth' || first === '.well-known') return 'Tokens'
  return 'Pages'
}

function describeOperation({ auth }: Contract, description: string | undefined): string {
  const permission = auth === 'public' || auth === 'admin' ? '' : `Needs the permission \`${auth}\`.`
  return [description, permission].filter(Boolean).join('\n\n')
}

function securityOf({ auth }: Contract): Json {
  if (auth === 'public') return { security: [] }
  if (auth === 'admin') return { security: [{ adminToken: [] }] }
  return { security: [{ oauth: [auth] }, { bearer: [] }, { apiKey: [] }], 'x-permission': auth }
}

const mediaTypesOf = ({ rawBody }: Contract) =>
  rawBody ? ['application/json', 'application/x-www-form-urlencoded'] : ['application/json']

interface ObjectSchema {
  properties?: Record<string, Json>
  required?: string[]
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: "Stands in for the body's `identity`: the same request again under the same key changes nothing.",
  schema: { type: 'string', maxLength: 200 },
}

const BOOKMARK_HEADER = {
  name: BOOKMARK,
  in: 'header',
  description:
    'From the header of that name of an earlier answer: the books are read no older than they were then. Without it they may be ' +
    'a moment old.',
  schema: { type: 'string' },
}

function parametersOf({ params, query, example, idempotency, allowReplica }: Contract): Json {
  const listed = (schema: ContractSchema | undefined, place: 'path' | 'query', examples: Json | undefined) => {
    const { properties = {}, required = [] } = schema ? (schemaOf(schema, 'input') as ObjectSchema) : {}
    return Object.entries(properties).map(([name, { description, ...property }]) => ({
      name,
      in: place,
      ...(description !== undefined && { description }),
      required: place === 'path' || required.includes(name),
      schema: property,
      ...(examples?.[name] !== undefined && { example: examples[name] }),
    }))
  }
  const parameters = [
    ...listed(params, 'path', example?.params),
    ...listed(query, 'query', example?.query),
    ...(idempotency ? [IDEMPOTENCY_KEY] : []),
    ...(allowReplica ? [BOOKMARK_HEADER] : []),
  ]
  return parameters.length ? { parameters } : {}
}

const COMMON_HEADERS = ['X-Request-Id', 'X-Api-Version']

/** References to headers that the document describes once. */
const headerReferences = (...names: string[]) =>
  Object.fromEntries([...COMMON_HEADERS, ...names].map(name => [name, { $ref: `#/components/headers/${name}` }]))

/** The headers of an error response. The token endpoint sends neither WWW-Authenticate nor Retry-After for its rate limit. */
const headersOfStatus = (status: number, codes: readonly ErrorCode[], path: string): string[] => {
  if (codes.includes('OVERLOADED')) return ['Retry-After']
  if (path === '/oauth/token') return []
  if (status === 401 || status === 403) return ['WWW-Authenticate']
  return status === 429 ? ['Retry-After'] : []
}

function successOf(contract: Contract): Json {
  const { status = 200, response, contentType, responseHeaders = {} } = contract
  const headers = {
    ...headerReferences('Server-Timing', ...(returnsBookmark(contract) ? [BOOKMARK] : [])),
    ...Object.fromEntries(
      Object.entries(responseHeaders).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }]),
    ),
  }
  if (contentType) {
    return { [status]: { description: 'Done.', headers, content: { [contentType]: { schema: { type: 'string' } } } } }
  }
  if (!response) return { [status]: { description: 'Done. The answer has no body.', headers } }
  const schema = schemaOf(response, 'output')
  return {
    [status]: {
      description: 'Done.',
      headers,
      content: { 'application/json': { schema: responseFormatOf(contract.path).describeSuccess(schema) } },
    },
  }
}

/** The error responses of an endpoint by status, each with its codes and their meanings. */
function errorResponsesOf(contract: Contract): Json {
  const format = responseFormatOf(contract.path)
  const byStatus = Map.groupBy(codesOf(contract), code => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map(code => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
        headers: headerReferences(...headersOfStatus(status, codes, contract.path)),
        content:
          contract.contentType === 'text/html'
            ? { 'text/html': { schema: { type: 'string' } } }
            : { 'application/json': { schema: format.describeRefusal(codes) } },
      },
    ]),
  )
}

/** Every error code of an endpoint: those that its auth, body and query imply, and those that the contract lists. */
function codesOf(contract: Contract): ErrorCode[] {
  const { auth, body, params, query, customerField, allowReplica, errors = [], onError } = contract
  const codes = new Set<ErrorCode>(errors)
  const addIf = (condition: unknown, ...implied: ErrorCode[]) => {
    if (condition) for (const code of implied) codes.add(code)
  }
  const needsPermission = auth !== 'public' && auth !== 'admin'
  addIf(auth !== 'public', 'AUTHENTICATION_REQUIRED', 'INVALID_TOKEN')
  addIf(auth === 'admin', 'NOT_CONFIGURED')
  addIf(needsPermission, 'INVALID_API_KEY', 'PERMISSION_DENIED', 'RATE_LIMITED')
  addIf(customerField, 'CUSTOMER_MISMATCH')
  addIf(body, 'INVALID_JSON', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'OVERLOADED')
  addIf(body || query || allowReplica || (params && !onError), 'INVALID_FIELD')
  addIf(!onError, 'INTERNAL_ERROR', 'DATABASE_UNAVAILABLE')
  return [...codes]
}
