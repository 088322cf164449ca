import * as oauth from 'openid-client'
import type { Service } from '../../../scripts/start/service.ts'
import { seaHotel } from '../../fixtures/sea-hotel.ts'

/** Creates a customer with the sea hotel. `more` is added to its setup document. */
export async function setUpHotel(service: Service, customer: number, more: object = {}): Promise<void> {
  const { setup, ...fields } = seaHotel
  await service.admin('PUT', `/customers/${customer}`, fields)
  await service.admin('PUT', `/customers/${customer}/setup`, { ...setup, ...more })
}

/** Registers an application of a customer. */
export async function registerApplication(service: Service, customerId: number, permissions: string[]) {
  const application = { name: 'e2e', customerId, product: 'innlet', permissions }
  return (await service.admin('POST', '/applications', application)).json as { clientId: string; clientSecret: string }
}

/** Gets an access token with a standard OAuth library, from the published metadata of the issuer. */
export async function tokenFor(
  service: Service,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
) {
  const config = await oauth.discovery(new URL(service.origin), clientId, clientSecret, undefined, {
    algorithm: 'oauth2',
    // The service is local and has no TLS.
    execute: [oauth.allowInsecureRequests],
  })
  return oauth.clientCredentialsGrant(config, { audience: 'innlet-api' })
}
