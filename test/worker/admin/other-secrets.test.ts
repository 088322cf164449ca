import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { book } from '../../support/booking'
import { bearerHeader } from '../../support/probe'
import { admin, expectStatus, hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()
const { call } = hotel
const asAdmin = bearerHeader(env.ADMIN_TOKEN)

type SecretName = 'SECRET_PEPPER' | 'LINK_KEYS' | 'WEBHOOK_KEYS'

/** What the status says of the secrets of an installation with these. */
const secretsWith = async (
  secrets: Partial<Record<SecretName, string>> = {},
): Promise<{ name: string; problem: string; lost: number }[]> =>
  (await expectStatus(200, withBindings(secrets)('GET', '/admin/status', undefined, asAdmin))).json.secrets

/** Another key, with the kid of the one that is configured. */
const otherKey = ({ kid }: { kid: string }) => ({ kty: 'oct', kid, k: btoa('k'.repeat(33)) })
const keysOf = (name: 'LINK_KEYS' | 'WEBHOOK_KEYS') => JSON.parse(env[name] as string).keys
const otherKeys = (name: 'LINK_KEYS' | 'WEBHOOK_KEYS') => JSON.stringify({ keys: keysOf(name).map(otherKey) })
const newKeyInFront = (name: 'LINK_KEYS' | 'WEBHOOK_KEYS') =>
  JSON.stringify({ keys: [otherKey({ kid: 'new' }), ...keysOf(name)] })

const OTHER = () => ({
  SECRET_PEPPER: 'p'.repeat(32),
  LINK_KEYS: otherKeys('LINK_KEYS'),
  WEBHOOK_KEYS: otherKeys('WEBHOOK_KEYS'),
})

/** An application was made with the hotel. */
async function makeRows() {
  await admin('POST', '/api-keys', { customerId: 1, name: 'till', permissions: ['reservations:read'] })
  for (const roomID of [101, 102]) {
    const reservationId = await book(call, { roomsBooked: [{ roomID }] })
    await expectStatus(200, call('POST', '/PartnerItinerary/IssueLink', { reservationId }))
  }
  await expectStatus(200, call('POST', '/Webhook/PostEndpoint', { url: 'http://127.0.0.1:1/' }))
}

it('a secret that can be used, and is not the one of the data, is named with what no longer works [ADMIN-80]', async () => {
  await makeRows()
  expect(await secretsWith()).toEqual([])
  const lost = (name: string, what: string, lost: number) => ({
    name,
    problem: `is valid, but not the one of ${what}, which no longer work`,
    lost,
  })
  expect(await secretsWith(OTHER())).toEqual([
    lost('SECRET_PEPPER', '1 application and 1 API key', 2),
    lost('LINK_KEYS', '2 links', 2),
    lost('WEBHOOK_KEYS', '1 webhook endpoint', 1),
  ])
})

it('keys that are rotated in steps lose nothing', async () => {
  await makeRows()
  expect(
    await secretsWith({ LINK_KEYS: newKeyInFront('LINK_KEYS'), WEBHOOK_KEYS: newKeyInFront('WEBHOOK_KEYS') }),
  ).toEqual([])
})

it('what is made again with the present secrets works: a new client secret, a new link, a new secret of an endpoint', async () => {
  await makeRows()
  const lost = async () => (await secretsWith(OTHER())).map(({ name, lost }) => [name, lost])
  const other = async (path: string, body: object, headers = bearerHeader(hotel.token)) =>
    expectStatus(200, withBindings(OTHER())('POST', path, body, headers))
  await other(`/admin/applications/${hotel.clientId}/rotate-secret`, {}, asAdmin)
  await other('/api/PartnerItinerary/IssueLink', { reservationId: 1 })
  expect(await lost()).toEqual([
    ['SECRET_PEPPER', 1],
    ['LINK_KEYS', 1],
    ['WEBHOOK_KEYS', 1],
  ])
  await other('/api/PartnerItinerary/IssueLink', { reservationId: 2 })
  await other('/api/Webhook/RotateSecret', { endpointId: 1 })
  expect(await lost()).toEqual([['SECRET_PEPPER', 1]])
})

it('what has ended is not counted, and nothing is said of rows of a release that did not know', async () => {
  await makeRows()
  await rows("UPDATE application SET application_status = 'revoked'")
  await rows('UPDATE api_key SET revoked_at = 1')
  await rows('UPDATE itinerary_link SET expires_at = 1')
  await rows("UPDATE webhook_endpoint SET made_with = ''")
  expect(await secretsWith(OTHER())).toEqual([])
})
