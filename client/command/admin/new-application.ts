import { basename } from 'node:path'
import type { Invocation } from '../action.ts'
import { pageUrl } from '../connections.ts'
import { fillFile, linesOf, type OutFlags, withAddress, withNewFile } from '../secrets.ts'
import { Administration } from './administration.ts'
import type { IssuedApplication } from './types.ts'

/** What an integrator's application may do, and the page of the documentation to begin with. */
const PURPOSES = {
  'channel-manager': {
    name: 'Channel manager',
    permissions: ['rates:write', 'reservations:write'],
    guide: 'channel-manager',
  },
  pms: { name: 'PMS', permissions: ['reservations:write', 'rates:read', 'events:write'], guide: 'following-changes' },
  till: { name: 'Till', permissions: ['inventory:write', 'reservations:read'], guide: 'sales' },
  'booking-page': { name: 'Booking page', permissions: ['rates:read', 'reservations:write'], guide: 'booking-page' },
} as const

interface NewApplicationFlags extends OutFlags {
  customer: number
  for: keyof typeof PURPOSES
}

/** `innlet admin app new`: registers the application of an integrator, and prints what the integrator needs to know. */
export async function newApplication({ flags, credentials, output }: Invocation<NewApplicationFlags>): Promise<void> {
  const { customer: customerId, for: purpose, out = `customer-${customerId}-${purpose}.env` } = flags
  const { name, permissions, guide } = PURPOSES[purpose]
  const application = { customerId, name, product: 'innlet', permissions }
  const { clientId, clientSecret } = await withNewFile(
    out,
    () => new Administration(credentials).create<IssuedApplication>('/applications', application),
    output,
    `innlet admin app list --customer ${customerId}`,
  )
  const values = { INNLET_CLIENT_ID: clientId, INNLET_CLIENT_SECRET: clientSecret }
  fillFile(out, linesOf(withAddress(credentials, values)))

  const at = (path: string) => pageUrl(credentials, path)
  const sheet = [
    ['purpose', 'For', name],
    ['customer', 'Customer', customerId],
    ['address', 'Address', at('')],
    ['tokenEndpoint', 'Token endpoint', at('/oauth/token')],
    ['audience', 'Audience', 'innlet-api'],
    ['clientId', 'Client id', clientId],
    ['clientSecret', 'Client secret', `in the file ${basename(out)}`],
    ['permissions', 'Permissions', permissions.join(', ')],
    ['guide', 'Begin with', at(`/docs/guides/${guide}`)],
    ['reference', 'Reference', at('/docs')],
    ['openApi', 'OpenAPI', at('/openapi.json')],
    ['check', 'To check it', `innlet doctor --credentials ${basename(out)}`],
  ] as const
  if (output.json) return output.value(Object.fromEntries(sheet.map(([field, , value]) => [field, value])))
  for (const [, title, value] of sheet) output.line(`${title.padEnd(16)}${value}`)
  output.note(`Send ${out} by a safe way, apart from this sheet.`)
}
