import { BOOKMARK } from '../http/bookmark'
import { type Contract, type ContractSchema, needsPermission, type RequestExample } from '../http/endpoint'
import { STRICT, tellsIgnored } from '../http/ignored-fields'
import { examplesAt } from './examples'
import { errorResponsesOf, successOf } from './responses'
import type { Json, SchemaWriter } from './schemas'

/*
 * One endpoint as an OpenAPI 3.1 operation. Everything is derived from the contract, so the reference documents exactly what
 * is validated, refused and returned.
 */

export function operationOf(contract: Contract, schemas: SchemaWriter): Json {
  const { operationId, path, summary, rawBody, body, bodyLimit = 'BODY_BYTES' } = contract
  const requestBody = body ?? rawBody
  return {
    operationId,
    tags: [tagOf(path)],
    summary,
    description: describeOperation(contract),
    ...securityOf(contract),
    ...parametersOf(contract, schemas),
    ...(requestBody && {
      requestBody: {
        required: true,
        ...(body && { description: `At most {${bodyLimit}}. It may be compressed: \`Content-Encoding: gzip\`.` }),
        content: Object.fromEntries(
          mediaTypesOf(contract).map(type => [
            type,
            { schema: schemas.schemaOf(requestBody, 'input'), ...examplesAt(contract, ({ body }) => body) },
          ]),
        ),
      },
    }),
    responses: { ...successOf(contract, schemas), ...errorResponsesOf(contract) },
  }
}

/** The group of endpoints that a path belongs to. */
export function tagOf(path: string): string {
  const [, first = '', second = '', third = ''] = path.split('/')
  if (first === 'api') return second === 'public' ? third : second
  if (first === 'admin') return 'Administration'
  if (first === 'console') return 'Console'
  if (first === 'oauth' || first === '.well-known') return 'Tokens'
  return 'Pages'
}

const describeOperation = ({ auth, description }: Contract) =>
  needsPermission(auth) ? `${description}\n\nRequires the permission \`${auth}\`.` : description

function securityOf({ auth }: Contract): Json {
  if (auth === 'public') return { security: [] }
  // Only the console's own pages have its cookie and its origin. The pages of the reference leave such operations out.
  if (auth === 'console') return { security: [], 'x-internal': true }
  if (!needsPermission(auth)) return { security: [{ adminToken: [] }] }
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
  description: 'Replaces the `identity` of the body. The same request with the same key changes nothing.',
  schema: { type: 'string', maxLength: 200 },
}

const BOOKMARK_HEADER = {
  name: BOOKMARK,
  in: 'header',
  description:
    'The value of this header of an earlier response. The read then sees at least the state of that response. Without it, the ' +
    'state may be slightly older.',
  schema: { type: 'string' },
}

const PREFER = {
  name: 'Prefer',
  in: 'header',
  description: `\`${STRICT}\`: names that the operation does not know are refused with 422, not ignored.`,
  schema: { type: 'string' },
}

type ValuesOf = (example: RequestExample) => Record<string, unknown> | undefined

function parametersOf(contract: Contract, { schemaOf }: SchemaWriter): Json {
  const { path, params, query, idempotency, allowReplica } = contract
  const listed = (schema: ContractSchema | undefined, place: 'path' | 'query', valuesOf: ValuesOf) => {
    const { properties = {}, required = [] } = schema ? (schemaOf(schema, 'input') as ObjectSchema) : {}
    return Object.entries(properties).map(([name, { description, ...property }]) => ({
      name,
      in: place,
      ...(description !== undefined && { description }),
      required: place === 'path' || required.includes(name),
      schema: property,
      ...examplesAt(contract, example => valuesOf(example)?.[name]),
    }))
  }
  const parameters = [
    ...listed(params, 'path', ({ params }) => params),
    ...listed(query, 'query', ({ query }) => query),
    ...[
      ...(idempotency ? [IDEMPOTENCY_KEY] : []),
      ...(allowReplica ? [BOOKMARK_HEADER] : []),
      ...(tellsIgnored(path) ? [PREFER] : []),
    ].map(header => ({ ...header, ...examplesAt(contract, ({ headers }) => headers?.[header.name]) })),
  ]
  return parameters.length ? { parameters } : {}
}
