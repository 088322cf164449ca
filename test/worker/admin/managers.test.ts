import { beforeEach, describe, expect, it } from 'vitest'
import { Browser, joined, roleAt } from '../../support/console'
import { type Answer, admin, expectRefusal, expectStatus, hotelBeforeEach } from '../../support/service'

/* Applications and API keys of a customer, for its managers. */

hotelBeforeEach()

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>
let manager: Call
let own: Records
let others: Records

/** The ids of an application and of an API key. */
interface Records {
  app: string
  key: string
}

const grant = { name: 'Till', permissions: ['inventory:read'] }

async function create(call: Call, customerId: number): Promise<Records> {
  const app = await expectStatus(201, call('POST', '/applications', { ...grant, customerId, product: 'innlet' }))
  const key = await expectStatus(201, call('POST', '/api-keys', { ...grant, customerId }))
  return { app: app.json.clientId, key: key.json.id }
}

beforeEach(async () => {
  await expectStatus(200, admin('PUT', '/customers/7', { name: 'B', currency: 'EUR', timeZone: 'Europe/Rome' }))
  const { browser } = await joined(roleAt(1, 'manager'))
  const { accessToken } = await browser.token()
  // A feature of another product, which no manager has.
  const browserOf = () => new Browser({ FEATURES: 'reservations rates inventory events reports' })
  manager = (method, path, body) => browserOf().request(method, `/admin${path}`, accessToken, body)
  others = await create(admin, 7)
  own = await create(manager, 1)
})

describe('a manager', () => {
  it('has the applications and keys of the own customer, and no others [PEOPLE-80]', async () => {
    for (const query of ['', '?customerId=1', '?pageSize=200']) {
      const apps = (await expectStatus(200, manager('GET', `/applications${query}`))).json.applications
      const keys = (await expectStatus(200, manager('GET', `/api-keys${query}`))).json.apiKeys
      expect(new Set([...apps, ...keys].map(({ customerId }) => customerId))).toEqual(new Set([1]))
      expect(apps.map(({ clientId }: { clientId: string }) => clientId)).toContain(own.app)
      expect(keys.map(({ id }: { id: string }) => id)).toContain(own.key)
    }
    const ofOther = await expectStatus(200, manager('GET', '/applications?customerId=7'))
    expect([ofOther.json, (await manager('GET', '/api-keys?customerId=7')).json]).toEqual([
      { applications: [] },
      { apiKeys: [] },
    ])
  })

  it.each([
    ['GET', '/applications/APP', undefined, 200],
    ['PATCH', '/applications/APP', { status: 'inactive' }, 200],
    ['POST', '/applications/APP/rotate-secret', {}, 200],
    ['DELETE', '/api-keys/KEY', undefined, 204],
  ] as const)(
    '%s %s is of the own customer: another’s id is 404, and nothing changes [PEOPLE-80]',
    async (...request) => {
      const [method, path, body, status] = request
      const send = ({ app, key }: Records) => manager(method, path.replace('APP', app).replace('KEY', key), body)
      const before = await stored(others)
      await expectRefusal(send(others), 404, 'NOT_FOUND')
      expect(await stored(others)).toEqual(before)
      await expectStatus(status, send(own))
    },
  )

  it.each([
    ['for another customer', { customerId: 7 }, /^customerId: /],
    [
      'with a permission beyond the own',
      { customerId: 1, permissions: ['rates:read', 'reports:read'] },
      /^permissions/,
    ],
  ])('makes no credential %s [PEOPLE-81]', async (_, fields, description) => {
    const bodies = [
      { ...grant, product: 'innlet', ...fields },
      { ...grant, ...fields },
    ]
    for (const [i, path] of ['/applications', '/api-keys'].entries()) {
      await expectRefusal(manager('POST', path, bodies[i]), 403, 'PERMISSION_DENIED', description)
    }
  })
})

/** What an administrator reads of records. */
const stored = async ({ app }: Records) => [
  (await admin('GET', `/applications/${app}`)).json,
  (await admin('GET', '/api-keys?customerId=7')).json,
  (await admin('GET', '/audit')).json.entries.length,
]
