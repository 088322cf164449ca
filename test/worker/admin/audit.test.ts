import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { admin, expectStatus, resetBeforeEach, rows, send } from '../../support/service'

resetBeforeEach()

const hotel = { name: 'H', currency: 'EUR', timeZone: 'Europe/Lisbon' }
const grant = { name: 'a', customerId: 1, permissions: ['rates:read'] }

/** Everything that an administrator can do, and the secrets that came of it. */
async function everyAct() {
  await expectStatus(200, admin('PUT', '/interfaces/engine', { audience: 'engine-api' }))
  await expectStatus(200, admin('PUT', '/customers/1', hotel))
  await expectStatus(200, admin('PUT', '/customers/1/setup', { locations: [{ locationId: 1, name: 'Bar' }] }))
  const { clientId, clientSecret } = (
    await expectStatus(201, admin('POST', '/applications', { ...grant, product: 'innlet' }))
  ).json
  await expectStatus(
    200,
    admin('PATCH', `/applications/${clientId}`, { status: 'inactive', expiresAt: '2099-01-01T00:00:00Z' }),
  )
  const rotated = (await expectStatus(200, admin('POST', `/applications/${clientId}/rotate-secret`))).json.clientSecret
  const { id, apiKey } = (await expectStatus(201, admin('POST', '/api-keys', grant))).json
  await expectStatus(204, admin('DELETE', `/api-keys/${id}`))
  await rows("INSERT INTO guest (customer_id, guest_id, last_name) VALUES (1, 8, 'Okabe')")
  await expectStatus(204, admin('POST', '/customers/1/guests/8/erase'))
  return { clientId, id, secrets: [clientSecret, rotated, apiKey] as string[] }
}

it('every administrative act leaves a row: when, what, on what [ADMIN-22]', async () => {
  const before = Date.now()
  const { clientId, id } = await everyAct()
  const audit = await rows('SELECT * FROM audit ORDER BY at, audit_id')
  expect(audit.map(({ act, subject }) => [act, subject])).toEqual([
    ['interface.put', 'engine'],
    ['customer.put', '1'],
    ['setup.put', '1'],
    ['application.create', clientId],
    ['application.change', clientId],
    ['application.rotate-secret', clientId],
    ['api-key.create', id],
    ['api-key.revoke', id],
    ['guest.erase', '1/8'],
  ])
  for (const { at } of audit) {
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now())
  }
  expect(JSON.parse(audit[3]?.details as string)).toMatchObject({
    name: 'a',
    customerId: 1,
    permissions: ['rates:read'],
  })
  expect(JSON.parse(audit[4]?.details as string)).toEqual({ status: 'inactive', expiresAt: '2099-01-01T00:00:00.000Z' })
})

it('the row names the request that did it', async () => {
  const headers = { authorization: `Bearer ${env.ADMIN_TOKEN}`, 'x-request-id': 'ticket-77' }
  await expectStatus(200, send('PUT', '/admin/customers/1', hotel, headers))
  expect(await rows('SELECT request_id FROM audit')).toEqual([{ request_id: 'ticket-77' }])
})

it('no table contains a secret in clear text, and the audit contains no hash of one [ADMIN-22]', async () => {
  const { secrets } = await everyAct()
  const hashes = [
    ...(await rows('SELECT secret_hash AS hash FROM application')),
    ...(await rows('SELECT key_hash AS hash FROM api_key')),
  ].map(({ hash }) => hash as string)
  expect(hashes).toHaveLength(2)

  const tables = await rows(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  )
  expect(tables.length).toBeGreaterThan(30)
  for (const { name } of tables) {
    const content = JSON.stringify(await rows(`SELECT * FROM "${name}"`))
    for (const secret of [...secrets, env.ADMIN_TOKEN, env.SECRET_PEPPER])
      expect(content, String(name)).not.toContain(secret)
    if (name === 'audit') for (const hash of hashes) expect(content).not.toContain(hash)
  }
})
