import { beforeEach, describe, expect, it } from 'vitest'
import { type Operation, operations } from '../support/operations'
import { bearerHeader } from '../support/probe'
import { admin, expectStatus, integrator, openHotel, resetBeforeEach, send } from '../support/service'

resetBeforeEach()

let all: Operation[]
beforeEach(async () => {
  await openHotel()
  all = await operations()
})

/** Everything that the service serves, and what each call asks of its caller. */
const NEEDS = {
  'POST /api/Booking/PostBooking': 'reservations:write',
  'GET /api/Fetch/GetFetchQueueMessage': 'reservations:read',
  'POST /api/Fetch/UpdateFetchQueueMessage': 'reservations:write',
  'GET /api/Fetch/health': 'public',
  'GET /api/Fetch/healthdb': 'public',
  'GET /api/Inventory/GetInventoryLocations': 'inventory:read',
  'GET /api/Inventory/GetInventoryItem': 'inventory:read',
  'POST /api/OnlineBooking/postreservation': 'reservations:write',
  'POST /api/OnlineBooking/postinquiry': 'reservations:write',
  'GET /api/public/PartnerItinerary/details/{token}': 'public',
  'GET /api/public/PartnerItinerary/calendar/{token}': 'public',
  'POST /api/PartnerItinerary/IssueLink': 'reservations:write',
  'POST /api/PartnerItinerary/RevokeLink': 'reservations:write',
  'GET /api/CMConnect/GetCMConnect': 'rates:read',
  'POST /api/CMConnect/UpdateCMConnect': 'rates:write',
  'POST /api/CMConnect/GetReservation': 'reservations:read',
  'POST /api/Reservation/GetReservations': 'reservations:read',
  'GET /api/Reservation/GetReservationsForPartner': 'reservations:read',
  'POST /api/Sale/PostSale': 'inventory:write',
  'POST /oauth/token': 'public',
  'GET /.well-known/jwks.json': 'public',
  'GET /.well-known/oauth-authorization-server': 'public',
  'PUT /admin/interfaces/{product}': 'admin',
  'PUT /admin/customers/{clientId}': 'admin',
  'PUT /admin/customers/{clientId}/setup': 'admin',
  'POST /admin/applications': 'admin',
  'GET /admin/applications': 'admin',
  'GET /admin/applications/{id}': 'admin',
  'PATCH /admin/applications/{id}': 'admin',
  'POST /admin/applications/{id}/rotate-secret': 'admin',
  'POST /admin/api-keys': 'admin',
  'DELETE /admin/api-keys/{id}': 'admin',
  'GET /itinerary/{token}': 'public',
  'POST /admin/customers/{clientId}/guests/{guestId}/erase': 'admin',
  'POST /admin/customers/{clientId}/move': 'admin',
}

const isCustomers = ({ auth }: Operation) => auth.includes(':')

const ask = ({ method, address, takesBody, example }: Operation, headers: Record<string, string>, also: object = {}) =>
  send(method, address, takesBody ? { ...(example as object), ...also } : undefined, headers)

it('every endpoint is served by its method at its path, and needs the permission that it is said to need [ACCESS-1]', () => {
  const described = Object.fromEntries(all.map(({ name, auth }) => [name, auth]))
  expect(described).toEqual(expect.objectContaining(NEEDS))
  // All other operations are public documents, such as the OpenAPI document.
  const rest = Object.entries(described).filter(([name]) => !(name in NEEDS))
  expect(rest.filter(([, auth]) => auth !== 'public')).toEqual([])
})

describe('each endpoint takes', () => {
  const isLetIn = async (headersFor: (permission: string) => Promise<Record<string, string>>) => {
    for (const operation of all.filter(isCustomers)) {
      const { status } = await ask(operation, await headersFor(operation.auth))
      expect([401, 403], operation.name).not.toContain(status)
    }
  }

  it('a bearer token with no permission but the one that it needs [ACCESS-2]', () =>
    isLetIn(async permission => bearerHeader((await integrator(1, [permission])).token)))

  it('an API key with no permission but the one that it needs [ACCESS-2]', () =>
    isLetIn(async permission => {
      const key = { customerId: 1, name: 'till', permissions: [permission] }
      return { 'x-api-key': (await expectStatus(201, admin('POST', '/api-keys', key))).json.apiKey }
    }))

  it('write where it needs to read: write includes read [ACCESS-3]', () =>
    isLetIn(async permission => bearerHeader((await integrator(1, [permission.replace(':read', ':write')])).token)))
})

describe('the field that names the customer', () => {
  const CUSTOMER_FIELDS: [string, 'clientID' | 'clientId'][] = [
    ['POST /api/Booking/PostBooking', 'clientID'],
    ['GET /api/Fetch/GetFetchQueueMessage', 'clientID'],
    ['POST /api/Fetch/UpdateFetchQueueMessage', 'clientID'],
    ['GET /api/Inventory/GetInventoryLocations', 'clientID'],
    ['GET /api/Inventory/GetInventoryItem', 'clientID'],
    ['POST /api/OnlineBooking/postreservation', 'clientID'],
    ['POST /api/OnlineBooking/postinquiry', 'clientID'],
    ['POST /api/Sale/PostSale', 'clientID'],
    ['POST /api/CMConnect/GetReservation', 'clientID'],
    ['GET /api/CMConnect/GetCMConnect', 'clientId'],
    ['POST /api/Reservation/GetReservations', 'clientId'],
    ['GET /api/Reservation/GetReservationsForPartner', 'clientId'],
  ]

  const sent = async (name: string, field: string, value: number) => {
    const operation = all.find(each => each.name === name) as Operation
    const { token } = await integrator(1)
    const hotelid = name.endsWith('GetCMConnect') ? 'hotelid=H1&' : ''
    const address = operation.takesBody ? operation.address : `${operation.address}?${hotelid}${field}=${value}`
    return ask({ ...operation, address }, bearerHeader(token), { [field]: value })
  }

  it.each(CUSTOMER_FIELDS)(
    '%s: %s of another customer is 403 CUSTOMER_MISMATCH, with a challenge [API-13] [CUSTOMER_MISMATCH]',
    async (name, field) => {
      const { status, json, headers } = await sent(name, field, 2)
      expect([status, json.errors]).toEqual([
        403,
        [{ code: 'CUSTOMER_MISMATCH', description: `${field}: not the customer of this credential` }],
      ])
      expect(headers.get('www-authenticate')).toMatch(/^Bearer realm="innlet", error="insufficient_scope"/)
    },
  )

  it.each(CUSTOMER_FIELDS)(
    "%s: %s of 0 and the credential's own customer are let through [ACCESS-10]",
    async (name, field) => {
      for (const value of [0, 1]) expect((await sent(name, field, value)).status).not.toBe(403)
    },
  )

  it.each(CUSTOMER_FIELDS)('%s: %s is the same in any letter case [ACCESS-11]', async (name, field) => {
    for (const other of [field === 'clientID' ? 'clientId' : 'clientID', 'CLIENTID']) {
      const { status, json } = await sent(name, other, 2)
      expect([status, json.errors[0].description]).toEqual([403, `${field}: not the customer of this credential`])
    }
  })
})
