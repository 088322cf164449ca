import { beforeEach, describe, expect, it } from 'vitest'
import { aBooking, book, post } from '../../support/booking'
import { adminWith, setState } from '../../support/customer-data'
import { failingAt } from '../../support/failing-batches'
import { calendarPath, detailsPath, hotelsPath, issueLink, markupPath, pagePath } from '../../support/itinerary'
import { moveStep, readCustomerRows } from '../../support/move'
import { createOtherCustomer, OTHER_CUSTOMER_ID } from '../../support/other-customer'
import {
  ALL_PERMISSIONS,
  type Answer,
  admin,
  databases,
  expectStatus,
  hotelBeforeEach,
  requestToken,
  rows,
  send,
} from '../../support/service'

const hotel = hotelBeforeEach()
const SHARD = databases.length - 1
let bookingID: number
let link: string
let apiKey: string
beforeEach(async () => {
  bookingID = await book(hotel.call, { identity: 'first' })
  ;({ token: link } = await issueLink(hotel, bookingID))
  const key = { customerId: 1, name: 'till', permissions: ALL_PERMISSIONS }
  ;({ apiKey } = (await expectStatus(201, admin('POST', '/api-keys', key))).json)
})

const list = (headers: Record<string, string>) => send('POST', '/api/Reservation/GetReservations', {}, headers)
const tokenRequest = () => requestToken({ client_id: hotel.clientId, client_secret: hotel.clientSecret })
const described = async (answer: Promise<Answer>) => {
  const { status, json } = await answer
  return [status, json.errors[0].code, json.errors[0].description]
}

describe('a closed customer', () => {
  it('has no token, no key, no link and no posting from then on, and its rows stay [CUSTOMER-1]', async () => {
    await createOtherCustomer()
    const before = [await readCustomerRows(1, SHARD), await readCustomerRows(OTHER_CUSTOMER_ID, 0)]
    const { json } = await setState(1, 'closed')
    expect(json).toEqual({
      clientId: 1,
      state: 'closed',
      reason: null,
      closedAt: expect.stringMatching(/^\d{4}-/),
      deletableFrom: new Date(Date.parse(json.closedAt) + 900_000).toISOString(),
    })
    const refused = [401, 'INVALID_TOKEN', 'the customer of this token is closed']
    expect(await described(post(hotel.call, aBooking({ identity: 'late', roomsBooked: [{ roomID: 103 }] })))).toEqual(
      refused,
    )
    expect(await described(list({ authorization: `Bearer ${hotel.token}` }))).toEqual(refused)
    expect((await list({ 'x-api-key': apiKey })).json.errors[0].code).toBe('INVALID_API_KEY')
    expect((await tokenRequest()).json.error_code).toBe('CLIENT_REVOKED')
    const dead = await send('GET', detailsPath('no-link'))
    for (const path of [detailsPath, hotelsPath, markupPath, calendarPath]) {
      const { text } = await expectStatus(404, send('GET', path(link)))
      expect(text).toEqual(dead.text)
    }
    expect((await send('GET', pagePath(link))).status).toBe(404)
    expect([await readCustomerRows(1, SHARD), await readCustomerRows(OTHER_CUSTOMER_ID, 0)]).toEqual(before)
  })

  it('cannot be administered or moved before it is opened [CUSTOMER-1]', async () => {
    await setState(1, 'closed')
    const closed = [409, 'INVALID_TRANSITION', 'clientId: the customer is closed; open it first']
    expect(await described(admin('PUT', '/customers/1/setup', {}))).toEqual(closed)
    expect(await described(admin('POST', '/customers/1/guests/1/erase'))).toEqual(closed)
    const fields = { name: 'Late', currency: 'EUR', timeZone: 'Europe/Rome' }
    expect(await described(admin('PUT', '/customers/1', fields))).toEqual(closed)
    if (SHARD) expect((await moveStep(1, 0)).json.errors[0].code).toBe('INVALID_TRANSITION')
  })

  it('serves everything as before when it is opened [CUSTOMER-2]', async () => {
    await setState(1, 'closed')
    expect((await setState(1, 'open')).json).toEqual({
      clientId: 1,
      state: 'open',
      reason: null,
      closedAt: null,
      deletableFrom: null,
    })
    expect((await send('GET', detailsPath(link))).status).toBe(200)
    expect((await list({ 'x-api-key': apiKey })).status).toBe(200)
    expect((await list({ authorization: `Bearer ${hotel.token}` })).status).toBe(200)
    expect((await tokenRequest()).status).toBe(200)
    await book(hotel.call, { identity: 'second', roomsBooked: [{ roomID: 103 }] })
  })
})

it('a read-only customer can be read, and its writes are 503 with Retry-After [CUSTOMER-3]', async () => {
  expect((await setState(1, 'readOnly')).json.state).toBe('readOnly')
  const refused = await post(hotel.call, aBooking({ identity: 'late', roomsBooked: [{ roomID: 103 }] }))
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('10')
  expect((await list({ 'x-api-key': apiKey })).status).toBe(200)
  expect((await send('GET', detailsPath(link))).status).toBe(200)
  expect((await tokenRequest()).status).toBe(200)
  await setState(1, 'open')
  await book(hotel.call, { identity: 'late', roomsBooked: [{ roomID: 103 }] })
})

it('a change of the state is in the audit once, and the same request again changes nothing [CUSTOMER-4]', async () => {
  for (const state of ['readOnly', 'closed', 'open']) {
    const { json } = await setState(1, state)
    expect((await setState(1, state)).json).toEqual(json)
    expect((await expectStatus(200, admin('GET', '/customers/1/state'))).json).toEqual(json)
  }
  const audited = await rows("SELECT subject, details FROM audit WHERE act = 'customer.state'")
  expect(audited.map(({ subject, details }) => [subject, JSON.parse(String(details))])).toEqual(
    ['readOnly', 'closed', 'open'].map(state => ['1', { state }]),
  )
})

it('a change that fails at any batch, before or after, leaves the customer whole or closed [CUSTOMER-4]', async () => {
  for (const to of ['closed', 'open', 'readOnly', 'closed', 'readOnly', 'open']) {
    for (const after of [false, true]) {
      for (let nth = 1; nth < 8; nth++) {
        const disturbed = await adminWith(failingAt(nth, after))('PUT', '/customers/1/state', { state: to })
        expect([200, 503]).toContain(disturbed.status)
      }
    }
    expect((await setState(1, to)).json.state).toBe(to)
  }
  await book(hotel.call, { identity: 'last', roomsBooked: [{ roomID: 103 }] })
})

it('an export that made a customer read-only is told, until an administrator sets the state [CUSTOMER-37]', async () => {
  const set = async (body: object) => {
    const { state, reason } = (await expectStatus(200, admin('PUT', '/customers/1/state', body))).json
    return [state, reason]
  }
  const byExport = { state: 'readOnly', reason: 'export' }
  expect(await set(byExport)).toEqual(['readOnly', 'export'])
  expect(await set(byExport)).toEqual(['readOnly', 'export'])
  expect((await expectStatus(200, admin('GET', '/customers/1/state'))).json.reason).toBe('export')
  expect(await set({ state: 'readOnly' })).toEqual(['readOnly', null])
  expect(await set(byExport)).toEqual(['readOnly', null])
  expect(await set({ state: 'open' })).toEqual(['open', null])
  expect(await described(admin('PUT', '/customers/1/state', { state: 'closed', reason: 'export' }))).toEqual([
    422,
    'INVALID_FIELD',
    'reason: expected with readOnly only',
  ])
  const audited = await rows("SELECT details FROM audit WHERE act = 'customer.state'")
  expect(audited.map(({ details }) => JSON.parse(String(details)))).toEqual([
    byExport,
    { state: 'readOnly' },
    { state: 'open' },
  ])
})

it('no customer has no state [CUSTOMER-4]', async () => {
  const none = [404, 'NOT_FOUND', 'clientId: there is no such customer']
  expect(await described(admin('GET', '/customers/5/state'))).toEqual(none)
  expect(await described(admin('PUT', '/customers/5/state', { state: 'closed' }))).toEqual(none)
  expect(await described(admin('GET', '/customers/5/export'))).toEqual(none)
  expect(await described(admin('DELETE', '/customers/5'))).toEqual(none)
})
