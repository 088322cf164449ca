import type { Connection } from '../connection.ts'
import { InnletError } from '../errors.ts'
import type { WebhookEndpoint } from '../types.ts'
import type { Invocation } from './action.ts'
import type { Status } from './admin/types.ts'
import { openAdministration, openAnonymous, openClient, urlOf } from './connections.ts'
import { type Credentials, kindOf } from './credentials.ts'
import { isOfThisMachine } from './input.ts'
import { Fault, NotChecked, Report } from './report.ts'
import { counted } from './text.ts'
import { claimsOf, requestToken } from './token.ts'

/** Seconds by which the clocks may differ. Receivers refuse a webhook that is five minutes old. */
const MAX_CLOCK_DIFFERENCE = 60

/**
 * `innlet doctor`: checks what must be right, in order, and says what to do. The exit code is that of the first fault. If the service
 * cannot be reached or the credential is refused, what needs it is not checked.
 */
export async function doctor({ credentials, output }: Invocation<object>): Promise<void> {
  const report = new Report(output, credentials.url)
  const anonymous = openAnonymous(credentials)
  const isReached = await report.check('address', () => checkAddress(anonymous, urlOf(credentials)))
  const check: Check = (name, run) =>
    report.check(name, async () => {
      if (!isReached) throw new NotChecked('it needs the address')
      return run()
    })
  await check('database', () => checkDatabase(anonymous))
  const { adminToken } = credentials
  if (kindOf(credentials) || adminToken === undefined) await checkCredential(check, credentials)
  if (adminToken !== undefined) await check('administration', () => checkAdministration(credentials))
  report.end()
}

type Check = (name: string, run: () => Promise<string>) => Promise<boolean>

async function checkAddress(anonymous: Connection, url: string): Promise<string> {
  const { body, headers } = await anonymous.send({ method: 'GET', path: '/api/Fetch/health', isPublic: true })
  const version = headers.get('x-api-version')
  const { status } = (body as { content?: { status?: string } } | undefined)?.content ?? {}
  if (!version || status !== 'Healthy') throw new Fault(`${url} responds, but is no Innlet service`)
  const isReadable = url.startsWith('http:') && !isOfThisMachine(url)
  return `${url} is Innlet ${version}${isReadable ? ', without TLS: others on the way can read the credential' : ''}`
}

async function checkDatabase(anonymous: Connection): Promise<string> {
  await anonymous.send({ method: 'GET', path: '/api/Fetch/healthdb', isPublic: true })
  return 'it responds, and has every migration'
}

/** Checks credential, clock, permissions and webhook endpoints. */
async function checkCredential(check: Check, credentials: Credentials): Promise<void> {
  const kind = kindOf(credentials)
  if (kind && kind !== 'application') {
    let endpoints: WebhookEndpoint[] | undefined
    const isAccepted = await check('credential', async () => {
      endpoints = await endpointsOf(credentials)
      return `the ${kind} is accepted`
    })
    await check('webhooks', async () => {
      if (!isAccepted) throw new NotChecked('it needs the credential')
      return checkEndpoints(endpoints)
    })
    return
  }
  let token: Awaited<ReturnType<typeof requestToken>> | undefined
  await check('credential', async () => {
    token = await requestToken(credentials)
    return `the application ${credentials.clientId} gets tokens, valid for ${token.expires_in / 60} minutes`
  })
  const accepted = () => {
    if (!token) throw new NotChecked('it needs the credential')
    return token
  }
  await check('clock', async () => checkClock(accepted().access_token))
  await check('permissions', async () => {
    const { scope } = accepted()
    if (!scope) throw new Fault('the application has none: an administrator grants them')
    return scope
  })
  await check('webhooks', async () => {
    accepted()
    return checkEndpoints(await endpointsOf(credentials))
  })
}

/** Compares this clock with the time at which the token was issued. */
function checkClock(token: string): string {
  const difference = Math.round(Date.now() / 1000 - claimsOf(token).iat)
  if (Math.abs(difference) <= MAX_CLOCK_DIFFERENCE) return 'right to the minute'
  const direction = difference > 0 ? 'ahead' : 'behind'
  throw new Fault(`this machine is ${Math.abs(difference)} seconds ${direction} of the service: set its clock`)
}

/** The webhook endpoints; undefined if the credential is accepted, and does not permit them. */
async function endpointsOf(credentials: Credentials): Promise<WebhookEndpoint[] | undefined> {
  try {
    return await openClient(credentials).webhooks.endpoints.list()
  } catch (error) {
    if (error instanceof InnletError && error.code === 'PERMISSION_DENIED') return undefined
    throw error
  }
}

function checkEndpoints(endpoints: readonly WebhookEndpoint[] | undefined): string {
  if (!endpoints) throw new NotChecked('the credential has no events:read')
  const faults = endpoints.flatMap(({ endpointId, status, disabledReason, lastSuccessAt, lastFailureAt }) => {
    if (status === 'disabled' && disabledReason) {
      return `endpoint ${endpointId} was disabled (${disabledReason}): repair it, then run innlet webhooks update ${endpointId} --status enabled`
    }
    const fails = status === 'enabled' && lastFailureAt !== null && lastFailureAt > (lastSuccessAt ?? '')
    return fails ? `endpoint ${endpointId} fails: see innlet webhooks deliveries ${endpointId}` : []
  })
  if (faults.length) throw new Fault(faults.join('; '))
  return `${counted(endpoints.length, 'endpoint')}, none fails`
}

async function checkAdministration(credentials: Credentials): Promise<string> {
  const { body } = await openAdministration(credentials).send({ method: 'GET', path: '/admin/status' })
  const { secrets } = body as Status
  if (secrets.length) throw new Fault(secrets.map(({ name, problem }) => `${name} ${problem}`).join('; '))
  return 'the token is accepted, and every secret can be used'
}
