import { env } from 'cloudflare:workers'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { aBooking } from '../../support/booking'
import {
  ageSessions,
  anotherPin,
  Browser,
  invite,
  joined,
  named,
  newPin,
  OWNER,
  openedDesk,
  roleAt,
} from '../../support/console'
import { logged } from '../../support/logged'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()

const MINUTE = 60_000
const FRONT_DESK = roleAt(1, 'frontdesk')

/** A desk with a name. */
async function deskWith(roles = FRONT_DESK) {
  const desk = await openedDesk(1)
  return { ...desk, deskId: desk.personId, ...(await named(roles)) }
}

const subjectAt = async (browser: Browser) => decodeJwt((await browser.token()).accessToken).sub
const expectLocked = async (browser: Browser) => {
  const content = await browser.token()
  expect(content).toMatchObject({ person: { kind: 'desk' }, names: expect.any(Array) })
  expect(content).not.toHaveProperty('accessToken')
  expect(content).not.toHaveProperty('unlockedBy')
}
const pinOf = async (personId: number) =>
  (await admin('GET', '/people')).json.people.find((each: { personId: number }) => each.personId === personId).pin

/** Moves the end of what is unlocked into the past, and nothing else. */
const ageUnlocks = (ms: number) =>
  env.DB.prepare('UPDATE session SET unlocked_until = unlocked_until - ?').bind(ms).run()

describe('a PIN', () => {
  it('has six digits, which one response tells [PEOPLE-40] [POST /admin/people/{personId}/pin]', async () => {
    const { personId, pin } = await named(FRONT_DESK)
    expect(pin).toMatch(/^\d{6}$/)
    expect(await pinOf(personId)).toBe('set')
    const tables = await Promise.all(['person', 'audit'].map(table => rows(`SELECT * FROM ${table}`)))
    expect(JSON.stringify(tables)).not.toContain(pin)
    const [entry] = (await admin('GET', '/audit')).json.entries
    expect(entry).toMatchObject({ act: 'person.pin', subject: String(personId), details: {} })
  })

  it('is taken away [PEOPLE-40] [DELETE /admin/people/{personId}/pin]', async () => {
    const { personId } = await named(FRONT_DESK)
    await expectStatus(204, admin('DELETE', `/people/${personId}/pin`))
    expect(await pinOf(personId)).toBe('none')
    expect((await admin('GET', '/audit')).json.entries[0].act).toBe('person.pin-delete')
    await expectStatus(204, admin('DELETE', `/people/${personId}/pin`))
    expect(await rows("SELECT count(*) AS n FROM audit WHERE act = 'person.pin-delete'")).toEqual([{ n: 1 }])
    for (const method of ['POST', 'DELETE']) await expectRefusal(admin(method, '/people/999/pin'), 404, 'NOT_FOUND')
  })

  it('is not for a desk [PEOPLE-40] [INVALID_FIELD]', async () => {
    const { personId } = await openedDesk(1)
    await expectRefusal(admin('POST', `/people/${personId}/pin`), 422, 'INVALID_FIELD', /^personId: /)
    expect(await pinOf(personId)).toBe('none')
  })

  it('is given by a manager of the own customer alone [PEOPLE-27]', async () => {
    const { browser } = await joined(roleAt(1, 'manager'))
    const { accessToken } = await browser.token()
    const own = await invite(FRONT_DESK)
    const owner = await joined(OWNER)
    const call = (method: string, personId: number, what: string) =>
      browser.request(method, `/admin/people/${personId}/${what}`, accessToken)
    await expectStatus(200, call('POST', own.personId, 'pin'))
    for (const [method, what] of [
      ['POST', 'pin'],
      ['DELETE', 'pin'],
      ['GET', 'sessions'],
      ['DELETE', 'sessions'],
    ] as const)
      await expectRefusal(call(method, owner.personId, what), 404, 'NOT_FOUND')
    expect(await pinOf(owner.personId)).toBe('none')
    await owner.browser.token()
  })
})

describe('a desk', () => {
  it('without names has a token at once [PEOPLE-41]', async () => {
    const { browser, personId } = await openedDesk(1)
    await invite(FRONT_DESK)
    await named(OWNER)
    const content = await browser.token()
    expect(decodeJwt(content.accessToken).sub).toBe(`person:${personId}`)
    expect(content).not.toHaveProperty('names')
  })

  it('with names has none before a name unlocks it [PEOPLE-41]', async () => {
    const { browser, personId, pin } = await deskWith()
    await named(roleAt(1, 'manager'))
    await expectLocked(browser)
    expect((await browser.token()).names).toContainEqual({ personId, name: 'Anna person', locked: false })
    await expectStatus(204, browser.post('unlock', { personId, pin }))
    expect(await browser.token({ customerId: 1 })).toMatchObject({
      accessToken: expect.any(String),
      unlockedBy: { personId, name: 'Anna person' },
      names: [expect.anything(), expect.anything()],
    })
  })

  it('gives a person who has joined a token as before [PEOPLE-41]', async () => {
    const { browser, personId } = await joined(FRONT_DESK)
    await newPin(personId)
    expect(await browser.token()).not.toHaveProperty('names')
    expect(await subjectAt(browser)).toBe(`person:${personId}`)
  })

  it('has the permissions of the front desk, whatever the role of the name [PEOPLE-42]', async () => {
    for (const roles of [roleAt(1, 'manager'), FRONT_DESK]) {
      const { browser, personId, pin } = await deskWith(roles)
      await expectStatus(204, browser.post('unlock', { personId, pin }))
      for (const body of [{}, { customerId: 1 }]) {
        expect(decodeJwt((await browser.token(body)).accessToken)).toMatchObject({
          sub: `person:${personId}`,
          customer: 1,
          scope: 'reservations:write inventory:write rates:read events:read',
        })
      }
    }
  })

  it('makes the name the author in events and in the log [PEOPLE-42]', async () => {
    const { browser, personId, pin } = await deskWith()
    const [unlocking] = await logged(() => browser.post('unlock', { personId, pin }))
    expect(unlocking).toMatchObject({ status: 204, sub: `person:${personId}` })
    expect(JSON.stringify(unlocking)).not.toContain(pin)
    const { accessToken } = await browser.token()
    const [line] = await logged(() => browser.request('POST', '/api/Booking/PostBooking', accessToken, aBooking()))
    expect(line).toMatchObject({ status: 200, sub: `person:${personId}` })
    const { json } = await expectStatus(200, hotel.call('GET', '/Event/GetEvents'))
    expect(json.content.at(-1).by).toBe(`person:${personId}`)
  })

  it('is taken over by another name [PEOPLE-42]', async () => {
    const { browser, personId, pin } = await deskWith()
    const other = await named(FRONT_DESK)
    await expectStatus(204, browser.post('unlock', { personId, pin }))
    await expectStatus(204, browser.post('unlock', { personId: other.personId, pin: other.pin }))
    expect(await subjectAt(browser)).toBe(`person:${other.personId}`)
  })
})

describe('an unlocked desk is locked', () => {
  it('by /console/lock, twice too, and without a session [PEOPLE-45]', async () => {
    const { browser, personId, pin } = await deskWith()
    await expectStatus(204, browser.post('unlock', { personId, pin }))
    await expectStatus(204, browser.post('lock'))
    await expectLocked(browser)
    await expectStatus(204, browser.post('lock'))
    await expectStatus(204, new Browser().post('lock'))
  })

  it('10 minutes after the last act, which is each token call of one who is there [PEOPLE-45]', async () => {
    const { browser, personId, pin } = await deskWith()
    await expectStatus(204, browser.post('unlock', { personId, pin }))
    await ageUnlocks(9 * MINUTE)
    await browser.token({ active: true })
    await ageUnlocks(9 * MINUTE)
    expect(await subjectAt(browser)).toBe(`person:${personId}`)
    await ageUnlocks(MINUTE)
    await expectLocked(browser)
    await browser.token({ active: true })
    await expectLocked(browser)
  })

  it('writes while somebody works, and nothing while nobody does [PEOPLE-45]', async () => {
    const { browser, personId, pin } = await deskWith()
    const written = async (active: boolean) => {
      const [line] = await logged(() => browser.post('token', { active }))
      return [line?.d1, Number(line?.rowsWritten) > 0]
    }
    expect(await written(true)).toEqual([1, false])
    await expectStatus(204, browser.post('unlock', { personId, pin }))
    expect(await written(true)).toEqual([1, true])
    expect(await written(false)).toEqual([1, false])
  })

  it.each([
    ['a new PIN', (id: number) => expectStatus(200, admin('POST', `/people/${id}/pin`))],
    ['no PIN', (id: number) => expectStatus(204, admin('DELETE', `/people/${id}/pin`))],
    ['the person removed', (id: number) => expectStatus(204, admin('DELETE', `/people/${id}`))],
    [
      'a role elsewhere',
      (id: number) => expectStatus(200, admin('PUT', `/people/${id}`, { roles: roleAt(7, 'manager') })),
    ],
  ])('by %s [PEOPLE-45]', async (_, change) => {
    await expectStatus(200, admin('PUT', '/customers/7', { name: 'B', currency: 'EUR', timeZone: 'Europe/Rome' }))
    const { browser, personId, pin } = await deskWith()
    await named(FRONT_DESK)
    await expectStatus(204, browser.post('unlock', { personId, pin }))
    await change(personId)
    await expectLocked(browser)
    await expectRefusal(browser.post('unlock', { personId, pin }), 401, 'INVALID_CREDENTIAL')
  })
})

describe('an attacker is 401', () => {
  it('with a wrong PIN, as another person, from another customer or without a PIN [PEOPLE-43] [INVALID_CREDENTIAL]', async () => {
    await expectStatus(200, admin('PUT', '/customers/7', { name: 'B', currency: 'EUR', timeZone: 'Europe/Rome' }))
    const { browser, personId, pin, deskId } = await deskWith()
    const [other, elsewhere, owner] = [await named(FRONT_DESK), await named(roleAt(7, 'frontdesk')), await named(OWNER)]
    const without = await invite(FRONT_DESK)
    const bodies = [
      { personId, pin: anotherPin(pin) },
      { personId: other.personId, pin },
      elsewhere,
      owner,
      { personId: without.personId, pin },
      { personId: deskId, pin },
      { personId: 999, pin },
    ]
    const answers = await Promise.all(bodies.map(({ personId, pin }) => browser.post('unlock', { personId, pin })))
    for (const answer of answers) await expectRefusal(answer, 401, 'INVALID_CREDENTIAL')
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    await expectLocked(browser)
    // Who has no business at this desk cannot be locked from there.
    expect(
      await rows(
        'SELECT sum(pin_failures) AS n FROM person WHERE person_id IN (?, ?)',
        elsewhere.personId,
        owner.personId,
      ),
    ).toEqual([{ n: 0 }])
  })

  it("with the cookie of another customer's desk, of a person, or none [PEOPLE-43]", async () => {
    await expectStatus(200, admin('PUT', '/customers/7', { name: 'B', currency: 'EUR', timeZone: 'Europe/Rome' }))
    const { personId, pin } = await named(FRONT_DESK)
    const [elsewhere, person] = [await openedDesk(7), await joined(roleAt(1, 'manager'))]
    for (const { browser } of [elsewhere, person])
      await expectRefusal(browser.post('unlock', { personId, pin }), 401, 'INVALID_CREDENTIAL')
    await expectRefusal(new Browser().post('unlock', { personId, pin }), 401, 'AUTHENTICATION_REQUIRED')
    expect(decodeJwt((await person.browser.token()).accessToken).sub).toBe(`person:${person.personId}`)
    expect(await rows('SELECT count(*) AS n FROM session WHERE unlocked_by IS NOT NULL')).toEqual([{ n: 0 }])
  })

  it('after the sign-out of the desk, and when its session has ended [PEOPLE-43] [AUTHENTICATION_REQUIRED]', async () => {
    const [first, second] = [await deskWith(), await openedDesk(1)]
    const { personId, pin } = first
    const stolen = new Browser()
    stolen.cookie = first.browser.cookie
    await expectStatus(204, first.browser.post('sign-out'))
    await expectRefusal(stolen.post('unlock', { personId, pin }), 401, 'AUTHENTICATION_REQUIRED')
    await ageSessions(15 * 24 * 60 * MINUTE)
    await expectRefusal(second.browser.post('unlock', { personId, pin }), 401, 'AUTHENTICATION_REQUIRED')
  })

  it('with the right PIN too, after five wrong ones in a row, until there is a new one [PEOPLE-44]', async () => {
    const { browser, personId, pin } = await deskWith()
    const wrong = () => browser.post('unlock', { personId, pin: anotherPin(pin) })
    for (let i = 0; i < 4; i++) await wrong()
    await expectStatus(204, browser.post('unlock', { personId, pin }))
    for (let i = 0; i < 5; i++) await expectRefusal(wrong(), 401, 'INVALID_CREDENTIAL')
    await expectRefusal(browser.post('unlock', { personId, pin }), 401, 'INVALID_CREDENTIAL')
    expect(await pinOf(personId)).toBe('locked')
    expect((await browser.token()).names).toMatchObject([{ personId, locked: true }])
    const replaced = await newPin(personId)
    expect(await pinOf(personId)).toBe('set')
    await expectStatus(204, browser.post('unlock', { personId, pin: replaced }))
  })

  it('with 100 guesses at once, of which the last is right [PEOPLE-44]', async () => {
    const { browser, personId, pin } = await deskWith()
    const guesses = Array.from({ length: 99 }, () => anotherPin(pin))
    const answers = await Promise.all([...guesses, pin].map(pin => browser.post('unlock', { personId, pin })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    expect(await rows('SELECT pin_failures AS n FROM person WHERE person_id = ?', personId)).toEqual([{ n: 5 }])
    await expectLocked(browser)
  })

  it('more often than the rate of sign-ins allows: 429 [PEOPLE-44] [RATE_LIMITED]', async () => {
    const { browser, personId, pin } = await deskWith()
    const limited = new Browser({ SIGN_IN_PER_ADDRESS: { limit: async () => ({ success: false }) } })
    limited.cookie = browser.cookie
    await expectRefusal(limited.post('unlock', { personId, pin }), 429, 'RATE_LIMITED')
  })

  it('and gets no token for another customer, nor of another pepper [PEOPLE-43]', async () => {
    await expectStatus(200, admin('PUT', '/customers/7', { name: 'B', currency: 'EUR', timeZone: 'Europe/Rome' }))
    const { browser, personId, pin } = await deskWith([...FRONT_DESK, ...roleAt(7, 'manager')])
    const foreign = new Browser({ SECRET_PEPPER: 'another pepper 0123456789' })
    foreign.cookie = browser.cookie
    await expectRefusal(foreign.post('unlock', { personId, pin }), 401, 'INVALID_CREDENTIAL')
    await expectStatus(204, browser.post('unlock', { personId, pin }))
    await expectRefusal(browser.post('token', { customerId: 7 }), 403, 'PERMISSION_DENIED')
  })

  it('and keeps a token of before the lock for 5 minutes at most [PEOPLE-45]', async () => {
    const { browser, personId, pin } = await deskWith()
    await expectStatus(204, browser.post('unlock', { personId, pin }))
    const { accessToken } = await browser.token()
    await expectStatus(204, browser.post('lock'))
    const { exp = 0 } = decodeJwt(accessToken)
    expect(exp * 1000).toBeLessThanOrEqual(Date.now() + 300_000)
  })
})

describe('the sessions of a person', () => {
  it('are listed, by cursor [PEOPLE-46] [GET /admin/people/{personId}/sessions]', async () => {
    const { browser, personId, passkey } = await joined(roleAt(1, 'manager'))
    await ageSessions(MINUTE)
    const second = new Browser()
    await expectStatus(200, second.signIn(passkey))
    const { json, text } = await expectStatus(200, admin('GET', `/people/${personId}/sessions`))
    const at = expect.stringMatching(/Z$/)
    expect(json.sessions).toEqual(Array(2).fill({ startedAt: at, lastSeenAt: at, endsAt: at }))
    expect(json.sessions[0].startedAt < json.sessions[1].startedAt).toBe(true)
    expect(text).not.toContain(browser.cookie.split('=')[1])
    const page = await expectStatus(200, admin('GET', `/people/${personId}/sessions?pageSize=1`))
    const cursor = page.headers.get('x-next-cursor')
    const rest = await expectStatus(200, admin('GET', `/people/${personId}/sessions?pageSize=1&cursor=${cursor}`))
    expect([...page.json.sessions, ...rest.json.sessions]).toEqual(json.sessions)
    expect(rest.headers.get('x-has-more')).toBe('false')
    await ageSessions(12 * 60 * MINUTE)
    expect((await admin('GET', `/people/${personId}/sessions`)).json.sessions).toEqual([])
    await expectRefusal(admin('GET', '/people/999/sessions'), 404, 'NOT_FOUND')
  })

  it('are ended, of this person alone [PEOPLE-46] [DELETE /admin/people/{personId}/sessions]', async () => {
    const [desk, other] = [await openedDesk(1), await openedDesk(1)]
    await expectStatus(204, admin('DELETE', `/people/${desk.personId}/sessions`))
    await expectRefusal(desk.browser.post('token'), 401, 'AUTHENTICATION_REQUIRED')
    await other.browser.token()
    const [entry] = (await admin('GET', '/audit')).json.entries
    expect(entry).toMatchObject({ act: 'person.sign-out', subject: String(desk.personId) })
    await expectRefusal(admin('DELETE', '/people/999/sessions'), 404, 'NOT_FOUND')
  })
})
