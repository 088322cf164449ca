import { base64url } from 'jose'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Ceremony, Passkey } from '../../support/authenticator'
import { Browser, invite, joined, OWNER, openedDesk, roleAt } from '../../support/console'
import { expectRefusal, expectStatus, hotelBeforeEach, rows, SERVICE_URL, send } from '../../support/service'

hotelBeforeEach()

/** What an attacker changes of what is signed. */
const CHANGED: Record<string, Partial<Ceremony>> = {
  'another origin': { origin: 'https://evil.test' },
  'a sub-domain': { origin: 'https://evil.innlet.test' },
  'another port': { origin: 'https://innlet.test:8443' },
  'http in place of https': { origin: 'http://innlet.test' },
  'another rpId': { rpId: 'evil.test' },
  'a parent domain as rpId': { rpId: 'test' },
  'a frame of another origin': { crossOrigin: true },
  'no user verification': { flags: 0x01 },
  'no user presence': { flags: 0x04 },
  'another purpose': { type: 'payment.get' },
  'a challenge of its own': { challenge: base64url.encode(crypto.getRandomValues(new Uint8Array(64))) },
}

describe('a sign-in is 401 with', () => {
  it.each(Object.entries(CHANGED))('%s [PEOPLE-7] [INVALID_CREDENTIAL]', async (_, changed) => {
    const { browser, passkey } = await joined(OWNER)
    const credential = await passkey.answer({ ...(await browser.ceremony()), ...changed })
    await expectRefusal(new Browser().post('sign-in', { credential }), 401, 'INVALID_CREDENTIAL')
  })

  it('a part changed after it was signed [PEOPLE-7]', async () => {
    const { browser, passkey, personId } = await joined(OWNER)
    const other = await joined(OWNER)
    const ceremony = await browser.ceremony()
    const credential = await passkey.answer(ceremony)
    const another = await other.passkey.answer(ceremony)
    const { response } = credential
    const changes: Record<string, object> = {
      id: { id: other.passkey.id },
      signature: { response: { ...response, signature: another.response.signature } },
      userHandle: { response: { ...response, userHandle: btoa(`person:${personId + 1}`) } },
      authenticatorData: {
        response: { ...response, authenticatorData: `A${response.authenticatorData.slice(1)}` },
      },
      clientDataJSON: { response: { ...response, clientDataJSON: `${response.clientDataJSON}AA` } },
      'no DER': { response: { ...response, signature: base64url.encode(new Uint8Array(64)) } },
      'an empty signature': { response: { ...response, signature: '' } },
      'no base64url': { response: { ...response, authenticatorData: '***' } },
    }
    for (const [name, change] of Object.entries(changes)) {
      const { status } = await new Browser().post('sign-in', { credential: { ...credential, ...change } })
      expect(status, name).toBe(401)
    }
    await expectStatus(200, browser.post('sign-in', { credential }))
  })

  it('an answer that was used [PEOPLE-6]', async () => {
    const { browser, passkey } = await joined(OWNER)
    const credential = await passkey.answer(await browser.ceremony())
    await expectStatus(200, browser.post('sign-in', { credential }))
    await expectRefusal(new Browser().post('sign-in', { credential }), 401, 'INVALID_CREDENTIAL')
  })

  it('another answer to a used challenge [PEOPLE-6]', async () => {
    const { browser, passkey } = await joined(OWNER)
    const ceremony = await browser.ceremony()
    const [first, second] = [await passkey.answer(ceremony), await passkey.answer(ceremony)]
    const statuses = await Promise.all([first, second].map(credential => new Browser().post('sign-in', { credential })))
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('a challenge older than 5 minutes, or of another pepper [PEOPLE-6]', async () => {
    const { browser, passkey } = await joined(OWNER)
    const foreign = await new Browser({ SECRET_PEPPER: 'another pepper 0123456789' }).ceremony()
    await expectRefusal(
      browser.post('sign-in', { credential: await passkey.answer(foreign) }),
      401,
      'INVALID_CREDENTIAL',
    )
    const credential = await passkey.answer(await browser.ceremony())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    await expectRefusal(browser.post('sign-in', { credential }), 401, 'INVALID_CREDENTIAL')
  })
})

describe('a join is 401 with', () => {
  it.each<[string, Partial<Ceremony>]>([
    ...Object.entries(CHANGED),
    ['the answer of a sign-in', { type: 'webauthn.get' }],
  ])('%s [PEOPLE-7] [INVALID_CREDENTIAL]', async (_, changed) => {
    const { code } = await invite(OWNER)
    const browser = new Browser()
    const ceremony = await browser.ceremony(code)
    const passkey = await Passkey.make(ceremony.userId)
    // The flag says that the data have a credential.
    const flags = changed.flags === undefined ? {} : { flags: changed.flags | 0x40 }
    const credential = await passkey.created({ ...ceremony, ...changed, ...flags })
    await expectRefusal(browser.post('join', { code, credential }), 401, 'INVALID_CREDENTIAL')
    expect(await rows('SELECT * FROM passkey')).toEqual([])
  })

  it('a public key, an id or an algorithm that the authenticator did not attest [PEOPLE-7]', async () => {
    const { code } = await invite(OWNER)
    const browser = new Browser()
    const ceremony = await browser.ceremony(code)
    const credential = await (await Passkey.make(ceremony.userId)).created(ceremony)
    const other = await Passkey.make(ceremony.userId)
    const { response } = credential
    const changes: Record<string, object> = {
      publicKey: { response: { ...response, publicKey: await other.publicKey() } },
      algorithm: { response: { ...response, publicKeyAlgorithm: -257 } },
      'an unknown algorithm': { response: { ...response, publicKeyAlgorithm: -8 } },
      id: { id: other.id },
      'a shorter id': { id: credential.id.slice(0, -4) },
    }
    for (const [name, change] of Object.entries(changes)) {
      const { status } = await browser.post('join', { code, credential: { ...credential, ...change } })
      expect(status, name).toBe(401)
    }
    await expectStatus(200, browser.post('join', { code, credential }))
  })

  it("the id of another person's passkey [PEOPLE-7]", async () => {
    const victim = await joined(OWNER)
    const { code } = await invite(roleAt(1, 'frontdesk'))
    const browser = new Browser()
    const ceremony = await browser.ceremony(code)
    const credential = await victim.passkey.created(ceremony)
    await expectRefusal(browser.post('join', { code, credential }), 401, 'INVALID_CREDENTIAL')
    const found = await rows('SELECT person_id FROM passkey')
    expect(found).toEqual([{ person_id: victim.personId }])
  })
})

describe('a link', () => {
  it('lets one of two in that use it at once [PEOPLE-5]', async () => {
    const { code } = await invite(OWNER)
    const browsers = [new Browser(), new Browser()]
    const credentials = await Promise.all(
      browsers.map(async browser => {
        const ceremony = await browser.ceremony(code)
        return (await Passkey.make(ceremony.userId)).created(ceremony)
      }),
    )
    const answers = await Promise.all(
      browsers.map((each, i) => each.post('join', { code, credential: credentials[i] })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await rows('SELECT count(*) AS n FROM passkey')).toEqual([{ n: 1 }])
    expect(await rows('SELECT count(*) AS n FROM session')).toEqual([{ n: 1 }])
  })

  it('of a desk lets one of two in [PEOPLE-5]', async () => {
    const { code } = await invite(roleAt(1, 'frontdesk'), 'desk')
    const answers = await Promise.all([new Browser(), new Browser()].map(each => each.post('join', { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })
})

describe('a call from elsewhere is 403', () => {
  const CALLS = ['challenge', 'join', 'sign-in', 'token', 'unlock', 'lock', 'sign-out']

  it.each(CALLS)(
    '%s of another origin, of a sub-domain, or without an origin [PEOPLE-8] [PERMISSION_DENIED]',
    async call => {
      const { browser } = await openedDesk(1)
      for (const origin of ['https://evil.test', 'https://evil.innlet.test', 'http://innlet.test', 'null', ''])
        await expectRefusal(browser.post(call, {}, { origin }), 403, 'PERMISSION_DENIED')
      expect((await browser.token()).accessToken).toEqual(expect.any(String))
    },
  )

  it.each(CALLS)('%s as a form or as text, which a page of another origin could send [PEOPLE-8]', async call => {
    const { browser } = await openedDesk(1)
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data'])
      await expectRefusal(browser.post(call, '{}', { 'content-type': type }), 403, 'PERMISSION_DENIED')
  })

  it('and a GET is 405 [METHOD_NOT_ALLOWED]', async () => {
    await expectRefusal(send('PUT', '/console/token', {}), 405, 'METHOD_NOT_ALLOWED')
  })
})

describe('the cookie', () => {
  it('is not read by /api and /admin [PEOPLE-9]', async () => {
    const { browser } = await joined(OWNER)
    const headers = { cookie: browser.cookie, origin: SERVICE_URL }
    await expectRefusal(send('POST', '/api/Reservation/GetReservations', {}, headers), 401, 'AUTHENTICATION_REQUIRED')
    for (const path of ['people', 'api-keys', 'customers'])
      await expectRefusal(send('GET', `/admin/${path}`, undefined, headers), 401, 'AUTHENTICATION_REQUIRED')
  })

  it('of a desk buys no people, keys or webhooks [PEOPLE-27]', async () => {
    const { browser } = await openedDesk(1)
    const { accessToken } = await browser.token()
    for (const path of ['/admin/people', '/admin/api-keys', '/admin/applications'])
      await expectRefusal(browser.request('GET', path, accessToken), 403, 'PERMISSION_DENIED')
    const body = { url: 'https://hooks.example.com', types: ['sale.created'] }
    await expectRefusal(
      browser.request('POST', '/api/Webhook/PostEndpoint', accessToken, body),
      403,
      'PERMISSION_DENIED',
    )
  })

  it('that an attacker had set before does not get the session [PEOPLE-10]', async () => {
    const { browser, passkey } = await joined(OWNER)
    const attacker = await openedDesk(1)
    browser.cookie = attacker.browser.cookie
    await expectStatus(200, browser.signIn(passkey))
    expect(browser.cookie).not.toBe(attacker.browser.cookie)
    await expectRefusal(attacker.browser.post('token'), 401, 'AUTHENTICATION_REQUIRED')
  })

  it('has its secret nowhere in the database [PEOPLE-33]', async () => {
    const { code } = await invite(OWNER)
    const { browser } = await openedDesk(1)
    const secret = browser.cookie.split('=')[1] as string
    const tables = await Promise.all(['session', 'invitation', 'audit', 'person'].map(t => rows(`SELECT * FROM ${t}`)))
    const stored = JSON.stringify(tables)
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(code)
    expect(secret).toHaveLength(43)
  })
})

it('the host of a request does not choose where people sign in [PEOPLE-7]', async () => {
  const { browser, passkey } = await joined(OWNER)
  const ceremony = await browser.ceremony()
  const credential = await passkey.answer({ ...ceremony, origin: 'https://evil.test', rpId: 'evil.test' })
  const headers = { origin: 'https://evil.test', host: 'evil.test', 'x-forwarded-host': 'evil.test' }
  await expectRefusal(browser.post('sign-in', { credential }, headers), 403, 'PERMISSION_DENIED')
})
