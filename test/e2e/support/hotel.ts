import * as oauth from 'openid-client'
import type { ChannelMessage } from '../../../client/types.ts'
import type { Service } from '../../../tooling/command/service.ts'
import { seaHotel } from '../../fixtures/sea-hotel.ts'

/** Creates a customer with the sea hotel. `more` is added to its setup document. */
export async function setUpHotel(service: Service, customer: number, more: object = {}): Promise<void> {
  const { setup, ...fields } = seaHotel
  await service.admin('PUT', `/customers/${customer}`, fields)
  await service.admin('PUT', `/customers/${customer}/setup`, { ...setup, ...more })
}

/** Days of a room for the channel manager, from the first to the last. */
interface PricedDays {
  hotelid?: string
  roomTypeId?: number
  roomid?: string
  from: string
  to: string
  roomstosell?: string
  /** For two guests. */
  value: string
}

/** A message of the channel manager with a room, the plan BAR, and prices. */
export function pricesOf({
  hotelid = 'H1',
  roomTypeId = 10,
  roomid = 'DBL',
  value,
  ...days
}: PricedDays): ChannelMessage {
  const date = { ...days, rate: [{ rateplanid: 'BAR' }], price: [{ numberOfGuests: '2', value }] }
  return {
    rooms: [{ roomTypeId, data: [{ sellableProducts: { hotelid, sellableProduct: [{ roomid }] } }] }],
    ratePlan: [{ rateID: 1, data: [{ ratePlans: { hotelid, ratePlan: [{ rateplanid: 'BAR' }] } }] }],
    rateAvailability: [{ data: [{ hotelid, room: [{ roomid, date: [date] }] }] }],
  }
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
