import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { exhaustedRateLimit } from '../../support/bindings'
import { Browser, invite, joined, OWNER, openedDesk, roleAt } from '../../support/console'
import { repetitions } from '../../support/repetitions'
import { expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

hotelBeforeEach()

describe('a one-time link', () => {
  it('says whom it invites, which does not use it up [PEOPLE-1]', async () => {
    const { personId, code } = await invite(OWNER)
    const browser = new Browser()
    for (let time = 0; time < 2; time++) {
      const { json } = await expectStatus(200, browser.post('challenge', { code }))
      const userId = btoa(`person:${personId}`).replace('=', '')
      expect(json).toMatchObject({ rpId: 'innlet.test', kind: 'person', name: 'Anna person', userId })
    }
    const { json } = await expectStatus(200, browser.post('challenge', { code: 'unknown' }))
    expect(Object.keys(json)).toEqual(['challenge', 'rpId'])
  })

  it('makes a passkey and signs in [PEOPLE-1]', async () => {
    const { browser, personId } = await joined(roleAt(1, 'manager'))
    expect((await browser.token()).person).toEqual({ personId, name: 'Anna person', kind: 'person' })
    const [stored] = await rows('SELECT person_id, algorithm FROM passkey')
    expect(stored).toEqual({ person_id: personId, algorithm: -7 })
  })

  it('of a person needs a passkey [PEOPLE-1] [INVALID_FIELD]', async () => {
    const { code } = await invite(OWNER)
    await expectRefusal(new Browser().post('join', { code }), 422, 'INVALID_FIELD', /^credential: /)
  })

  it('of a desk opens a session without a passkey [PEOPLE-3]', async () => {
    const { browser, personId } = await openedDesk(1)
    expect(await browser.token()).toMatchObject({
      person: { personId, kind: 'desk' },
      customers: [{ customerId: 1, role: 'frontdesk' }],
      accessToken: expect.any(String),
    })
    expect(await rows('SELECT * FROM passkey')).toEqual([])
  })

  it('is 404 when it was used, has expired or is unknown [PEOPLE-4]', async () => {
    const used = await invite(roleAt(1, 'frontdesk'), 'desk')
    await expectStatus(200, new Browser().post('join', { code: used.code }))
    const expired = await invite(roleAt(1, 'frontdesk'), 'desk')
    await env.DB.prepare('UPDATE invitation SET expires_at = 1').run()
    for (const code of [used.code, expired.code, 'unknown'])
      await expectRefusal(new Browser().post('join', { code }), 404, 'NOT_FOUND')
  })

  it('expires after 15 minutes for a person and after 24 hours for a desk [PEOPLE-4]', async () => {
    await invite(OWNER)
    await invite(roleAt(1, 'frontdesk'), 'desk')
    const found = await rows(
      'SELECT i.expires_at - p.created_at AS ms FROM invitation i JOIN person p USING (person_id)',
    )
    expect(found.map(({ ms }) => Math.round(Number(ms) / 60_000)).sort((a, b) => a - b)).toEqual([15, 24 * 60])
  })
})

describe('a passkey', () => {
  it.each(['ES256', 'RS256'] as const)('of %s signs in [PEOPLE-2]', async algorithm => {
    const { code } = await invite(OWNER)
    const browser = new Browser()
    const passkey = await browser.join(code, algorithm)
    const { json } = await expectStatus(200, browser.signIn(passkey))
    expect(json.person.kind).toBe('person')
  })

  // Of 256 signatures of ES256 two have a number that is a byte shorter in DER.
  it('signs in with each of its signatures [PEOPLE-2]', async () => {
    const { browser, passkey } = await joined(OWNER)
    for (let time = 0; time < repetitions(50, 2_000); time++) await expectStatus(200, browser.signIn(passkey))
  })

  it('that nobody knows is 401 [PEOPLE-7] [INVALID_CREDENTIAL]', async () => {
    const { browser, passkey } = await joined(OWNER)
    await env.DB.prepare('DELETE FROM passkey').run()
    await expectRefusal(browser.signIn(passkey), 401, 'INVALID_CREDENTIAL')
  })
})

describe('where people sign in', () => {
  it('is localhost without PUBLIC_URL, and elsewhere the calls are 503 [PEOPLE-35] [NOT_CONFIGURED] [PUBLIC_URL]', async () => {
    await expectRefusal(new Browser({ PUBLIC_URL: '' }).post('challenge'), 503, 'NOT_CONFIGURED', /PUBLIC_URL/)
    await expectRefusal(
      new Browser({ PUBLIC_URL: 'http://innlet.test' }).post('challenge', {}, { origin: 'http://innlet.test' }),
      503,
      'NOT_CONFIGURED',
      /https/,
    )
    const local = new Browser({ PUBLIC_URL: 'http://localhost:8787' })
    const { json } = await expectStatus(200, local.post('challenge', {}, { origin: 'http://localhost:8787' }))
    expect(json.rpId).toBe('localhost')
  })

  it('needs SECRET_PEPPER and SIGNING_KEYS: without them it is 503', async () => {
    await expectRefusal(new Browser({ SECRET_PEPPER: '' }).post('challenge'), 503, 'NOT_CONFIGURED')
    await expectRefusal(new Browser({ SIGNING_KEYS: '' }).post('token'), 503, 'SIGNING_NOT_CONFIGURED')
  })

  it('counts challenges, joins and sign-ins of an address: 429 beyond the rate [SIGN_IN_PER_ADDRESS]', async () => {
    const { browser, passkey } = await joined(OWNER)
    const credential = await passkey.answer(await browser.ceremony())
    const limiter = exhaustedRateLimit()
    const limited = new Browser({ SIGN_IN_PER_ADDRESS: limiter })
    const address = { 'cf-connecting-ip': '203.0.113.7' }
    for (const [call, body] of Object.entries({ challenge: {}, join: { code: 'x' }, 'sign-in': { credential } })) {
      const answer = limited.post(call, body, address)
      await expectRefusal(answer, 429, 'RATE_LIMITED')
      expect((await answer).headers.get('retry-after')).toBe('60')
    }
    expect(limiter.keys).toEqual(['203.0.113.7', '203.0.113.7', '203.0.113.7'])
  })
})
