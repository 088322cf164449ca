import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { ageSessions, Browser, invite, joined, OWNER, openedDesk, roleAt } from '../../support/console'
import { logged } from '../../support/logged'
import { expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

hotelBeforeEach()

const HOUR = 3_600_000
const DAY = 24 * HOUR

const ended = (browser: Browser) => expectRefusal(browser.post('token'), 401, 'AUTHENTICATION_REQUIRED')

describe('the cookie of a session', () => {
  it('is __Host-innlet, Secure, HttpOnly, SameSite=Strict, for the whole host [PEOPLE-9]', async () => {
    const { code } = await invite(roleAt(1, 'frontdesk'), 'desk')
    const answer = await expectStatus(200, new Browser().post('join', { code }))
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-innlet=[\w-]{43}; Max-Age=7776000; HttpOnly; SameSite=Strict; Path=\/; Secure$/,
    )
  })

  it('has the port in its name on this machine, where there is no https [PEOPLE-9]', async () => {
    const { code } = await invite(roleAt(1, 'frontdesk'), 'desk')
    const origin = 'http://localhost:8787'
    const answer = await expectStatus(200, new Browser({ PUBLIC_URL: origin }).post('join', { code }, { origin }))
    expect(answer.headers.get('set-cookie')).toMatch(/^innlet-8787=[\w-]{43}; .*SameSite=Strict; Path=\/$/)
  })

  it('is a new one at each sign-in, which ends the one that came with it [PEOPLE-10]', async () => {
    const { browser, passkey } = await joined(OWNER)
    const before = new Browser()
    before.cookie = browser.cookie
    await expectStatus(200, browser.signIn(passkey))
    expect(browser.cookie).not.toBe(before.cookie)
    await ended(before)
    expect(await rows('SELECT count(*) AS n FROM session')).toEqual([{ n: 1 }])
  })
})

describe('a session', () => {
  const lifetimes = [
    ['a person', 12 * HOUR, 7 * DAY, async () => (await joined(roleAt(1, 'manager'))).browser],
    ['a desk', 14 * DAY, 90 * DAY, async () => (await openedDesk(1)).browser],
  ] as const

  it.each(lifetimes)('of %s ends some time after the last act [PEOPLE-11] [PEOPLE-12]', async (_, idle, __, open) => {
    const browser = await open()
    await ageSessions(idle - HOUR)
    await browser.token()
    await browser.token({ active: false })
    await ageSessions(HOUR)
    await ended(browser)
  })

  it.each(lifetimes)(
    'of %s is kept by acts, up to its longest time [PEOPLE-11] [PEOPLE-12]',
    async (_, idle, longest, open) => {
      const browser = await open()
      for (let age = 0; age < longest - idle; age += idle - HOUR) {
        await ageSessions(idle - HOUR)
        await browser.token({ active: true })
      }
      const [session] = await rows('SELECT ends_at - signed_in_at AS ms FROM session')
      expect(session?.ms).toBe(longest)
      await ageSessions(idle - HOUR)
      await ended(browser)
    },
  )

  it('writes an act once an hour at most, and in one trip [PEOPLE-12]', async () => {
    const { browser } = await joined(OWNER)
    const acts: unknown[] = []
    for (const age of [0, HOUR, 0, HOUR / 2]) {
      await ageSessions(age)
      const [line] = await logged(() => browser.post('token', { active: true }))
      acts.push([line?.d1, Number(line?.rowsWritten) > 0])
    }
    expect(acts).toEqual([
      [1, false],
      [1, true],
      [1, false],
      [1, false],
    ])
  })

  it('says when its person was last seen [PEOPLE-21]', async () => {
    const { browser } = await joined(OWNER)
    await env.DB.prepare('UPDATE person SET last_seen_at = 1').run()
    await ageSessions(HOUR)
    await browser.token({ active: true })
    const [found] = await rows('SELECT last_seen_at AS at FROM person')
    expect(Number(found?.at)).toBeGreaterThan(Date.now() - HOUR)
  })

  it('opens nothing after the sign-out [PEOPLE-13]', async () => {
    const { browser } = await joined(OWNER)
    const stolen = new Browser()
    stolen.cookie = browser.cookie
    const answer = await expectStatus(204, browser.post('sign-out'))
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-innlet=; Max-Age=0; /)
    await ended(stolen)
    await expectStatus(204, stolen.post('sign-out'))
  })

  it('ends in every browser of the person, and of nobody else [PEOPLE-13]', async () => {
    const { browser, passkey } = await joined(OWNER)
    const other = await joined(roleAt(1, 'manager'))
    const second = new Browser()
    await expectStatus(200, second.signIn(passkey))
    await expectStatus(204, second.post('sign-out', { everywhere: true }))
    await ended(browser)
    await other.browser.token()
  })

  it('has its person in the log [PEOPLE-29]', async () => {
    const { browser, passkey, personId } = await joined(OWNER)
    const credential = await passkey.answer(await browser.ceremony())
    for (const [call, body] of [['sign-in', { credential }] as const, ['token', {}] as const]) {
      const [line] = await logged(() => browser.post(call, body))
      expect(line).toMatchObject({ route: `/console/${call}`, status: 200, sub: `person:${personId}` })
      expect(JSON.stringify(line)).not.toContain('Anna')
    }
  })
})
