import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { formOf } from '../../client/command/admin/guest-fields.ts'
import type { ExportedRow } from '../../client/command/admin/guest-records.ts'
import * as client from '../../client/command/names.ts'
import * as schema from '../../schema/person-name.ts'
import type { ServiceResponse } from '../../tooling/command/service.ts'
import { violationsOf } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { changedColumns, parsedRows, wholeBooking } from './support/guest-export.ts'
import { registerApplication, setUpHotel, tokenFor } from './support/hotel.ts'
import { InnletCommand, innlet } from './support/innlet-command.ts'
import { ADMIN_TOKEN, newServiceFolder, type Run, start } from './support/run.ts'

const place = newServiceFolder()
let run: Run
let administrator: Record<string, string>

const anna = { firstName: 'Anna Sofia', lastName: 'Lindqvist', email: 'anna@guest.test', phone: '+46 8 123 456' }
const hostile = {
  ...anna,
  lastName: '"><script>alert(1)</script>',
  firstName: '\u202egnuh\u202c \u009b2J',
  city: "O'Fallon &amp;",
}
let post: (path: string, body: object) => Promise<ServiceResponse>
let [first, second, other, past] = [0, 0, 0, 0]

beforeAll(async () => {
  run = await start(place, '--no-demo')
  const { service } = run
  administrator = { INNLET_URL: service.origin, INNLET_ADMIN_TOKEN: ADMIN_TOKEN }
  await setUpHotel(service, 12)
  const permissions = ['reservations:write', 'inventory:write']
  const { access_token: bearer } = await tokenFor(service, await registerApplication(service, 12, permissions))
  post = (path, body) => service.requestOk('POST', `/api${path}`, body, bearer)
  const book = async (primaryGuestDetails: object, more: object) => {
    const [arrivalDate, departureDate] = ['2027-05-09', '2027-05-12']
    const booking = { arrivalDate, departureDate, primaryGuestDetails, ...more }
    const { headers } = await post('/Booking/PostBooking', booking)
    return Number(headers.get('x-reservation-id'))
  }
  first = await book(anna, wholeBooking)
  second = await book(hostile, {
    roomsBooked: [{ roomID: 102, roomNotes: ['</style><b>bold</b>\nA cot.', 'מיטה נוספת'] }],
  })
  const others = { ...anna, email: 'other@guest.test' }
  other = await book(others, { arrivalDate: '2098-12-30', departureDate: '2099-01-02', roomsBooked: [{ roomID: 103 }] })
  past = await book(others, { arrivalDate: '2020-05-09', departureDate: '2020-05-12', roomsBooked: [{ roomID: 101 }] })
  await post('/Sale/PostSale', {
    identity: 'till-1',
    reservationID: first,
    items: [{ inventoryId: 1, inventoryLocationId: 1, quantity: 2 }],
  })
  await post('/PartnerItinerary/IssueLink', { reservationId: first })
})

const guest = (...args: string[]) => innlet(['admin', 'guest', ...args], administrator)
const byEmail = ['--email', anna.email]

/** The rows of an export, by table and key. */
async function rowsOf(guestId: number): Promise<ExportedRow[]> {
  const { text } = await run.service.admin('GET', `/customers/12/guests/${guestId}/export`)
  return parsedRows(text)
}

it('a guest who asks is found by what is known, on all pages [COMMAND-11]', async () => {
  const inquire = (phone: string) =>
    post('/OnlineBooking/postinquiry', { primaryGuestDetails: { lastName: 'Many', phone }, message: 'A cot?' })
  await Promise.all(Array.from({ length: 51 }, (_, i) => inquire(i < 30 ? '0046 1' : '0046 2')))
  const [all, one, none, nothing, blank] = await Promise.all([
    guest('search', '12', '--last-name', 'many', '--json'),
    guest('search', '12', ...byEmail),
    guest('search', '12', '--email', 'nobody@guest.test'),
    guest('search', '12'),
    guest('search', '12', ...byEmail, '--last-name', ''),
  ])
  const ids = all.out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line).guestId)
  expect([all.code, new Set(ids).size]).toEqual([0, 51])
  // A text of a guest moves no cursor.
  expect(one.out.split('\n')).toEqual([
    expect.stringMatching(/^GUEST +FIRST NAME +LAST NAME +E-MAIL +PHONE +RESERVATIONS$/),
    expect.stringMatching(new RegExp(`^${first} +Anna Sofia +Lindqvist +anna@guest.test .* ${first}$`)),
    expect.stringMatching(new RegExp(`^${second} +gnuh +2J +"><script>`)),
    '',
  ])
  expect(none).toMatchObject({ code: 0, out: '', err: expect.stringContaining('No guest found.') })
  expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('--email, --phone or --last-name')])
  expect(blank.code).toBe(2)
})

it('a guest who asks gets all that is stored: a page for people, and the lines for programs [COMMAND-12]', async () => {
  const [page, lines] = [join(place.folder, 'anna.html'), join(place.folder, 'anna.ndjson')]
  const { code, out, err } = await guest('export', '12', ...byEmail, '--out', page, '--out', lines)
  expect([code, out.split('\n').length], err).toEqual([0, 4])
  for (const file of [page, lines]) expect(statSync(file).mode & 0o777).toBe(0o600)
  const rows = [...(await rowsOf(first)), ...(await rowsOf(second))]
  expect(parsedRows(readFileSync(lines, 'utf8'))).toEqual(rows)
  const call = ['call', 'getGuestExport', '--param', 'clientId=12', '--param', `guestId=${first}`]
  expect(parsedRows((await innlet(call, administrator)).out)).toEqual(await rowsOf(first))

  const browser = await launchBrowser()
  const tab = await browser.newPage({ viewport: { width: 360, height: 800 }, colorScheme: 'dark' })
  const requests: string[] = []
  tab.on('request', request => requests.push(request.url()))
  tab.on('dialog', () => requests.push('a dialog'))
  await tab.goto(`file://${page}`)
  const read = await tab.evaluate(() => document.body.innerText)
  const look = () =>
    tab.evaluate(() => ({
      text: document.body.textContent ?? '',
      fields: [...document.querySelectorAll('article > dl > div')].filter(each => each.checkVisibility()).length,
      scripts: document.scripts.length + document.querySelectorAll('b').length,
      moments: [...document.querySelectorAll('time')].map(({ dateTime }) => dateTime),
      overflow: document.documentElement.scrollWidth - innerWidth,
      ink: getComputedStyle(document.body).color,
      // The bullet of a text from right to left is at its right.
      bulletSpace: [...document.querySelectorAll('li:dir(rtl)')].map(
        each => (each.parentElement as Element).getBoundingClientRect().right - each.getBoundingClientRect().right,
      ),
    }))
  await tab.emulateMedia({ media: 'print' })
  const seen = await look()
  await tab.emulateMedia({ media: 'screen' })
  await tab.evaluate(() => {
    for (const each of document.querySelectorAll('details')) each.open = true
  })
  const onScreen = await look()
  expect([requests, onScreen.scripts, onScreen.overflow]).toEqual([[`file://${page}`], 0, 0])
  expect(onScreen.bulletSpace).toEqual([20])
  expect(await violationsOf(tab)).toEqual([])
  expect(seen.ink).not.toBe(onScreen.ink)
  await tab.close()

  const stored = rows.flatMap(({ table, row }) =>
    Object.entries(row).flatMap(([column, value]) =>
      ['', '[]', null].includes(value as null) ? [] : { table, column, value },
    ),
  )
  const named = rows.filter(({ table }) => table === 'room_rate' || table === 'activity_rate')
  expect(seen.fields).toBe(stored.length + named.length)
  for (const { table, column, value } of stored) {
    const form = formOf(table, column)
    if (form === 'text' || form === 'note') expect(seen.text).toContain(String(value))
    if (form === 'date' || form === 'time') expect(seen.moments).toContain(value)
    if (form === 'instant' && value) expect(seen.moments).toContain(new Date(Number(value)).toISOString())
  }
  expect(read).not.toMatch(/version|hash|made with|surcharge|tax override|€0.00|T00:00|reservation\.created/i)
  expect(seen.text).not.toContain('T00:00')
  for (const words of [
    '€120.50',
    '€7.00',
    '9 May 2027',
    'Gull (101)',
    'Mineral water (1)',
    'Inês Duarte (1)',
    'Confirmed',
    'Surf lesson (1)',
    'Received',
    '</style><b>bold</b>\nA cot.',
  ]) {
    expect(read).toContain(words)
  }
})

it('a guest who asks gets no file instead of another, and one only if all of it is there [COMMAND-12]', async () => {
  const [page, lines] = [join(place.folder, 'anna.html'), join(place.folder, 'new.ndjson')]
  const before = readFileSync(page, 'utf8')
  const german = join(place.folder, 'german.html')
  const [again, unknownKind, unknown, nobody, inGerman] = await Promise.all([
    guest('export', '12', String(first), '--out', lines, '--out', page),
    guest('export', '12', String(first), '--out', join(place.folder, 'anna.pdf')),
    guest('export', '12', String(first), '999', '--out', lines),
    guest('export', '12', '--email', 'nobody@guest.test', '--out', lines),
    guest('export', '12', String(first), '--out', german, '--language', 'de'),
  ])
  expect([again, unknownKind, unknown, nobody].map(({ code }) => code)).toEqual([2, 2, 1, 1])
  expect(unknown.err).toContain('NOT_FOUND: guestId')
  expect([readFileSync(page, 'utf8') === before, existsSync(lines)]).toEqual([true, false])
  expect(inGerman.code).toBe(0)
  expect(readFileSync(german, 'utf8')).toMatch(/9\. Mai 2027.*120,50\s€/s)
})

it('a guest who asks is erased with consent only, after a list of what goes [COMMAND-13]', async () => {
  const before = await rowsOf(first)
  const [asked, shown, found] = await Promise.all([
    guest('erase', '12', ...[first, other, past].map(String)),
    guest('erase', '12', String(first), '--dry-run', '--json'),
    guest('erase', '12', ...byEmail, '--yes'),
  ])
  expect([asked, shown, found].map(({ code }) => code)).toEqual([2, 0, 2])
  const [stay, stayOfOther] = [
    `reservation ${first}: Confirmed, 2027-05-09 to 2027-05-12, hotel H1`,
    `reservation ${other}: Confirmed, 2098-12-30 to 2099-01-02, hotel H1`,
  ]
  expect(asked.out).toContain(`~ guest ${first}\n    ${stay}\n    guest.first_name: "Anna Sofia" -> (none)\n`)
  expect(asked.err).toMatch(new RegExp(`^Warning: not ended yet: (.*; )?${stayOfOther}\\.\n`))
  expect(asked.err).not.toContain('2020')
  expect(found.err).toContain('give the ids, or --all')
  expect(await rowsOf(first)).toEqual(before)

  const { code, out, err } = await guest('erase', '12', String(first), '999', '--yes')
  const [, page = '', section = '', left] =
    /Erased 1 guest\.\nWhat is left.*: (.*)#(.*)\nTo show it to the guest: innlet (.*) \(/.exec(err) ?? []
  expect([code, left], err).toEqual([1, `admin guest export 12 ${first} --out left.html`])
  expect(await (await fetch(page)).text()).toContain(`id="${section}"`)
  expect(out).toContain('! guest 999 is refused: NOT_FOUND: guestId')
  const after = await rowsOf(first)
  const gone = new Set(JSON.parse(shown.out).fields.map(({ name }: { name: string }) => name))
  expect(new Set(changedColumns(before, after))).toEqual(
    new Set([...gone, 'guest.is_erased', 'reservation.version', 'reservation.change_seq', 'reservation.updated_at']),
  )
  expect(await guest('erase', '12', String(first))).toMatchObject({ code: 0, err: 'There is nothing to erase.\n' })
  expect((await rowsOf(other)).find(({ table }) => table === 'guest')?.row).toMatchObject({ last_name: 'Lindqvist' })
})

it('a guest who asks is told by the documentation what an erasure leaves [ADMIN-66]', async () => {
  const docs = readFileSync(join(import.meta.dirname, '../../docs/guest-data.md'), 'utf8')
  const [, list = ''] = /\n## What an erasure leaves\n(.*)/s.exec(docs) ?? []
  const named = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  const tables = [...new Set((await rowsOf(first)).map(({ table }) => table))]
  expect(tables.length).toBeGreaterThan(12)
  expect(named).toEqual(expect.arrayContaining([...tables, 'webhook_delivery', 'audit']))
})

it('a guest who asks is erased in all records by the same command after an interruption [COMMAND-13]', async () => {
  const all = ['erase', '12', '--last-name', 'Many', '--phone', '00461', '--all', '--yes']
  const killed = new InnletCommand(['admin', 'guest', ...all, '--json'], administrator)
  killed.child.stdout?.on('data', () => {
    if (killed.out.includes('"erased":true')) killed.child.kill('SIGKILL')
  })
  expect((await killed.ended).code).toBe(null)
  await run.service.admin('PUT', '/customers/12/state', { state: 'closed' })
  const closed = join(place.folder, 'closed.html')
  const [refused, exported] = await Promise.all([guest(...all), guest('export', '12', String(first), '--out', closed)])
  expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('is refused: INVALID_TRANSITION: ')])
  expect(refused.err).toMatch(/Erased 0 of (1?\d|2\d) guests?\. Run the same command again for the others\.\n$/)
  expect(exported.code).toBe(0)
  expect(readFileSync(closed, 'utf8')).not.toContain('Lindqvist')
  await run.service.admin('PUT', '/customers/12/state', { state: 'open' })
  expect(await guest(...all)).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^Erased (1?\d|2\d) guests?\.\n/),
  })
  expect(await guest(...all)).toMatchObject({ code: 0, out: '', err: 'There is nothing to erase.\n' })
})

it('a name in Han, Kana or Hangul has the family name first on the page of its guest, that of a host too [COMMAND-70]', async () => {
  const host = { employeeId: 1, firstName: 'さくら', lastName: '山田' }
  await run.service.admin('PUT', '/customers/12/setup', { employees: [host] })
  const { headers } = await post('/Booking/PostBooking', {
    ...{ ...wholeBooking, identity: 'names', paymentDetails: undefined, roomsBooked: [{ roomID: 101 }] },
    primaryGuestDetails: { firstName: '지민', lastName: '박' },
    arrivalDate: '2029-05-09',
    departureDate: '2029-05-12',
    activitiesBooked: [{ ...wholeBooking.activitiesBooked[0], activityDate: '2029-05-10' }],
  })
  const page = join(place.folder, 'names.html')
  expect((await guest('export', '12', headers.get('x-reservation-id') ?? '', '--out', page)).code).toBe(0)
  const text = readFileSync(page, 'utf8')
  for (const [first, last] of [
    ['小明', '王'],
    ['지민', '박'],
    ['さくら', '山田'],
    ['Ann', '王'],
    ['', '王'],
    ['Ann ', ' Berg'],
  ] as const)
    expect(client.personName(first, last)).toBe(schema.personName(first, last))
  expect([text.includes('<bdi>박지민</bdi>'), text.includes('山田 さくら <small>(1)</small>')]).toEqual([true, true])
})

describe('a command that was killed before it wrote its file of credentials [COMMAND-20]', () => {
  it.each([
    ['app new', ['--for', 'till'], 'innlet admin app list --customer 12'],
    ['app create', ['--name', 'Till', '--permissions', 'rates:read'], 'innlet admin app list --customer 12'],
    ['api-key create', ['--name', 'Till', '--permissions', 'rates:read'], 'innlet admin api-key list --customer 12'],
  ])('%s takes the empty file, and says what may be without a secret', async (command, flags, listed) => {
    const file = join(place.folder, `${command.replace(' ', '-')}-killed.env`)
    writeFileSync(file, '', { mode: 0o644 })
    writeFileSync(`${file}.part`, 'INNLET_CL')
    const args = [...command.split(' '), '--customer', '12', ...flags, '--out', file]
    const { code, out, err } = await innlet(['admin', ...args], administrator)
    expect([code, err]).toEqual([0, expect.stringContaining(`whose secret nobody has: ${listed}\n`)])
    expect([statSync(file).mode & 0o777, existsSync(`${file}.part`)], out).toEqual([0o600, false])
    expect(readFileSync(file, 'utf8')).toMatch(/^INNLET_URL=.*\nINNLET_/)
    expect((await innlet(['admin', ...args], administrator)).err).toBe(
      `innlet: ${file} is there already: give another with --out\n`,
    )
  })
})
