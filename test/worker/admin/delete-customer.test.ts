import { beforeEach, expect, it } from 'vitest'
import { book } from '../../support/booking'
import { insertChannel } from '../../support/channel'
import { adminWith, closedLongAgo, setState } from '../../support/customer-data'
import { failingAt } from '../../support/failing-batches'
import { detailsPath, issueLink } from '../../support/itinerary'
import { readCustomerRows } from '../../support/move'
import { createOtherCustomer, OTHER_CUSTOMER_ID } from '../../support/other-customer'
import { someOf } from '../../support/repetitions'
import {
  ALL_PERMISSIONS,
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
let link: string
beforeEach(async () => {
  await insertChannel()
  ;({ token: link } = await issueLink(hotel, await book(hotel.call, { identity: 'first' })))
})

const deletion = (send = admin) => send('DELETE', '/customers/1')

async function deleteWhole() {
  const states: string[] = []
  for (;;) {
    const { json } = await expectStatus(200, deletion())
    states.push(json.state)
    if (json.done) return states
  }
}

it('only a customer that was closed for as long as a token lives is deleted [CUSTOMER-5]', async () => {
  const before = await readCustomerRows(1, SHARD)
  const refusal = async () => {
    const { status, json } = await deletion()
    return [status, json.errors[0].code, json.errors[0].description]
  }
  expect(await refusal()).toEqual([409, 'INVALID_TRANSITION', 'clientId: the customer is open; close it first'])
  await setState(1, 'readOnly')
  expect(await refusal()).toEqual([409, 'INVALID_TRANSITION', 'clientId: the customer is read-only; close it first'])
  const { json } = await setState(1, 'closed')
  expect(await refusal()).toEqual([
    409,
    'INVALID_TRANSITION',
    `clientId: the customer is closed; it can be deleted from ${json.deletableFrom}, when every access token has expired`,
  ])
  expect(await readCustomerRows(1, SHARD)).toEqual(before)
})

it('a deletion leaves no row, no credential and no guest, and changes no other customer [CUSTOMER-6]', async () => {
  await createOtherCustomer()
  const other = await readCustomerRows(OTHER_CUSTOMER_ID, 0)
  await expectStatus(201, admin('POST', '/api-keys', { customerId: 1, name: 'till', permissions: ALL_PERMISSIONS }))
  const credentials = () =>
    Promise.all(
      ['application', 'api_key'].map(async table =>
        (await rows(`SELECT customer_id FROM ${table}`)).map(row => row.customer_id),
      ),
    )
  const ofOther = (await credentials()).map(each => each.filter(customer => customer !== 1))
  await closedLongAgo(1)
  expect((await deleteWhole()).at(-1)).toBe('deleted')
  expect(await readCustomerRows(1, SHARD)).toEqual({})
  expect(await credentials()).toEqual(ofOther)
  expect(await readCustomerRows(OTHER_CUSTOMER_ID, 0)).toEqual(other)
  expect((await send('GET', detailsPath(link))).status).toBe(404)
  expect((await requestToken({ client_id: hotel.clientId, client_secret: hotel.clientSecret })).status).toBe(401)
  const bearer = { authorization: `Bearer ${hotel.token}` }
  expect((await send('POST', '/api/Reservation/GetReservations', {}, bearer)).status).toBe(401)
  const audited = await rows("SELECT subject, details FROM audit WHERE act = 'customer.delete'")
  expect(audited).toEqual([{ subject: '1', details: '{}' }])
})

it('the id of a deleted customer is not used again, except by an import [CUSTOMER-7]', async () => {
  await closedLongAgo(1)
  await deleteWhole()
  expect(await deleteWhole()).toEqual(['deleted'])
  expect((await admin('GET', '/customers/1/state')).json).toMatchObject({ state: 'deleted', deletableFrom: null })
  const put = await admin('PUT', '/customers/1', { name: 'New', currency: 'EUR', timeZone: 'Europe/Rome' })
  expect(put.status).toBe(409)
  expect(put.json.errors[0].description).toBe('clientId: a customer with this id was deleted; use another id')
  expect((await admin('PUT', '/customers/1/state', { state: 'open' })).status).toBe(404)
  expect((await admin('GET', '/customers/1/export')).status).toBe(409)
  const key = { customerId: 1, name: 'till', permissions: ALL_PERMISSIONS }
  const added = [
    await admin('POST', '/api-keys', key),
    await admin('POST', '/applications', { ...key, product: 'innlet' }),
  ]
  expect(added.map(({ status, json }) => [status, json.errors[0].code])).toEqual([
    [422, 'UNKNOWN_REFERENCE'],
    [422, 'UNKNOWN_REFERENCE'],
  ])
})

it('a deletion that has begun cannot be undone, and continues wherever it failed [CUSTOMER-6]', async () => {
  await closedLongAgo(1)
  let faults = 0
  for (let nth = 1, done = false; !done; nth++) {
    for (const after of [false, true]) {
      const disturbed = await deletion(adminWith(failingAt(nth, after)))
      expect([200, 503]).toContain(disturbed.status)
      faults += Number(disturbed.status === 503)
      done = disturbed.json.done === true
      const { json } = await admin('GET', '/customers/1/state')
      if (json.state !== 'deleting') continue
      const others = [
        ['PUT', 'state', { state: 'open' }],
        ['GET', 'export', undefined],
      ] as const
      for (const [method, path, body] of someOf(others, 1, nth)) {
        expect((await admin(method, `/customers/1/${path}`, body)).status).toBe(409)
      }
    }
  }
  expect(faults).toBeGreaterThan(20)
  expect(await readCustomerRows(1, SHARD)).toEqual({})
})
