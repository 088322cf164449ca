import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { seaHotel } from '../../fixtures/sea-hotel'
import { withBindings } from '../../support/bindings'
import { recordingDatabase, scannedTables } from '../../support/query-plan'
import { databases, expectStatus, resetBeforeEach } from '../../support/service'

resetBeforeEach()

it('every statement of administration and issuer finds its rows by an index, in one round trip (a setup: two) [LIST-9]', async () => {
  const { bindings, statements, trips } = recordingDatabase()
  const there = withBindings(bindings)
  const authorization = `Bearer ${env.ADMIN_TOKEN}`
  const call = (status: number, method: string, path: string, body?: unknown) =>
    expectStatus(status, there(method, path, body, { authorization }))
  const { name, currency, timeZone, setup } = seaHotel
  const grant = { name: 'a', customerId: 1, permissions: ['rates:read'] }

  await call(200, 'PUT', '/admin/customers/1', { name, currency, timeZone })
  await call(200, 'PUT', '/admin/customers/1/setup', setup)
  await call(200, 'PUT', '/admin/interfaces/engine', { audience: 'engine-api' })
  const { json: app } = await call(201, 'POST', '/admin/applications', { ...grant, product: 'innlet' })
  await call(200, 'GET', `/admin/applications/${app.clientId}`)
  await call(200, 'GET', '/admin/applications?customerId=1')
  await call(200, 'PATCH', `/admin/applications/${app.clientId}`, { status: 'active' })
  await call(200, 'POST', '/oauth/token', {
    grant_type: 'client_credentials',
    client_id: app.clientId,
    client_secret: app.clientSecret,
  })
  const { json: key } = await call(201, 'POST', '/admin/api-keys', grant)
  await call(204, 'DELETE', `/admin/api-keys/${key.id}`)

  // With several databases, the customer directory is read first.
  expect(trips).toHaveLength(databases.length > 1 ? 13 : 11)
  // A control: a lookup without an index is detected.
  expect(await scannedTables('SELECT * FROM application WHERE product = ?')).toEqual(['SCAN application'])
  expect(statements.size).toBeGreaterThan(20)
  for (const statement of statements) expect(await scannedTables(statement), statement).toEqual([])
})
