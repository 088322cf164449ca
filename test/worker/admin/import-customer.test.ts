import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { book, post } from '../../support/booking'
import { insertChannel } from '../../support/channel'
import {
  adminWith,
  closedLongAgo,
  exportAll,
  type FilePart,
  importAll,
  importPart,
  partsOf,
  setState,
} from '../../support/customer-data'
import { failingAt } from '../../support/failing-batches'
import { calendarPath, detailsPath, hotelsPath, issueLink, markupPath } from '../../support/itinerary'
import { moveStep, readCustomerRows } from '../../support/move'
import { createOtherCustomer, OTHER_CUSTOMER_ID } from '../../support/other-customer'
import { aSale, sell } from '../../support/sale'
import {
  admin,
  databases,
  expectRefusal,
  expectStatus,
  type Hotel,
  integrator,
  openHotel,
  resetService,
  rows,
  rowsIn,
  send,
} from '../../support/service'
import { restoreSnapshot, type Snapshot, snapshot } from '../../support/snapshot'

const SHARD = databases.length - 1
const surf = { activityID: 1, activityDate: '2027-05-11', activityStartTime: '10:00', participants: 2 }
const paid = { paymentAmount: 10, paymentExtID: 'pay-1' }

let hotel: Hotel
let bookingID: number
let link: string
/** The export of the hotel. */
let file: string
let before: Snapshot
beforeAll(async () => {
  hotel = await openHotel()
  await insertChannel()
  bookingID = await book(hotel.call, { identity: 'first', activitiesBooked: [surf], paymentDetails: paid })
  await book(hotel.call, { identity: 'second', roomsBooked: [{ roomID: 103 }] })
  await expectStatus(200, sell(hotel.call, aSale({ identity: 'till', reservationID: bookingID })))
  ;({ token: link } = await issueLink(hotel, bookingID))
  file = await fileOf(1)
  before = await snapshot()
})
beforeEach(() => restoreSnapshot(before))

/** What integrators and guests read of the hotel, as it is sent. */
async function whatIsServed(call: typeof hotel.call) {
  const reads = [
    call('POST', '/Reservation/GetReservations', {}),
    call('GET', '/CMConnect/GetCMConnect?from=2027-05-01&to=2027-05-31'),
    call('GET', '/Fetch/GetFetchQueueMessage'),
    call('GET', '/Inventory/GetInventoryItem'),
    ...[detailsPath, hotelsPath, markupPath, calendarPath].map(path => send('GET', path(link))),
  ]
  return Promise.all(reads.map(async read => ({ status: (await read).status, text: (await read).text })))
}

/** The file of a closed customer. */
async function fileOf(customer: number): Promise<string> {
  await setState(customer, 'readOnly')
  const { file } = await exportAll(String(customer))
  await setState(customer, 'open')
  return file
}

describe('an import', () => {
  it('serves the same in another installation, byte for byte, and continues all counts [CUSTOMER-8]', async () => {
    const [served, stored] = [await whatIsServed(hotel.call), await readCustomerRows(1, SHARD)]
    expect(served.map(({ status }) => status)).toEqual(served.map(() => 200))
    await resetService()

    const done = await importAll(1, file)
    expect(done).toMatchObject({ clientId: 1, state: 'done', done: true, rows: done.total })
    expect(await readCustomerRows(1, SHARD)).toEqual(stored)
    const { call } = await integrator(1)
    expect(await whatIsServed(call)).toEqual(served)

    const repeated = await expectStatus(200, post(call, { identity: 'first', bookingID, label: 'again' }))
    expect(repeated.headers.get('x-reservation-id')).toBe(String(bookingID))
    expect(await book(call, { identity: 'third', roomsBooked: [{ roomID: 102 }] })).toBe(bookingID + 2)
    const [audited] = await rows("SELECT details FROM audit WHERE act = 'customer.import' ORDER BY audit_id DESC")
    expect(JSON.parse(String(audited?.details)).rows).toBe(done.rows)
  })

  it('restores no credential, and its links work only with the keys of the first installation [CUSTOMER-9]', async () => {
    expect(/secret_hash|key_hash/.test(file)).toBe(false)
    const { apiKey } = (
      await expectStatus(201, admin('POST', '/api-keys', { customerId: 1, name: 'till', permissions: ['rates:read'] }))
    ).json
    await resetService()
    await importAll(1, file)
    const { clientId, clientSecret } = hotel
    const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    expect((await send('POST', '/oauth/token', grant)).json.error_code).toBe('INVALID_CLIENT_CREDENTIALS')
    expect((await send('GET', '/api/CMConnect/GetCMConnect', undefined, { 'x-api-key': apiKey })).status).toBe(401)
    expect((await send('GET', detailsPath(link))).status).toBe(200)
    const keys = JSON.stringify({ keys: [{ kty: 'oct', kid: 'other', alg: 'HS256', k: 'A'.repeat(43) }] })
    expect((await adminWith({ LINK_KEYS: keys })('GET', `/..${detailsPath(link)}`)).status).toBe(404)
  })

  it('serves nothing before its end, and then at once [CUSTOMER-10]', async () => {
    await resetService()
    const parts = partsOf(file)
    const [end, ...pages] = parts.toReversed()
    for (const page of pages.toReversed()) {
      expect((await expectStatus(200, importPart(1, page))).json.done).toBe(false)
      expect((await admin('GET', '/customers/1/state')).json.state).toBe('importing')
      expect((await send('GET', detailsPath(link))).status).toBe(404)
      for (const refused of [
        admin('PUT', '/customers/1', { name: 'Me', currency: 'EUR', timeZone: 'Europe/Rome' }),
        admin('PUT', '/customers/1/state', { state: 'open' }),
        admin('PUT', '/customers/1/setup', {}),
      ]) {
        await expectRefusal(refused, 409, 'INVALID_TRANSITION')
      }
    }
    expect((await expectStatus(200, importPart(1, end as FilePart))).json.done).toBe(true)
    expect((await send('GET', detailsPath(link))).status).toBe(200)
    expect((await admin('GET', '/customers/1/state')).json.state).toBe('open')
  })

  it('continues after its last page, and a repeated request changes nothing [CUSTOMER-11]', async () => {
    const stored = await readCustomerRows(1, SHARD)
    await resetService()
    const parts = partsOf(file)
    for (const part of parts) {
      const { json } = await expectStatus(200, importPart(1, part))
      expect((await expectStatus(200, importPart(1, part))).json).toEqual(json)
      expect((await expectStatus(200, importPart(1, {}))).json).toEqual(json)
    }
    const whole = { after: '', lines: file }
    expect((await expectStatus(200, importPart(1, whole))).json.done).toBe(true)
    expect(await readCustomerRows(1, SHARD)).toEqual(stored)
    await expectRefusal(importPart(1, { ...(parts[2] as FilePart) }), 409, 'INVALID_TRANSITION')
  })

  it('takes a whole file in one request', async () => {
    const stored = await readCustomerRows(1, SHARD)
    await resetService()
    expect((await expectStatus(200, importPart(1, { lines: file }))).json.done).toBe(true)
    expect(await readCustomerRows(1, SHARD)).toEqual(stored)
  })

  it('is refused while the id is not free, and touches no other customer [CUSTOMER-12]', async () => {
    await createOtherCustomer()
    const [stored, other] = [await readCustomerRows(1, SHARD), await readCustomerRows(OTHER_CUSTOMER_ID, 0)]
    const refused = await expectStatus(409, importPart(1, { lines: file }))
    expect(refused.json.errors[0].description).toEqual(
      expect.stringMatching(/^clientId: there is a customer with this id/),
    )
    expect(await readCustomerRows(1, SHARD)).toEqual(stored)
    const wrong = await importPart(5, { lines: file })
    await expectRefusal(wrong, 422, 'INVALID_FIELD', 'lines: line 0: this is an export of customer 1')

    await closedLongAgo(1)
    for (let done = false; !done; ) ({ done } = (await expectStatus(200, admin('DELETE', '/customers/1'))).json)
    await importAll(1, file)
    const { customer: _, ...others } = stored
    expect(await readCustomerRows(1, SHARD)).toMatchObject(others)
    expect(await readCustomerRows(OTHER_CUSTOMER_ID, 0)).toEqual(other)
  })

  it('of a customer that was deleted continues above all numbers of that time [CUSTOMER-31]', async () => {
    const endpoint = { url: 'https://hooks.example.com/innlet', types: [] }
    const old = (await expectStatus(200, hotel.call('POST', '/Webhook/PostEndpoint', endpoint))).json.content
    const later = await book(hotel.call, { roomsBooked: [{ roomID: 102 }] })
    const [last] = await rows(
      'SELECT max(sequence) AS sequence, (SELECT max(change_seq) FROM reservation) AS change FROM event',
    )
    await closedLongAgo(1)
    await expectStatus(200, admin('DELETE', '/customers/1'))
    await importAll(1, file)

    const { call } = await integrator(1)
    const made = (await expectStatus(200, call('POST', '/Webhook/PostEndpoint', endpoint))).json.content
    expect(made.endpointId).toBeGreaterThan(old.endpointId)
    expect(made.secret).not.toBe(old.secret)
    expect(await book(call, { roomsBooked: [{ roomID: 102 }] })).toBeGreaterThan(later)
    const [now] = await rows(
      'SELECT max(sequence) AS sequence, (SELECT max(change_seq) FROM reservation) AS change FROM event',
    )
    expect(now?.sequence).toBeGreaterThan(Number(last?.sequence))
    expect(now?.change).toBeGreaterThan(Number(last?.change))
  })

  it('raises the numbers of no other customer [CUSTOMER-52]', async () => {
    await closedLongAgo(1)
    await expectStatus(200, admin('DELETE', '/customers/1'))
    await importAll(1, file)
    const { call } = await openHotel(8)
    expect(await book(call)).toBe(1)
  })

  it('names the guests who were erased after the file was written, in any database [CUSTOMER-38]', async () => {
    const [first] = await rows('SELECT guest_id AS id FROM reservation WHERE reservation_id = ?', bookingID)
    await expectStatus(204, admin('POST', `/customers/1/guests/${first?.id}/erase`))
    for (let done = false; !done; ) ({ done } = (await expectStatus(200, moveStep(1, 0))).json)
    const [second] = await rowsIn(
      databases[0] as D1Database,
      'SELECT max(guest_id) AS id FROM guest WHERE customer_id = 1',
    )
    expect(second?.id).not.toBe(first?.id)
    await expectStatus(204, admin('POST', `/customers/1/guests/${second?.id}/erase`))
    await closedLongAgo(1)
    for (let done = false; !done; ) ({ done } = (await expectStatus(200, admin('DELETE', '/customers/1'))).json)

    const { erasures } = await importAll(1, file)
    expect(erasures).toEqual(
      expect.arrayContaining([
        { guestId: first?.id, at: expect.stringMatching(/Z$/), shard: SHARD, auditId: expect.any(Number) },
        { guestId: second?.id, at: expect.stringMatching(/Z$/), shard: 0, auditId: expect.any(Number) },
      ]),
    )
    expect(erasures).toHaveLength(2)
    expect((await expectStatus(200, importPart(1, {}))).json.erasures).toEqual(erasures)
  })

  it('names no guest who was erased before the file was written, or of another customer [CUSTOMER-38]', async () => {
    await createOtherCustomer()
    const act = (subject: string, at: number) =>
      rows(
        "INSERT INTO audit (at, request_id, act, subject, details) VALUES (?, 'r', 'guest.erase', ?, '{}')",
        at,
        subject,
      )
    const exportedAt = Date.parse(JSON.parse(file.slice(0, file.indexOf('\n'))).exportedAt)
    await act('1/8', exportedAt - 120_000)
    await act('10/8', exportedAt + 1000)
    await act('19/8', exportedAt + 1000)
    await closedLongAgo(1)
    for (let done = false; !done; ) ({ done } = (await expectStatus(200, admin('DELETE', '/customers/1'))).json)
    expect((await importAll(1, file)).erasures).toEqual([])
  })

  it('can be given up at any page [CUSTOMER-13]', async () => {
    await resetService()
    await expectStatus(200, importPart(1, partsOf(file)[0] as FilePart))
    await expectStatus(200, importPart(1, partsOf(file)[1] as FilePart))
    expect((await expectStatus(200, admin('DELETE', '/customers/1'))).json).toMatchObject({ done: true })
    expect(await readCustomerRows(1, SHARD)).toEqual({})
    expect((await importAll(1, file)).done).toBe(true)
  })
})

describe('an import refuses', () => {
  const refusal = async (lines: string, after = '') => {
    const { status, json } = await importPart(1, { lines, after })
    return [status, json.errors[0].description]
  }
  beforeEach(resetService)

  it('a file that was changed, cut or put together from others, and stores nothing of the page [CUSTOMER-14]', async () => {
    const lines = file.split('\n')
    const without = (i: number) => lines.toSpliced(i, 1).join('\n')
    expect(await refusal(file.replace('second', 'secund'))).toEqual([
      422,
      'lines: the checksum of a page of reservation is not that of its lines',
    ])
    expect(await refusal(without(1))).toEqual([422, expect.stringContaining('expected the end of a page')])
    expect(await refusal(without(0))).toEqual([422, expect.stringContaining('expected the first line')])
    expect(await refusal(lines.slice(0, 2).join('\n'))).toEqual([422, expect.stringContaining('expected whole pages')])
    expect(await refusal(lines.slice(0, 8).join('\n').slice(0, -5))).toEqual([
      422,
      expect.stringMatching(/^lines: line/),
    ])
    const [first, , third] = partsOf(file) as [FilePart, FilePart, FilePart, ...FilePart[]]
    expect(await refusal(`${first.lines}${third.lines}`)).toEqual([422, expect.stringContaining('the checksum')])
    expect(await refusal(third.lines, third.after)).toEqual([409, 'after: the import begins with the first line'])
    expect(await readCustomerRows(1, SHARD)).toEqual({})
    expect((await admin('GET', '/customers/1/state')).status).toBe(404)
  })

  it('an end that comes too early [CUSTOMER-14]', async () => {
    const [first, second] = partsOf(file) as [FilePart, FilePart, ...FilePart[]]
    const { json } = await expectStatus(200, importPart(1, first))
    const end = JSON.stringify({ end: { rows: json.rows, checksum: second.after } })
    expect(await refusal(end, second.after)).toEqual([
      409,
      expect.stringMatching(/^lines: the end is of 1 rows; 1 of \d+/),
    ])
  })

  it('rows of a table or a column that this release does not know, and of a later release [CUSTOMER-15]', async () => {
    const signed = async (text: string) => {
      const lines = text.trimEnd().split('\n')
      const bytes = new TextEncoder().encode(['', ...lines].join('\n'))
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
      const checksum = Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
      const { table } = JSON.parse(lines[1] as string)
      return `${lines.join('\n')}\n${JSON.stringify({ page: { table, rows: lines.length - 1, checksum } })}\n`
    }
    const [header, customer] = file.split('\n') as [string, string]
    const unknown = await signed(`${header}\n{"table":"customer_directory","row":{"shard":0}}`)
    expect(await refusal(unknown)).toEqual([422, 'lines: there is no table customer_directory'])
    const ofRelease100 = await signed(`${header}\n{"table":"plan_day","row":{"day":"2027-05-01"}}`)
    expect(await refusal(ofRelease100)).toEqual([422, 'lines: there is no table plan_day'])
    const column = await signed(`${header}\n${customer.replace('"currency"', '"customer_id":2,"currency"')}`)
    expect(await refusal(column)).toEqual([422, 'lines: table customer has no column customer_id'])
    const later = await signed(`${header.replace(/"migration":"\d+/, '"migration":"9999')}\n${customer}`)
    expect(await refusal(later)).toEqual([422, expect.stringContaining('which this installation does not have')])
    const ofAnotherTime = await signed(
      `${header.replace(/"migration":"[^"]*/, '"migration":"0002_hotel-for-guest.sql')}\n${customer}`,
    )
    expect(await refusal(ofAnotherTime)).toEqual([
      422,
      expect.stringMatching(/^lines: line 0: the export is of release 1\.0\.0/),
    ])
    const version = await signed(`${header.replace('"version":1', '"version":2')}\n${customer}`)
    expect(await refusal(version)).toEqual([422, 'lines: line 0: expected version 1 of the format'])
    const null_ = await signed(`${header}\n${customer.replace(/"currency":"\w+"/, '"currency":null')}`)
    expect(await refusal(null_)).toEqual([422, 'lines: line 1: customer.currency: expected a string'])
    const older = await signed(`${header}\n${customer.replace(/"logo_url":"[^"]*",/, '')}`)
    expect((await importPart(1, { lines: older })).status).toBe(200)
  })
})

it('an import continues after each failed batch, and loses nothing [CUSTOMER-11]', async () => {
  const stored = await readCustomerRows(1, SHARD)
  await resetService()
  let faults = 0
  for (let nth = 1, done = false; !done; nth++) {
    for (const after of [false, true]) {
      const disturbed = await importPart(1, { lines: file }, adminWith(failingAt(nth, after)))
      expect([200, 503]).toContain(disturbed.status)
      faults += Number(disturbed.status === 503)
      done = disturbed.json.done === true
      const state = await admin('GET', '/customers/1/state')
      const progress = await expectStatus(200, importPart(1, {}))
      // A last response can be lost after the customer was opened.
      if (state.status === 200) expect(state.json.state === 'open').toBe(progress.json.done)
    }
  }
  expect(faults).toBeGreaterThan(10)
  expect(await readCustomerRows(1, SHARD)).toEqual(stored)
  expect((await send('GET', detailsPath(link))).status).toBe(200)
})
