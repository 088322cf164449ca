import type { Invocation } from '../action.ts'
import { type OutFlags, printSecret, withAddress, withNewFile } from '../secrets.ts'
import { Administration } from './administration.ts'
import type { ApiKey, Application, IssuedApiKey, IssuedApplication, IssuedSecret } from './types.ts'

interface FilterFlags {
  customer?: number
}

interface ApplicationFlags extends OutFlags {
  customer: number
  name: string
  product: string
  permissions: string[]
  expires?: string
}

interface ApplicationChangeFlags {
  status?: string
  permissions?: string[]
  expires?: string
}

interface KeyFlags extends OutFlags {
  customer: number
  name: string
  permissions: string[]
}

const pathOf = ([id = '']: string[]) => `/applications/${encodeURIComponent(id)}`

export async function createApplication({ flags, credentials, output }: Invocation<ApplicationFlags>): Promise<void> {
  const { customer: customerId, name, product, permissions, expires: expiresAt, out } = flags
  const fields = { customerId, name, product, permissions, expiresAt }
  const { clientSecret, ...application } = await withNewFile(
    out,
    () => new Administration(credentials).create<IssuedApplication>('/applications', fields),
    output,
    `innlet admin app list --customer ${customerId}`,
  )
  const values = { INNLET_CLIENT_ID: application.clientId, INNLET_CLIENT_SECRET: clientSecret }
  printSecret(application, withAddress(credentials, values), out, output)
}

export async function listApplications({ flags, credentials, output }: Invocation<FilterFlags>): Promise<void> {
  const list = { path: '/applications', query: { customerId: flags.customer } }
  const applications = await new Administration(credentials).list<Application>(list, 'applications', output)
  output.table(applications, [
    ['CLIENT ID', 'clientId'],
    ['CUSTOMER', 'customerId'],
    ['STATUS', 'status'],
    ['EXPIRES', 'expiresAt'],
    ['LAST USED', 'lastUsedAt'],
    ['NAME', 'name'],
    ['PERMISSIONS', 'permissions'],
  ])
}

export async function getApplication({ args, credentials, output }: Invocation<object>): Promise<void> {
  output.value(await new Administration(credentials).request('GET', pathOf(args)))
}

export async function changeApplication(invocation: Invocation<ApplicationChangeFlags>): Promise<void> {
  const { args, flags, credentials, output } = invocation
  const { status, permissions, expires } = flags
  const change = { status, permissions, expiresAt: expires === 'never' ? null : expires }
  output.value(await new Administration(credentials).request('PATCH', pathOf(args), change))
}

export async function rotateSecret({ args, flags, credentials, output }: Invocation<OutFlags>): Promise<void> {
  const rotate = () => new Administration(credentials).create<IssuedSecret>(`${pathOf(args)}/rotate-secret`, {})
  const { clientSecret } = await withNewFile(flags.out, rotate, output)
  const clientId = args[0] ?? ''
  const values = { INNLET_CLIENT_ID: clientId, INNLET_CLIENT_SECRET: clientSecret }
  printSecret({ clientId }, withAddress(credentials, values), flags.out, output)
}

export async function createApiKey({ flags, credentials, output }: Invocation<KeyFlags>): Promise<void> {
  const { customer: customerId, name, permissions, out } = flags
  const key = { customerId, name, permissions }
  const { id, apiKey } = await withNewFile(
    out,
    () => new Administration(credentials).create<IssuedApiKey>('/api-keys', key),
    output,
    `innlet admin api-key list --customer ${customerId}`,
  )
  printSecret({ id, ...key }, withAddress(credentials, { INNLET_API_KEY: apiKey }), out, output)
}

export async function listApiKeys({ flags, credentials, output }: Invocation<FilterFlags>): Promise<void> {
  const list = { path: '/api-keys', query: { customerId: flags.customer } }
  const keys = await new Administration(credentials).list<ApiKey>(list, 'apiKeys', output)
  output.table(keys, [
    ['ID', 'id'],
    ['CUSTOMER', 'customerId'],
    ['STATUS', 'status'],
    ['LAST USED', 'lastUsedAt'],
    ['NAME', 'name'],
    ['PERMISSIONS', 'permissions'],
  ])
}

export async function deleteApiKey({ args, credentials, output }: Invocation<object>): Promise<void> {
  await new Administration(credentials).request('DELETE', `/api-keys/${encodeURIComponent(args[0] ?? '')}`)
  output.note('Revoked.')
}
