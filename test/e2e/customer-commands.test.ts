import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { Service } from '../../tooling/command/service.ts'
import { FaultyProxy } from '../client/support/faulty-proxy.ts'
import { closeLongAgo } from './support/database.ts'
import { ADMIN_TOKEN, newServiceFolder, type ServiceFolder, start } from './support/run.ts'

/** Two installations with the same keys of links, and different peppers. */
let first: { place: ServiceFolder; service: Service }
let second: { place: ServiceFolder; service: Service }

const LINK_KEYS = JSON.stringify({ keys: [{ kty: 'oct', kid: 'shared', alg: 'HS256', k: 'A'.repeat(43) }] })

async function installation(pepper: string) {
  const place = newServiceFolder()
  const secrets = { ADMIN_TOKEN, LINK_KEYS, SECRET_PEPPER: pepper }
  writeFileSync(
    place.vars,
    Object.entries(secrets)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
  )
  const { service } = await start(place, '--no-demo')
  return { place, service }
}

beforeAll(async () => {
  first = await installation('the pepper of the first')
  second = await installation('the pepper of the second')
  const { service } = first
  await service.admin('PUT', '/customers/7', { name: 'Aurora', currency: 'EUR', timeZone: 'Europe/Rome' })
  const hotel = {
    properties: [{ hotelid: 'AUR', name: 'Hotel Aurora' }],
    roomTypes: [{ roomTypeId: 1, hotelid: 'AUR', name: 'Double', maxOccupancy: 2 }],
    rooms: [{ roomId: 1, roomTypeId: 1, roomName: 'Larch', roomNo: '1' }],
  }
  await service.admin('PUT', '/customers/7/setup', hotel)
  const resources = Array.from({ length: 6000 }, (_, i) => ({
    resourceId: i + 1,
    name: `Boat ${'·'.repeat(150)} ${i + 1}`,
  }))
  for (let i = 0; i < 6000; i += 1000) {
    await service.admin('PUT', '/customers/7/setup', { resources: resources.slice(i, i + 1000) })
  }
})

/** Runs a command on an installation. `killedAt` kills it at the request with this number, before the service has it. */
async function run(name: string, { service }: typeof first, args: string[], killedAt = Number.POSITIVE_INFINITY) {
  const script = join(import.meta.dirname, `../../operations/${name}.ts`)
  const { ADMIN_TOKEN: _, ...env } = process.env
  let requests = 0
  const proxy = await FaultyProxy.inFrontOf(service.origin)
  proxy.usual = () => {
    if (++requests < killedAt) return null
    child.kill('SIGKILL')
    return { close: 'before' }
  }
  const all = [script, '--customer', '7', ...args, '--url', `${proxy.origin}/r/command`]
  const child = spawn(process.execPath, all, {
    env: { ...env, INNLET_ADMIN_TOKEN: ADMIN_TOKEN },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const hear = (text: Buffer) => {
    said += text
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const [code] = await once(child, 'close')
  await proxy.idle()
  proxy.end()
  return { code, said: said.trim() }
}

const stateIn = async ({ service }: typeof first) => (await service.admin('GET', '/customers/7/state')).json.state

/** A token of a new application, and what it reads. */
async function reservationsIn({ service }: typeof first) {
  const application = { name: 'tests', customerId: 7, product: 'innlet', permissions: ['reservations:write'] }
  const { clientId, clientSecret } = (await service.admin('POST', '/applications', application)).json
  const grant = {
    grant_type: 'client_credentials',
    audience: 'innlet-api',
    client_id: clientId,
    client_secret: clientSecret,
  }
  const bearer = (await service.requestOk('POST', '/oauth/token', grant)).json.access_token
  return {
    bearer,
    read: async () => (await service.requestOk('POST', '/api/Reservation/GetReservations', {}, bearer)).text,
  }
}

it('a customer moves from one installation to another, with its stay and its link, and is then deleted [CUSTOMER-8] [CUSTOMER-19]', async () => {
  const { bearer, read } = await reservationsIn(first)
  const stay = { arrivalDate: '2027-05-10', departureDate: '2027-05-12', primaryGuestDetails: { lastName: 'Berg' } }
  const booked = await first.service.requestOk(
    'POST',
    '/api/Booking/PostBooking',
    { ...stay, identity: 'one', roomsBooked: [{ roomID: 1 }] },
    bearer,
  )
  const reservationId = Number(booked.headers.get('x-reservation-id'))
  const issued = await first.service.requestOk('POST', '/api/PartnerItinerary/IssueLink', { reservationId }, bearer)
  const details = `/api/public/PartnerItinerary/details/${issued.json.content.token}`
  const [list, itinerary] = [await read(), (await first.service.requestOk('GET', details)).text]

  const file = join(first.place.folder, 'customer-7.ndjson')
  const exported = await run('export-customer', first, ['--to', file])
  expect([exported.code, exported.said]).toEqual([0, expect.stringMatching(/6,\d\d\d rows in /)])
  expect([await stateIn(first), statSync(file).mode & 0o777, existsSync(`${file}.part`)]).toEqual([
    'open',
    0o600,
    false,
  ])
  expect((await run('export-customer', first, ['--to', file])).said).toMatch(/exists; name another file$/)

  const killed = await run('import-customer', second, ['--from', file], 3)
  expect(killed.code).toBe(null)
  expect((await second.service.request('GET', details)).status).toBe(404)
  expect((await run('import-customer', second, ['--from', file])).said).toMatch(/customer 7 is imported and open/)
  expect((await run('import-customer', second, ['--from', file])).code).toBe(0)
  expect(await (await reservationsIn(second)).read()).toBe(list)
  expect((await second.service.requestOk('GET', details)).text).toBe(itinerary)

  expect((await run('delete-customer', first, [])).said).toMatch(/add --yes$/)
  expect((await run('delete-customer', first, ['--yes'])).said).toMatch(/INVALID_TRANSITION: .*close it first$/)
  const closed = await run('delete-customer', first, ['--close'])
  expect(closed.said).toMatch(/^customer 7 is closed; it can be deleted from \d{4}-/)
  closeLongAgo(first.place, 7)
  expect((await run('delete-customer', first, ['--yes'])).code).toBe(0)
  expect(await stateIn(first)).toBe('deleted')
  expect((await second.service.requestOk('GET', details)).text).toBe(itinerary)
})

it('a customer that an administrator has made read-only stays so after an export [CUSTOMER-19]', async () => {
  await second.service.admin('PUT', '/customers/7/state', { state: 'readOnly' })
  const { code, said } = await run('export-customer', second, ['--to', join(second.place.folder, 'kept.ndjson')])
  expect([code, said]).toEqual([0, expect.stringContaining('customer 7 is readOnly as before')])
  expect((await run('delete-customer', second, ['--open'])).said).toBe('customer 7 is open')
})

it('an import of an older file lists the guests who were erased since, also when it is repeated [CUSTOMER-38]', async () => {
  const file = join(second.place.folder, 'older.ndjson')
  expect((await run('export-customer', second, ['--to', file])).code).toBe(0)
  await second.service.admin('POST', '/customers/7/guests/1/erase')
  await run('delete-customer', second, ['--close'])
  closeLongAgo(second.place, 7)
  expect((await run('delete-customer', second, ['--yes'])).code).toBe(0)
  const todo =
    /customer 7 is imported and open.*\nAdministrators must do again:\n {2}guest\.erase 7\/1, 2\S+Z: the data of the guest is there again: erase it again$/
  expect((await run('import-customer', second, ['--from', file])).said).toMatch(todo)
  expect((await run('import-customer', second, ['--from', file])).said).toMatch(todo)
})

it('a file that was cut or changed is refused before anything is sent [CUSTOMER-14]', async () => {
  const file = join(second.place.folder, 'guest.ndjson')
  expect((await run('export-customer', second, ['--guest', '1', '--to', file])).code).toBe(0)
  const text = readFileSync(file, 'utf8')
  const damaged = join(second.place.folder, 'damaged.ndjson')
  for (const [content, problem] of [
    [text.replace('Berg', 'Borg'), /a line of this page was changed/],
    [text.slice(0, text.lastIndexOf('{"end"')), /the end is missing/],
    [text.slice(0, -20), /this is no line of an export/],
  ] as const) {
    writeFileSync(damaged, content)
    const { code, said } = await run('import-customer', second, ['--from', damaged])
    expect([code, said]).toEqual([1, expect.stringMatching(problem)])
    expect(said).not.toContain(ADMIN_TOKEN)
    expect(said).not.toContain('run again')
  }
})
