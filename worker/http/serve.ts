import type * as z from 'zod'
import { normalizeFieldNames } from '../../schema/wire/field-names'
import type { RuleIssue } from '../../schema/wire/with-rules'
import type { Database } from '../db/database'
import type { Scope } from '../db/scope'
import { type ErrorCode, Refusal, refuseAll } from '../errors'
import type { RequestContext } from '../request-context'
import { authorizeRequest } from './authorize'
import { authenticatedAllowance, type BodyAllowance } from './body-allowance'
import { BOOKMARK, bookmarkHeader, bookmarkIssue } from './bookmark'
import {
  type Auth,
  type Contract,
  type Endpoint,
  type HandlerContext,
  type Outcome,
  Success,
  schemaWithin,
} from './endpoint'
import { unknownFieldErrors } from './ignored-fields'
import { checkCustomers } from './named-customer'
import { readQuery } from './query'
import { readBody, withIdempotencyKey } from './request-body'
import { hashOfRequest } from './request-hash'
import { fieldErrors, invalidField, WITH_INPUT } from './zod-issues'

/**
 * Serves one endpoint. Errors take precedence in the order of the steps: credential, permission, body, fields, customer. Lookups
 * and business rules are the handler's.
 */
export async function serve(
  endpoint: Endpoint,
  context: RequestContext,
  params: Record<string, string>,
): Promise<Outcome<unknown, ErrorCode>> {
  const allowance = authenticatedAllowance(context.settings.limits)
  try {
    return await serveWithAllowance(endpoint, context, params, allowance)
  } finally {
    allowance.release()
  }
}

/** `allowance` covers the body until the request is served. */
async function serveWithAllowance(
  { contract, handle }: Endpoint,
  context: RequestContext,
  params: Record<string, string>,
  allowance: BodyAllowance,
): Promise<Outcome<unknown, ErrorCode>> {
  const authorized = await authorizeRequest(contract, context, allowance)
  if (authorized instanceof Refusal) return authorized
  const { scope } = authorized

  const body = authorized.body ?? (await readBody(contract, context, allowance))
  if (body instanceof Refusal) return body

  const { headers } = context.request
  const value = contract.idempotency === 'body-identity' ? withIdempotencyKey(body.value, headers) : body.value
  if (value instanceof Refusal) return value
  const query = readQuery(contract, context)
  const input = validate(contract, context, scope, {
    params,
    query: query.value,
    body: value,
    misnamed: [...query.repeated, ...body.misspelled],
  })
  if (input instanceof Refusal) return input

  const primary = scope ? context.shards.of(scope) : context.db
  const db = contract.allowReplica ? primary.replica(headers.get(BOOKMARK) || undefined) : primary
  const hashRequest = () => hashOfRequest(contract, context.settings.limits, body.value)
  const outcome = await handle(handlerContext(context, input, { scope, db, hashRequest }))
  return outcome instanceof Success ? withBookmark(outcome, contract, db) : outcome
}

interface Input {
  params: unknown
  query: unknown
  body: unknown
}

/** Finds every issue of the path, the query, the body, the customer and the bookmark at once. Another customer is refused last. */
function validate(
  contract: Contract,
  { request, settings: { limits }, ignored }: RequestContext,
  scope: Scope | undefined,
  { misnamed, ...input }: Input & { misnamed: RuleIssue[] },
): Input | Refusal<'INVALID_FIELD' | 'CUSTOMER_MISMATCH'> {
  const query = contract.query && schemaWithin(contract.query, limits)
  const body = contract.body && schemaWithin(contract.body, limits)
  const names = query ? [...normalizeFieldNames(input.query, query).issues, ...misnamed] : misnamed
  const errors = [...names.map(invalidField), ...unknownFieldErrors(ignored, request.headers)]
  const parse = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined
    const result = schema.safeParse(value, WITH_INPUT)
    if (!result.success) errors.push(...fieldErrors(result.error))
    return result.data
  }
  const parsed = {
    params: parse(contract.params, input.params),
    query: parse(query, input.query),
    body: parse(body, input.body),
  }
  const customers = scope && checkCustomers(contract, input, scope.customer)
  if (customers) errors.push(...customers.invalid)
  const bookmark = bookmarkIssue(contract, request.headers)
  return refuseAll(bookmark ? [...errors, bookmark] : errors) ?? customers?.mismatch ?? parsed
}

/** Field by field: a spread of an object with a getter is slow, and copies the value of the getter. */
const handlerContext = (
  context: RequestContext,
  { params, query, body }: Input,
  { scope, db, hashRequest }: { scope: Scope | undefined; db: Database; hashRequest: () => Promise<string> },
): HandlerContext<Auth, unknown, unknown, unknown> => ({
  request: context.request,
  env: context.env,
  requestId: context.requestId,
  settings: context.settings,
  shards: context.shards,
  revokedLinks: context.revokedLinks,
  cost: context.cost,
  startedAt: context.startedAt,
  publicUrl: context.publicUrl,
  waitUntil: context.waitUntil,
  log: context.log,
  actor: context.actor,
  ignored: context.ignored,
  get now() {
    return context.now
  },
  params,
  query,
  body,
  hashRequest,
  scope: scope as Scope,
  db,
})

const withBookmark = (success: Success<unknown>, contract: Contract, { bookmark }: Database): Success<unknown> =>
  new Success(success.content, {
    message: success.message,
    headers: { ...success.headers, ...bookmarkHeader(contract, success, bookmark) },
  })
