import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Invocation } from '../action.ts'
import { pageUrl } from '../connections.ts'
import { linesOf, type OutFlags, withAddress, withNewFile } from '../secrets.ts'
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

export interface NewApplicationFlags extends OutFlags {
  customer: number
  for: keyof typeof PURPOSES
}

/** `innlet admin app new`: registers the application of an integrator, and prints what the integrator needs to know. */
export async function newApplication({ flags, credentials, output }: Invocation<NewApplicationFlags>): Promise<void> {
  const { customer: customerId, for: purpose, out = `customer-${customerId}-${purpose}.env` } = flags
  const { name, permissions, guide } = PURPOSES[purpose]
  const application = { customerId, name, product: 'innlet', permissions }
  const { clientId, clientSecret } = await withNewFile(out, () =>
    new Administration(credentials).create<IssuedApplication>('/applications', application),
  )
  const values = { INNLET_CLIENT_ID: clientId, INNLET_CLIENT_SECRET: clientSecret }
  writeFileSync(out, linesOf(withAddress(credentials, values)))

  const at = (path: string) => pageUrl(credentials, path)
  const sheet = {
    purpose: name,
    customer: customerId,
    address: at(''),
    tokenEndpoint: at('/oauth/token'),
    audience: 'innlet-api',
    clientId,
    clientSecret: `in the file ${basename(out)}`,
    permissions: permissions.join(', '),
    guide: at(`/docs/guides/${guide}`),
    reference: at('/docs'),
    openApi: at('/openapi.json'),
    check: `innlet doctor --credentials ${basename(out)}`,
  }
  if (output.json) return output.value(sheet)
  for (const [title, value] of Object.entries(sheet))
    output.line(`${TITLES[title as keyof typeof sheet].padEnd(16)}${value}`)
  output.note(`Send ${out} by a safe way, apart from this sheet.`)
}

const TITLES = {
  purpose: 'For',
  customer: 'Customer',
  address: 'Address',
  tokenEndpoint: 'Token endpoint',
  audience: 'Audience',
  clientId: 'Client id',
  clientSecret: 'Client secret',
  permissions: 'Permissions',
  guide: 'Begin with',
  reference: 'Reference',
  openApi: 'OpenAPI',
  check: 'To check it',
}
