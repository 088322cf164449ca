import { refuseUnlessAdmin } from '../auth/admin'
import { authenticate, authorize } from '../auth/authenticate'
import { headerCredentials, withBodyCredentials } from '../auth/credentials'
import { refuseOtherOrigin } from '../auth/own-origin'
import type { Scope } from '../db/scope'
import { Refusal, refuse } from '../errors'
import type { RequestContext } from '../request-context'
import { Misconfigured } from '../settings'
import { isJson } from './body'
import { anonymousAllowance, type BodyAllowance } from './body-allowance'
import type { Contract } from './endpoint'
import { logException } from './log'
import { type RequestBody, readBody } from './request-body'

/** A caller that has the permission of the endpoint, and the body where the credentials were looked for in it. */
interface Authorized {
  scope: Scope | undefined
  body?: RequestBody | Refusal
}

export const authorizeRequest = (
  contract: Contract,
  context: RequestContext,
  allowance: BodyAllowance,
): Promise<Authorized | Refusal> =>
  contract.bodyCredentials ? authorizeByBody(contract, context, allowance) : authorizeByHeader(contract, context)

async function authorizeByHeader({ auth }: Contract, context: RequestContext): Promise<Authorized | Refusal> {
  if (auth === 'public') return { scope: undefined }
  if (auth === 'console') {
    const refusal = refuseOtherOrigin(context)
    if (!refusal && !isJson(context.request.headers))
      return refuse('PERMISSION_DENIED', 'Content-Type: expected application/json')
    return refusal ?? { scope: undefined }
  }
  if (auth === 'admin' || auth === 'customer') {
    const refusal = await refuseUnlessAdmin(context, auth)
    // The response says only that there is no token. The log says that there is one that cannot be used.
    if (refusal?.errors[0].code === 'NOT_CONFIGURED' && context.settings.adminToken.trim())
      logException(context.requestId, new Misconfigured(['ADMIN_TOKEN']))
    return refusal ?? { scope: undefined }
  }
  const caller = await authenticate(context, headerCredentials(context.request.headers))
  const scope = caller instanceof Refusal ? caller : authorize(caller, auth)
  return scope instanceof Refusal ? scope : { scope }
}

/**
 * The same where the body may have credentials too. Those of the headers are checked before the body is read. A request without any
 * in its headers has only the allowance of anonymous bodies.
 */
async function authorizeByBody(
  contract: Contract,
  context: RequestContext,
  allowance: BodyAllowance,
): Promise<Authorized | Refusal> {
  const header = headerCredentials(context.request.headers)
  const isAnonymous = !header.bearer && !header.apiKey
  const known = isAnonymous ? undefined : await authenticate(context, header)
  if (known instanceof Refusal) return known

  const bodyAllowance = isAnonymous ? anonymousAllowance(context.settings.limits) : allowance
  try {
    const body = await readBody(contract, context, bodyAllowance)
    if (body instanceof Refusal && body.status === 503) return body
    const all = body instanceof Refusal ? header : withBodyCredentials(header, body.value)
    if (typeof all === 'string') return refuse(all, 'the header and the body name different credentials')
    const addsNone = known && all.bearer === header.bearer && all.apiKey === header.apiKey
    const caller = addsNone ? known : await authenticate(context, all, { isCounted: Boolean(known) })
    const scope = caller instanceof Refusal ? caller : authorize(caller, contract.auth)
    return scope instanceof Refusal ? scope : { scope, body }
  } finally {
    if (isAnonymous) bodyAllowance.release()
  }
}
