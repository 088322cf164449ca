import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../schema/wire/dates'
import { runCleanUp } from '../../../worker/clean-up'
import { ageSessions, Browser, codeOf, invite, joined, OWNER, openedDesk, roleAt } from '../../support/console'
import { closedLongAgo } from '../../support/customer-data'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

hotelBeforeEach()
beforeEach(() =>
  expectStatus(200, admin('PUT', '/customers/7', { name: 'B', currency: 'EUR', timeZone: 'Europe/Rome' })),
)

const anna = (roles: readonly object[], kind = 'person') => ({ name: 'Anna', kind, roles })
const people = async () => (await expectStatus(200, admin('GET', '/people'))).json.people

/** A manager of customer 1, and a function that sends requests with its token. */
async function aManager() {
  const { browser, personId } = await joined(roleAt(1, 'manager'))
  const { accessToken } = await browser.token()
  const call = (method: string, path: string, body?: unknown) =>
    browser.request(method, `/admin/people${path}`, accessToken, body)
  return { browser, personId, call }
}

describe('POST /admin/people', () => {
  it('invites, and only its response has the link [PEOPLE-20] [POST /admin/people]', async () => {
    const { json } = await expectStatus(201, admin('POST', '/people', anna(OWNER)))
    expect(json).toEqual({
      personId: expect.any(Number),
      link: expect.stringMatching(/^https:\/\/innlet\.test\/console\/join#[\w-]{43}$/),
      expiresAt: expect.any(String),
    })
    const all = JSON.stringify([await people(), (await admin('GET', '/audit')).json])
    expect(all).not.toContain(codeOf(json.link))
  })

  it.each([
    ['customer 0 of a manager', anna([{ customerId: 0, role: 'manager' }]), /^roles\[0\]\.customerId: /],
    ['an owner of one customer', anna([{ customerId: 1, role: 'owner' }]), /^roles\[0\]\.customerId: /],
    ['an owner with another role', anna([...OWNER, ...roleAt(1, 'manager')]), /^roles\[0\]\.role: /],
    ['two roles of a customer', anna([...roleAt(1, 'manager'), ...roleAt(1, 'frontdesk')]), /^roles\[1\]\.customerId/],
    ['no role', anna([]), /^roles: /],
    ['a desk with a role above frontdesk', anna(roleAt(1, 'manager'), 'desk'), /^roles: /],
    ['a desk of two hotels', anna([...roleAt(1, 'frontdesk'), ...roleAt(7, 'frontdesk')], 'desk'), /^roles: /],
    ['an unknown role', anna([{ customerId: 1, role: 'admin' }]), /^roles\[0\]\.role: /],
    ['an unknown kind', anna(roleAt(1, 'manager'), 'robot'), /^kind: /],
  ])('%s is 422 [PEOPLE-26] [INVALID_FIELD]', async (_, body, description) => {
    await expectRefusal(admin('POST', '/people', body), 422, 'INVALID_FIELD', description)
    expect(await people()).toEqual([])
  })

  it('a customer that is not there or was deleted is 422 [UNKNOWN_REFERENCE]', async () => {
    const roles = [...roleAt(1, 'manager'), ...roleAt(99, 'manager')]
    await expectRefusal(admin('POST', '/people', anna(roles)), 422, 'UNKNOWN_REFERENCE', /^roles\[1\]\.customerId: /)
    expect(await people()).toEqual([])
  })
})

describe('GET /admin/people', () => {
  it('lists people with roles and passkeys, by cursor [PEOPLE-21] [GET /admin/people]', async () => {
    const owner = await joined(OWNER)
    const desk = await openedDesk(1)
    await invite([...roleAt(7, 'manager'), ...roleAt(1, 'frontdesk')])
    const [first, second, third] = await people()
    expect(first).toEqual({
      personId: owner.personId,
      name: 'Anna person',
      kind: 'person',
      email: null,
      roles: OWNER,
      passkeys: 1,
      pin: 'none',
      lastSeenAt: expect.stringMatching(/Z$/),
    })
    expect(second).toMatchObject({ personId: desk.personId, kind: 'desk', passkeys: 0 })
    expect(third).toMatchObject({ roles: [...roleAt(1, 'frontdesk'), ...roleAt(7, 'manager')], lastSeenAt: null })

    const page = await expectStatus(200, admin('GET', '/people?pageSize=2'))
    expect(page.json.people).toHaveLength(2)
    const cursor = page.headers.get('x-next-cursor')
    const rest = await expectStatus(200, admin('GET', `/people?pageSize=2&cursor=${cursor}`))
    expect(rest.json.people).toEqual([third])
    expect(rest.headers.get('x-has-more')).toBe('false')
  })
})

describe('PUT /admin/people/{personId}', () => {
  it('changes name and roles, and what is not sent stays [PEOPLE-22] [PUT /admin/people/{personId}]', async () => {
    const { personId, browser } = await joined(roleAt(1, 'manager'))
    const named = await expectStatus(200, admin('PUT', `/people/${personId}`, { name: 'Berta' }))
    expect(named.json).toMatchObject({ name: 'Berta', roles: roleAt(1, 'manager') })
    const moved = await expectStatus(200, admin('PUT', `/people/${personId}`, { roles: roleAt(7, 'frontdesk') }))
    expect(moved.json).toMatchObject({ name: 'Berta', roles: roleAt(7, 'frontdesk') })
    expect(decodeJwt((await browser.token()).accessToken)).toMatchObject({ customer: 7 })
    await expectRefusal(browser.post('token', { customerId: 1 }), 403, 'PERMISSION_DENIED')
  })

  it('refuses what an invitation refuses [PEOPLE-26]', async () => {
    const desk = await invite(roleAt(1, 'frontdesk'), 'desk')
    const change = (roles: object[]) => admin('PUT', `/people/${desk.personId}`, { roles })
    await expectRefusal(change(roleAt(1, 'manager')), 422, 'INVALID_FIELD', /^roles: /)
    await expectRefusal(change([{ customerId: 0, role: 'manager' }]), 422, 'INVALID_FIELD')
    await expectRefusal(change(roleAt(99, 'frontdesk')), 422, 'UNKNOWN_REFERENCE')
    await expectRefusal(admin('PUT', '/people/999', { name: 'X' }), 404, 'NOT_FOUND')
    expect((await people())[0].roles).toEqual(roleAt(1, 'frontdesk'))
  })
})

describe('DELETE /admin/people/{personId}', () => {
  it('ends passkeys, sessions and links [PEOPLE-23] [DELETE /admin/people/{personId}]', async () => {
    const { personId, browser, passkey } = await joined(roleAt(1, 'manager'))
    const { json } = await expectStatus(201, admin('POST', `/people/${personId}/invitations`))
    await expectStatus(204, admin('DELETE', `/people/${personId}`))
    await expectRefusal(browser.post('token'), 401, 'AUTHENTICATION_REQUIRED')
    await expectRefusal(browser.signIn(passkey), 401, 'INVALID_CREDENTIAL')
    await expectRefusal(browser.post('join', { code: codeOf(json.link) }), 404, 'NOT_FOUND')
    expect(await people()).toEqual([])
    await expectRefusal(admin('DELETE', `/people/${personId}`), 404, 'NOT_FOUND')
  })
})

describe('POST /admin/people/{personId}/invitations', () => {
  it('makes a new link, which ends the one before [PEOPLE-24] [POST /admin/people/{personId}/invitations]', async () => {
    const { personId, code } = await invite(OWNER)
    const { json } = await expectStatus(201, admin('POST', `/people/${personId}/invitations`))
    await expectRefusal(new Browser().post('join', { code }), 404, 'NOT_FOUND')
    await new Browser().join(codeOf(json.link))
    const again = await expectStatus(201, admin('POST', `/people/${personId}/invitations`))
    await new Browser().join(codeOf(again.json.link))
    expect((await people())[0].passkeys).toBe(2)
    await expectRefusal(admin('POST', '/people/999/invitations'), 404, 'NOT_FOUND')
  })
})

describe('the last owner', () => {
  it('stays an owner [PEOPLE-25] [INVALID_TRANSITION]', async () => {
    const first = await joined(OWNER)
    const demote = (personId: number) => admin('PUT', `/people/${personId}`, { roles: roleAt(1, 'manager') })
    await expectRefusal(demote(first.personId), 409, 'INVALID_TRANSITION')
    await expectRefusal(admin('DELETE', `/people/${first.personId}`), 409, 'INVALID_TRANSITION')
    expect(decodeJwt((await first.browser.token()).accessToken).scope).toBe('admin')
    const second = await joined(OWNER)
    const answers = await Promise.all([demote(first.personId), admin('DELETE', `/people/${second.personId}`)])
    expect(answers.map(({ status }) => status).sort()).toEqual([expect.any(Number), 409])
    expect(
      (await people()).filter(({ roles }: { roles: { role: string }[] }) => roles[0]?.role === 'owner'),
    ).toHaveLength(1)
  })
})

describe('a manager', () => {
  it('invites and changes people of the own customer [PEOPLE-27]', async () => {
    const { call } = await aManager()
    const { json } = await expectStatus(201, call('POST', '', anna(roleAt(1, 'frontdesk'), 'desk')))
    const path = `/${json.personId}`
    await expectStatus(200, call('PUT', path, { name: 'Reception' }))
    await expectStatus(201, call('POST', `${path}/invitations`))
    await expectStatus(204, call('DELETE', path))
    const other = await expectStatus(201, call('POST', '', anna(roleAt(1, 'manager'))))
    await expectStatus(200, call('PUT', `/${other.json.personId}`, { roles: roleAt(1, 'frontdesk') }))
  })

  it('sees nobody with a role elsewhere, no owner and nobody without a role [PEOPLE-27]', async () => {
    const { call, personId } = await aManager()
    const others = [
      await invite(OWNER),
      await invite(roleAt(7, 'frontdesk')),
      await invite([...roleAt(1, 'frontdesk'), ...roleAt(7, 'frontdesk')]),
      await invite(roleAt(1, 'frontdesk')),
    ]
    await env.DB.prepare('DELETE FROM person_role WHERE person_id = ?').bind(others[3]?.personId).run()
    const { json } = await expectStatus(200, call('GET', ''))
    expect(json.people.map((each: { personId: number }) => each.personId)).toEqual([personId])
    const before = await people()
    for (const other of others) {
      const path = `/${other.personId}`
      await expectRefusal(call('PUT', path, { name: 'Mine' }), 404, 'NOT_FOUND')
      await expectRefusal(call('PUT', path, { roles: roleAt(1, 'frontdesk') }), 404, 'NOT_FOUND')
      await expectRefusal(call('POST', `${path}/invitations`), 404, 'NOT_FOUND')
      await expectRefusal(call('DELETE', path), 404, 'NOT_FOUND')
    }
    expect(await people()).toEqual(before)
  })

  it('gives no role above the own and none elsewhere [PEOPLE-27] [PERMISSION_DENIED]', async () => {
    const { call, personId } = await aManager()
    for (const roles of [OWNER, roleAt(7, 'frontdesk'), [...roleAt(1, 'frontdesk'), ...roleAt(7, 'frontdesk')]]) {
      await expectRefusal(call('POST', '', anna(roles)), 403, 'PERMISSION_DENIED')
      await expectRefusal(call('PUT', `/${personId}`, { roles }), 403, 'PERMISSION_DENIED')
    }
    expect(await people()).toHaveLength(1)
  })

  it('has a cursor of the own list only [PEOPLE-27] [INVALID_FIELD]', async () => {
    const { call } = await aManager()
    await invite(roleAt(1, 'frontdesk'))
    const { headers } = await expectStatus(200, admin('GET', '/people?pageSize=1'))
    await expectRefusal(call('GET', `?cursor=${headers.get('x-next-cursor')}`), 422, 'INVALID_FIELD')
  })

  it('is in the audit as who acted [PEOPLE-28]', async () => {
    const { call, personId } = await aManager()
    const { json } = await expectStatus(201, call('POST', '', anna(roleAt(1, 'frontdesk'))))
    const [entry] = (await admin('GET', '/audit')).json.entries
    expect(entry).toMatchObject({
      act: 'person.create',
      subject: String(json.personId),
      by: `person:${personId}`,
      details: { kind: 'person', roles: roleAt(1, 'frontdesk') },
    })
    expect(JSON.stringify(entry)).not.toContain('Anna')
  })
})

describe('deleting a customer', () => {
  it('deletes its roles and desks, and leaves other people [PEOPLE-30]', async () => {
    await openedDesk(7)
    const both = await joined([...roleAt(1, 'frontdesk'), ...roleAt(7, 'manager')])
    const own = await openedDesk(1)
    await closedLongAgo(7)
    const { json } = await expectStatus(200, admin('DELETE', '/customers/7'))
    expect(json.done).toBe(true)
    expect(
      (await people()).map(({ personId, roles }: { personId: number; roles: object }) => [personId, roles]),
    ).toEqual([
      [both.personId, roleAt(1, 'frontdesk')],
      [own.personId, roleAt(1, 'frontdesk')],
    ])
    expect(await rows('SELECT count(*) AS n FROM session')).toEqual([{ n: 2 }])
    await both.browser.token()
  })

  it('waits until every token of a person has ended [PEOPLE-30] [TOKEN_TTL_SECONDS]', async () => {
    const there = new Browser({ TOKEN_TTL_SECONDS: '60' })
    const path = '/admin/customers/7/state'
    const { json } = await expectStatus(200, there.request('PUT', path, env.ADMIN_TOKEN, { state: 'closed' }))
    expect(Date.parse(json.deletableFrom) - Date.parse(json.closedAt)).toBe(300_000)
  })
})

it('the hourly run deletes what has ended, and nothing else [PEOPLE-31]', async () => {
  const { browser } = await joined(OWNER)
  await invite(roleAt(1, 'manager'))
  await openedDesk(1)
  const run = (ms: number) =>
    runCleanUp(createScheduledController({ scheduledTime: Date.now() + ms }), { ...env, AUDIT_DAYS: '0' })
  const left = async () =>
    Promise.all(
      ['session', 'invitation', 'used_challenge'].map(async table => (await rows(`SELECT * FROM ${table}`)).length),
    )
  await run(60_000)
  expect(await left()).toEqual([2, 1, 1])
  await run(16 * 60_000)
  expect(await left()).toEqual([2, 0, 0])
  await ageSessions(DAY_MS)
  await run(0)
  expect(await left()).toEqual([1, 0, 0])
  await expectRefusal(browser.post('token'), 401, 'AUTHENTICATION_REQUIRED')
  expect(await people()).toHaveLength(3)
})
