import { existsSync, statSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseEnv } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { firstOwnerLink } from '../../tooling/command/first-owner.ts'
import { databaseFile } from '../../tooling/state/files.ts'
import { repetitions } from '../support/repetitions.ts'
import { innlet } from './support/innlet-command.ts'
import { processTree, survivors } from './support/processes.ts'
import { ADMIN_TOKEN, newServiceFolder, npmStart, type Run, read, start } from './support/run.ts'

const token = ({ service }: Run, client_id: string, client_secret: string) =>
  service.requestOk('POST', '/oauth/token', {
    grant_type: 'client_credentials',
    client_id,
    client_secret,
    audience: 'innlet-api',
  })

describe('the first start, with the demo hotel', () => {
  const place = newServiceFolder()
  let run: Run
  beforeAll(async () => {
    run = await start(place)
  })

  it("prints the guest's page, which shows the stay [RUN-1]", async () => {
    expect(run.of("Guest's page")).toMatch(/^http:\/\/localhost:\d+\/itinerary\/[\w.-]+$/)
    const page = await fetch(run.of("Guest's page"))
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<guest-itinerary')
  })

  it("prints the hotel's page, which embeds the widget as a hotel would", async () => {
    const page = await fetch(run.of("Hotel's page"))
    expect(page.status).toBe(200)
    expect(await page.text()).toMatch(/<script type="module" src="[^"]*\/widget\/guest-itinerary\.js"/)
  })

  it('prints a client id and secret that are good for every permission [RUN-1]', async () => {
    const { json } = await token(run, run.of('client_id'), run.of('client_secret'))
    expect(json.scope.split(' ')).toEqual(
      expect.arrayContaining(['reservations:write', 'rates:write', 'inventory:write']),
    )
  })

  it('prints the page for hotels and the API reference', async () => {
    for (const title of ['For hotels', 'API reference']) expect((await fetch(run.of(title))).status).toBe(200)
  })

  it('prints the link of the first owner, until an owner has joined [PEOPLE-37]', async () => {
    const link = run.of('Console')
    expect(link).toMatch(/^http:\/\/localhost:\d+\/console\/join#[\w-]{43}$/)
    expect(await firstOwnerLink(run.service)).not.toBe(link)
    const file = databaseFile(place.state, {}, 'DB')
    new DatabaseSync(file, { timeout: 5000 }).exec("INSERT INTO passkey VALUES ('a', 1, -7, 'b', 1)")
    expect(await firstOwnerLink(run.service)).toBeUndefined()
  })

  it('keeps the database in the file that release 1.0.0 gave it [RUN-15]', () => {
    const file = '9ba2b04bf514d9facfd57ed57d849e77241a7adc99d1c1545d06688b43d84248.sqlite'
    expect(existsSync(join(place.state, 'v3/d1/miniflare-D1DatabaseObject', file))).toBe(true)
  })

  it('prints nothing else, and ends with Ready on http://localhost:PORT [RUN-1]', () => {
    expect(run.lines.at(-1)).toMatch(/^Ready on http:\/\/localhost:\d+$/)
    expect(run.lines.filter(Boolean).map(line => line.trim().split(/ {2,}|(?<=Ready on) /)[0])).toEqual([
      'Console',
      "Guest's page",
      "Hotel's page",
      'For hotels',
      'API reference',
      'Webhooks',
      'client_id',
      'client_secret',
      'credentials',
      'log',
      'Ready on',
    ])
    expect(run.err).toBe('')
  })

  it('makes the secrets that were missing, random and for the owner alone, and leaves the one that was there [RUN-1]', () => {
    const vars = parseEnv(read(place.vars))
    expect(Object.keys(vars).sort()).toEqual([
      'ADMIN_TOKEN',
      'LINK_KEYS',
      'SECRET_PEPPER',
      'SIGNING_KEYS',
      'WEBHOOK_KEYS',
    ])
    expect(vars.ADMIN_TOKEN).toBe(ADMIN_TOKEN)
    expect(vars.SECRET_PEPPER).toMatch(/^[\w-]{43}$/)
    expect(statSync(place.vars).mode & 0o077).toBe(0)
  })

  it('writes credentials for the command line, for the owner alone [COMMAND-2]', async () => {
    const file = join(place.state, 'innlet.env')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { code, err } = await innlet(['doctor', '--credentials', file], {})
    expect([code, err]).toEqual([0, ''])
  })

  it('serves the widget to any site, and every file with the type that it has', async () => {
    const script = await fetch(`${run.service.origin}/widget/guest-itinerary.js`)
    expect(script.headers.get('access-control-allow-origin')).toBe('*')
    expect(script.headers.get('x-content-type-options')).toBe('nosniff')
    expect(script.headers.get('content-type')).toMatch(/javascript/)
  })

  it('listens on this machine only', async () => {
    const { port } = new URL(run.service.origin)
    const outside = Object.values(networkInterfaces())
      .flat()
      .filter(address => address && !address.internal && address.family === 'IPv4')
    for (const address of outside) await expect(fetch(`http://${address?.address}:${port}/`)).rejects.toThrow()
  })

  it('logs each request as one line of JSON that holds no secret and no link [API-21]', async () => {
    await fetch(run.of("Guest's page"))
    const lines = () => read(join(place.state, 'service.log')).trim().split('\n')
    await expect
      .poll(() => JSON.parse(lines().at(-1) ?? ''))
      .toMatchObject({ method: 'GET', route: '/itinerary/{token}', status: 200 })
    for (const line of lines()) expect(JSON.parse(line)).toHaveProperty('id')
    for (const secret of [ADMIN_TOKEN, run.of('client_secret'), run.of("Guest's page").split('/').at(-1), 'Lindqvist'])
      expect(lines().join()).not.toContain(secret)
  })

  it('logs an exception with the names of the functions that were running', async () => {
    const { service } = run
    const db = new DatabaseSync(databaseFile(place.state, {}, 'DB'), { timeout: 5000 })
    db.exec('ALTER TABLE clean_up_visit RENAME TO away')
    await service.admin('GET', '/status')
    db.exec('ALTER TABLE away RENAME TO clean_up_visit')
    db.close()
    const lastFault = () =>
      read(join(place.state, 'service.log'))
        .match(/\{.*"fault":.*\}/g)
        ?.at(-1) ?? '{}'
    await expect.poll(() => JSON.parse(lastFault()).at?.join()).toMatch(/at async readDirectoryStatus \(/)
  })

  describe('and a second start', () => {
    let again: Run
    let kept: { vars: string; reservation: string | null }
    beforeAll(async () => {
      kept = { vars: read(place.vars), reservation: await book(run) }
      await run.end('SIGTERM')
      again = await start(place)
    })

    it('keeps the secrets', () => {
      expect(read(place.vars)).toBe(kept.vars)
    })

    it('keeps the credentials and the link', async () => {
      for (const title of ['client_id', 'client_secret']) expect(again.of(title)).toBe(run.of(title))
      const pathOf = (each: Run) => new URL(each.of("Guest's page")).pathname
      expect(pathOf(again)).toBe(pathOf(run))
    })

    it('keeps every booking, and makes none again [RUN-2]', async () => {
      expect(await book(again)).toBe(kept.reservation)
      expect(await book(again, 'one-more')).toBe(String(Number(kept.reservation) + 1))
    })
  })
})

/** Books a room of the demo hotel and returns the id of the reservation. The same identity gives the same id. */
async function book(run: Run, identity = 'kept'): Promise<string | null> {
  const { json } = await token(run, run.of('client_id'), run.of('client_secret'))
  const body = {
    identity,
    arrivalDate: identity === 'kept' ? '2031-01-01' : '2031-02-01',
    departureDate: identity === 'kept' ? '2031-01-03' : '2031-02-03',
    primaryGuestDetails: { lastName: 'Test' },
    roomsBooked: [{ roomID: 101 }],
  }
  return (await run.service.requestOk('POST', '/api/Booking/PostBooking', body, json.access_token)).headers.get(
    'x-reservation-id',
  )
}

describe('how it ends', () => {
  const place = newServiceFolder()

  const ENDS = [
    ['SIGINT', 0],
    ['SIGKILL', null],
    ['SIGTERM', 0],
  ] as const
  it.for(ENDS.slice(0, repetitions(2, 3)))(
    '%s ends it within seconds and leaves no process [RUN-7]',
    async ([signal, code]) => {
      const run = await start(place, '--no-demo')
      const family = processTree(run.pid)
      expect(family.length).toBeGreaterThan(1)
      expect((await run.end(signal)).code).toBe(code)
      expect(await survivors(family)).toEqual([])
    },
  )

  it.for((['SIGTERM', 'SIGKILL'] as const).slice(0, repetitions(1, 2)))(
    '%s to npm itself does so too',
    async signal => {
      const run = await npmStart(place, '--no-demo')
      const family = processTree(run.pid)
      expect(family.length).toBeGreaterThan(2)
      await run.end(signal)
      expect(await survivors(family)).toEqual([])
    },
  )
})

describe('--no-demo', () => {
  const place = newServiceFolder(`ADMIN_TOKEN='${ADMIN_TOKEN}'\nSIGNING_KEYS=\n`)
  let run: Run
  beforeAll(async () => {
    run = await start(place, '--no-demo')
  })

  it('is an empty service [RUN-6]', async () => {
    expect(run.of("Guest's page")).toBe('')
    expect(run.of('Webhooks')).toBe('')
    const { json } = await run.service.admin('GET', '/applications')
    expect(json.applications).toEqual([])
  })

  it('treats an empty secret as not configured, and never replaces it [RUN-3]', async () => {
    expect(parseEnv(read(place.vars)).SIGNING_KEYS).toBe('')
    const { status, json } = await run.service.request('POST', '/oauth/token', {
      grant_type: 'client_credentials',
      client_id: 'nobody',
      client_secret: 'nothing',
    })
    expect([status, json.error_code]).toEqual([503, 'SIGNING_NOT_CONFIGURED'])
  })
})
