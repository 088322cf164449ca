import * as z from 'zod'
import { DEFAULT_LIMITS } from '../../schema/wire/limits'
import { ERRORS, type ErrorCode } from '../errors'
import { BOOKMARK, returnsBookmark } from '../http/bookmark'
import { type Contract, type ContractSchema, schemaWithin } from '../http/endpoint'
import { responseFormatOf } from '../http/response-format'

/*
 * One endpoint as an operation of OpenAPI 3.1. Nothing is said here that the contract does not say: what is validated,
 * refused and answered is what is documented.
 */

export type Json = Record<string, unknown>

const schemaOf = (schema: ContractSchema, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schemaWithin(schema, DEFAULT_LIMITS), {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Control characters are refused by classes that regular expressions of other languages do not know.
      if (jsonSchema.pattern?.includes('\\p{')) delete jsonSchema.pattern
      // An empty object, which some generators of clients write as no type at all where its properties are listed.
      if (jsonSchema.properties && !Object.keys(jsonSchema.properties).length) delete jsonSchema.properties
    },
  }) as Json
  return json
}

export function operationOf(contract: Contract): Json {
  const { path, summary, description, rawBody, body, bodyLimit = 'BODY_BYTES', example } = contract
  const requestBody = body ?? rawBody
  const words = describeOperation(contract, description)
  return {
    operationId: operationIdOf(contract),
    tags: [tagOf(path)],
    summary,
    ...(words && { description: words }),
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

/** `postBooking`, `getReservations`, `putAdminCustomersSetup`: the path's own verb, or the method and the path. */
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

/** Tells what is done to one of many from what is done to all. */
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

const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: "Stands in for the body's `identity`: the same request again under the same key changes nothing.",
  schema: { type: 'string', maxLength: 200 },
}

const FOLLOWS = {
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
    ...(idempotency ? [KEY] : []),
    ...(allowReplica ? [FOLLOWS] : []),
  ]
  return parameters.length ? { parameters } : {}
}

const headersOfEveryResponse = ['X-Request-Id', 'X-Api-Version']

/** Headers that the document describes once. */
const shared = (...names: string[]) =>
  Object.fromEntries(
    [...headersOfEveryResponse, ...names].map(name => [name, { $ref: `#/components/headers/${name}` }]),
  )

/** What a refusal owes besides its body; the token endpoint says neither who may come nor when its rate allows it. */
const headersOfStatus = (status: number, codes: readonly ErrorCode[], path: string): string[] => {
  if (codes.includes('OVERLOADED')) return ['Retry-After']
  if (path === '/oauth/token') return []
  if (status === 401 || status === 403) return ['WWW-Authenticate']
  return status === 429 ? ['Retry-After'] : []
}

function successOf(contract: Contract): Json {
  const { status = 200, response, contentType, responseHeaders = {} } = contract
  const headers = {
    ...shared('Server-Timing', ...(returnsBookmark(contract) ? [BOOKMARK] : [])),
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

/** The refusals of an endpoint by their status, each with its codes and what they mean. */
function errorResponsesOf(contract: Contract): Json {
  const format = responseFormatOf(contract.path)
  const byStatus = Map.groupBy(codesOf(contract), code => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map(code => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
        headers: shared(...headersOfStatus(status, codes, contract.path)),
        content:
          contract.contentType === 'text/html'
            ? { 'text/html': { schema: { type: 'string' } } }
            : { 'application/json': { schema: format.describeRefusal(codes) } },
      },
    ]),
  )
}

/** Every code that a request to the endpoint can be refused with: what its parts bring along, and its own. */
export function codesOf(contract: Contract): ErrorCode[] {
  const { auth, body, params, query, customerField, allowReplica, errors = [], onError } = contract
  const codes = new Set<ErrorCode>(errors)
  const also = (condition: unknown, ...more: ErrorCode[]) => {
    if (condition) for (const code of more) codes.add(code)
  }
  const isCustomers = auth !== 'public' && auth !== 'admin'
  also(auth !== 'public', 'AUTHENTICATION_REQUIRED', 'INVALID_TOKEN')
  also(auth === 'admin', 'NOT_CONFIGURED')
  also(isCustomers, 'INVALID_API_KEY', 'PERMISSION_DENIED', 'RATE_LIMITED')
  also(customerField, 'CUSTOMER_MISMATCH')
  also(body, 'INVALID_JSON', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'OVERLOADED')
  also(body || query || allowReplica || (params && !onError), 'INVALID_FIELD')
  also(!onError, 'INTERNAL_ERROR', 'DATABASE_UNAVAILABLE')
  return [...codes]
}
