import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { untouchedDatabase, withBindings } from '../../support/bindings'
import { admin, expectRefusal, expectStatus, resetBeforeEach, rows, send } from '../../support/service'

resetBeforeEach()

const CALLS: [string, string][] = [
  ['PUT', '/admin/interfaces/engine'],
  ['PUT', '/admin/customers/1'],
  ['PUT', '/admin/customers/1/setup'],
  ['POST', '/admin/applications'],
  ['GET', '/admin/applications'],
  ['GET', '/admin/applications/app_x'],
  ['PATCH', '/admin/applications/app_x'],
  ['POST', '/admin/applications/app_x/rotate-secret'],
  ['POST', '/admin/api-keys'],
  ['DELETE', '/admin/api-keys/key_x'],
  ['POST', '/admin/customers/1/guests/1/erase'],
]

const authorization = `Bearer ${env.ADMIN_TOKEN}`
const hotel = { name: 'H', currency: 'EUR', timeZone: 'Europe/Lisbon' }

describe.each(CALLS)('%s %s', (method, path) => {
  it('is 401 without ADMIN_TOKEN, before anything of the request is read [ADMIN-1]', async () => {
    const answer = await expectStatus(401, withBindings({ DB: untouchedDatabase })(method, path))
    expect(answer.json).toEqual({ errors: [{ code: 'AUTHENTICATION_REQUIRED', description: expect.any(String) }] })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="innlet"')
  })

  it('is 401 with a wrong ADMIN_TOKEN [ADMIN-1]', async () => {
    for (const wrong of ['x', `${env.ADMIN_TOKEN}x`, env.ADMIN_TOKEN.slice(1)]) {
      await expectRefusal(send(method, path, undefined, { authorization: `Bearer ${wrong}` }), 401, 'INVALID_TOKEN')
    }
  })

  it('is 503 NOT_CONFIGURED if there is no ADMIN_TOKEN [NOT_CONFIGURED] [ADMIN-1]', async () => {
    const answer = await withBindings({ ADMIN_TOKEN: '' })(method, path, undefined, { authorization: 'Bearer ' })
    await expectRefusal(answer, 503, 'NOT_CONFIGURED')
  })
})

describe('ADMIN_TOKEN', () => {
  const status = async (ADMIN_TOKEN: string, bearer: string) => {
    const there = withBindings({ ADMIN_TOKEN })
    return (await there('GET', '/admin/applications', undefined, { authorization: `Bearer ${bearer}` })).status
  }
  const [old, next] = ['o'.repeat(32), 'n'.repeat(32)]

  it.each([' ', '\n'])(
    'may have two tokens with %j between them: each is accepted, nothing else [ADMIN-41]',
    async space => {
      const both = `${next}${space}${old}`
      for (const token of [old, next]) expect(await status(both, token)).toBe(200)
      for (const wrong of ['x'.repeat(32), old.slice(1), both.replace('\n', ' ')])
        expect(await status(both, wrong)).toBe(401)
    },
  )

  it.each<[string, string]>([
    ['fewer than 32 characters', 'k'.repeat(31)],
    ['a second token that is too short', `${old} ${'k'.repeat(31)}`],
    ['three tokens', `${old} ${next} ${'t'.repeat(32)}`],
  ])('with %s is not configured: 503, and the log names it without its value [ADMIN-40]', async (_, value) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const [token = ''] = value.split(' ')
    expect(await status(value, token)).toBe(503)
    const lines = log.mock.calls.flat().join()
    log.mockRestore()
    expect(JSON.parse(lines).fault).toBe('Misconfigured ADMIN_TOKEN')
    expect(lines).not.toContain(token)
  })
})

describe('errors are {errors: [{code, description}]} [ADMIN-2]', () => {
  it('an unknown path is 404 NOT_FOUND', async () => {
    const answer = await expectStatus(404, admin('GET', '/nothing'))
    expect(answer.json).toEqual({ errors: [{ code: 'NOT_FOUND', description: expect.any(String) }] })
  })

  it.each(['abc', '0', '-1', '1.5', '99999999999', '%00'])('the customer id %s is 422 INVALID_FIELD', async id => {
    await expectRefusal(admin('PUT', `/customers/${id}`, hotel), 422, 'INVALID_FIELD', /^clientId: /)
  })
})

describe('without SECRET_PEPPER no secret can be made: 503 NOT_CONFIGURED', () => {
  const application = { name: 'a', customerId: 1, product: 'innlet', permissions: ['rates:read'] }
  it.each([
    ['POST', '/admin/applications', application],
    ['POST', '/admin/applications/app_x/rotate-secret', undefined],
    ['POST', '/admin/api-keys', { name: 'k', customerId: 1, permissions: ['rates:read'] }],
  ])('%s %s', async (method, path, body) => {
    await expectStatus(200, admin('PUT', '/customers/1', hotel))
    const answer = await withBindings({ SECRET_PEPPER: '' })(method, path, body, { authorization })
    await expectRefusal(answer, 503, 'NOT_CONFIGURED', 'SECRET_PEPPER is not configured')
  })
})

it('a request that is refused changes nothing at all, and leaves no row in the audit [API-9]', async () => {
  await admin('PUT', '/customers/1', { ...hotel, currency: 'XXL' })
  await admin('PATCH', '/applications/app_x', { status: 'revoked' })
  await admin('POST', '/applications/app_x/rotate-secret')
  await admin('DELETE', '/api-keys/key_x')
  await admin('PUT', '/interfaces/innlet', { audience: 'stolen' })
  await admin('POST', '/api-keys', { name: 'k', customerId: 404, permissions: ['rates:read'] })
  await admin('PUT', '/customers/404/setup', { locations: [{ locationId: 1, name: 'Bar' }] })
  for (const table of ['audit', 'customer', 'application', 'api_key', 'interface_audience', 'location']) {
    expect(await rows(`SELECT * FROM ${table}`), table).toEqual([])
  }
})
