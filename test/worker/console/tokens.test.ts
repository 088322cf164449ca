import { env } from 'cloudflare:workers'
import { decodeJwt } from 'jose'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { withBindings } from '../../support/bindings'
import { aBooking } from '../../support/booking'
import { Browser, joined, OWNER, openedDesk, roleAt } from '../../support/console'
import { logged } from '../../support/logged'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, SERVICE_URL } from '../../support/service'

const hotel = hotelBeforeEach()

/** Permissions of the installation. */
const ALL = ['reservations', 'rates', 'inventory', 'events'].flatMap(each => [`${each}:read`, `${each}:write`])

describe('the token of a person', () => {
  it('has the claims of the person, for 5 minutes [PEOPLE-14]', async () => {
    const { browser, personId } = await joined(roleAt(1, 'manager'))
    const { accessToken, expiresIn } = await browser.token()
    const claims = decodeJwt(accessToken)
    expect(expiresIn).toBe(300)
    expect(claims).toEqual({
      iss: SERVICE_URL,
      aud: 'innlet-api',
      sub: `person:${personId}`,
      client_id: 'console',
      product: 'innlet',
      customer: 1,
      scope: 'reservations:write rates:write inventory:write events:write customer',
      iat: expect.any(Number),
      exp: (claims.iat ?? 0) + 300,
      auth_time: expect.any(Number),
      jti: expect.any(String),
    })
  })

  it.each([
    ['owner', OWNER, { customerId: 1 }, ['admin', ...ALL].join(' ')],
    ['frontdesk', roleAt(1, 'frontdesk'), {}, 'reservations:write inventory:write rates:read events:read'],
  ] as const)('has the permissions of the role %s [PEOPLE-14]', async (_, roles, body, scope) => {
    const { browser } = await joined(roles)
    const { accessToken, customers } = await browser.token(body)
    expect(decodeJwt(accessToken)).toMatchObject({ scope, customer: 1 })
    expect(customers).toEqual(roles)
  })

  it('has no permission of a feature that the installation lacks [FEATURES]', async () => {
    const { browser } = await joined(roleAt(1, 'manager'), { FEATURES: 'reservations' })
    expect(decodeJwt((await browser.token()).accessToken).scope).toBe('reservations:write customer')
  })

  it('opens the API as the author of what it changes [PEOPLE-29]', async () => {
    const { browser, personId } = await joined(roleAt(1, 'frontdesk'))
    const { accessToken } = await browser.token()
    const [line] = await logged(() => browser.request('POST', '/api/Booking/PostBooking', accessToken, aBooking()))
    expect(line).toMatchObject({ status: 200, client: 'console', sub: `person:${personId}`, customer: 1 })
    const { json } = await expectStatus(200, hotel.call('GET', '/Event/GetEvents'))
    expect(json.content.at(-1).by).toBe(`person:${personId}`)
  })
})

describe('without a customer', () => {
  it('an owner gets a token for administration alone [PEOPLE-15]', async () => {
    const { browser } = await joined(OWNER)
    const { accessToken, customers } = await browser.token()
    expect(decodeJwt(accessToken)).toMatchObject({ scope: 'admin', customer: 0 })
    expect(customers).toEqual([{ customerId: 0, role: 'owner' }])
  })

  it('a person of several customers gets none [PEOPLE-15]', async () => {
    await expectStatus(200, admin('PUT', '/customers/7', { name: 'B', currency: 'EUR', timeZone: 'Europe/Rome' }))
    const roles = [...roleAt(1, 'manager'), ...roleAt(7, 'frontdesk')]
    const { browser } = await joined(roles)
    const content = await browser.token()
    expect(content.accessToken).toBeUndefined()
    expect(content.customers).toEqual(roles)
    expect(decodeJwt((await browser.token({ customerId: 7 })).accessToken).customer).toBe(7)
  })

  it('such a token is 401 under /api, whatever the permission [PEOPLE-17] [INVALID_TOKEN]', async () => {
    const { browser } = await joined(OWNER)
    const { accessToken } = await browser.token()
    for (const path of ['GetReservations', 'CloseRoom'])
      await expectRefusal(browser.request('POST', `/api/Reservation/${path}`, accessToken, {}), 401, 'INVALID_TOKEN')
  })
})

describe('a customer', () => {
  it('that is closed, unknown or without a role of the person is 403 [PEOPLE-16] [PERMISSION_DENIED]', async () => {
    for (const customer of [7, 8])
      await expectStatus(
        200,
        admin('PUT', `/customers/${customer}`, { name: 'B', currency: 'EUR', timeZone: 'Europe/Rome' }),
      )
    const owner = await joined(OWNER)
    const manager = await joined([...roleAt(1, 'manager'), ...roleAt(7, 'manager')])
    await expectStatus(200, admin('PUT', '/customers/7/state', { state: 'closed' }))
    for (const customerId of [7, 99])
      await expectRefusal(owner.browser.post('token', { customerId }), 403, 'PERMISSION_DENIED')
    for (const customerId of [7, 8, 99])
      await expectRefusal(manager.browser.post('token', { customerId }), 403, 'PERMISSION_DENIED')
    await manager.browser.token({ customerId: 1 })
  })
})

describe('at /admin', () => {
  it('the token of an owner opens what ADMIN_TOKEN opens, also where none is configured [PEOPLE-18]', async () => {
    const { browser, personId } = await joined(OWNER, { ADMIN_TOKEN: '' })
    const { accessToken } = await browser.token()
    await expectStatus(200, browser.request('GET', '/admin/customers', accessToken))
    const body = { name: 'Kiosk', customerId: 1, product: 'innlet', permissions: ['rates:read'] }
    const [line] = await logged(() => browser.request('POST', '/admin/applications', accessToken, body))
    expect(line).toMatchObject({ status: 201, client: 'console', sub: `person:${personId}` })
    const { json } = await expectStatus(200, admin('GET', '/audit'))
    const by = json.entries.map((each: { act: string; by: string }) => [each.act, each.by])
    expect(by[0]).toEqual(['application.create', `person:${personId}`])
    expect(by.at(-1)[1]).toBe('admin')
  })

  it('the token of an application opens nothing [PEOPLE-18]', async () => {
    const send = withBindings({})
    const headers = { authorization: `Bearer ${hotel.token}` }
    for (const path of ['people', 'customers'])
      await expectRefusal(send('GET', `/admin/${path}`, undefined, headers), 401, 'INVALID_TOKEN')
  })

  it('a forged or expired token of a person is 401, also without ADMIN_TOKEN [PEOPLE-18] [INVALID_TOKEN]', async () => {
    const { browser } = await joined(OWNER, { ADMIN_TOKEN: '' })
    const { accessToken } = await browser.token()
    const [head, claims, signature] = accessToken.split('.')
    const forged = `${head}.${btoa(JSON.stringify({ ...decodeJwt(accessToken), sub: 'person:99' }))}.${signature}`
    await expectRefusal(browser.request('GET', '/admin/people', forged), 401, 'INVALID_TOKEN')
    const unsigned = `${btoa(JSON.stringify({ alg: 'none' }))}.${claims}.`
    await expectRefusal(browser.request('GET', '/admin/people', unsigned), 401, 'INVALID_TOKEN')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    onTestFinished(() => void vi.useRealTimers())
    await expectRefusal(browser.request('GET', '/admin/people', accessToken), 401, 'INVALID_TOKEN')
  })

  it('needs a sign-in of the last 15 minutes, judged at use [PEOPLE-19] [REAUTHENTICATION_REQUIRED]', async () => {
    for (const roles of [OWNER, roleAt(1, 'manager')]) {
      const { browser, passkey } = await joined(roles)
      await env.DB.prepare('UPDATE session SET signed_in_at = signed_in_at - 14 * 60000').run()
      const { accessToken } = await browser.token()
      await expectStatus(200, browser.request('GET', '/admin/people', accessToken))
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 90_000 })
      const refused = await browser.request('GET', '/admin/people', accessToken)
      await expectRefusal(refused, 403, 'REAUTHENTICATION_REQUIRED')
      expect(refused.headers.get('www-authenticate')).toMatch(/insufficient_user_authentication.*max_age=900$/)
      vi.useRealTimers()
      await expectStatus(200, browser.signIn(passkey))
      await expectStatus(200, browser.request('GET', '/admin/people', (await browser.token()).accessToken))
    }
  })

  it('a scope that is lacking comes before the age of the sign-in [PERMISSION_DENIED]', async () => {
    const { browser } = await openedDesk(1)
    await env.DB.prepare('UPDATE session SET signed_in_at = signed_in_at - 3600000').run()
    const { accessToken } = await browser.token()
    await expectRefusal(browser.request('GET', '/admin/people', accessToken), 403, 'PERMISSION_DENIED')
  })
})

it('a browser without a cookie gets no token [AUTHENTICATION_REQUIRED]', async () => {
  await expectRefusal(new Browser().post('token'), 401, 'AUTHENTICATION_REQUIRED')
})
