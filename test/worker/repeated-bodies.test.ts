import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertChannel } from '../support/channel'
import { endpointsWith } from '../support/operations'
import {
  expectRefusal,
  expectStatus,
  hotelBeforeEach,
  integrator,
  readTables,
  rows,
  send as sendAnonymously,
} from '../support/service'

/*
 * Which bodies are the same request, for each endpoint with an identity.
 */

const { call } = hotelBeforeEach()

type Body = Record<string, unknown>

interface Case {
  body: Body
  /** The hash that is stored. A release that computes another one answers 409 to repetitions of requests of this release. */
  hash: string
  /** Bodies of another request, although they ask for the same. */
  others: Body[]
}

const guest = { lastName: 'Okabe', firstName: 'Mina' }
const stay = { arrivalDate: '2027-05-10', departureDate: '2027-05-12' }

const CASES: Record<string, Case> = {
  'POST /api/Booking/PostBooking': {
    body: {
      ...stay,
      primaryGuestDetails: guest,
      guests: { guestCount: 2 },
      roomsBooked: [{ roomID: 101, rates: [{ unitCost: 80.5, rateID: 1 }], roomNotes: ['Sea "view"'] }],
    },
    hash: 'KsE8d4oBoAqzi91lftwoznPAW5iorbzBGd45QcIwNvI',
    others: [
      { action: 'new' },
      { bookingID: 0 },
      { type: '' },
      { bookingParameters: {} },
      { activitiesBooked: [] },
      { arrivalDate: '2027-05-10T00:00:00' },
      {
        roomsBooked: [{ roomID: 101, rates: [{ unitCost: 80.5, rateID: 1, quantity: 1 }], roomNotes: ['Sea "view"'] }],
      },
    ],
  },
  'POST /api/OnlineBooking/postreservation': {
    body: { ...stay, roomTypeID: 10, guests: { guestCount: 2 }, primaryGuestDetails: guest },
    hash: 'K_NbKfig2w2Z53Y0Ss9nPT8dqHtntDyAwsMePNge2rA',
    others: [{ rateID: 0 }, { notes: '' }, { guests: { guestCount: 2, adultCount: 0 } }],
  },
  'POST /api/Reservation/CloseRoom': {
    body: { roomID: 101, fromDate: '2027-05-10', toDate: '2027-05-12' },
    hash: 'nnknJ4lbH8fJ1BtdspK95XI9puUhYJI_sxfmun1VElQ',
    others: [{ reason: '' }, { toDate: '2027-05-13' }],
  },
  'POST /api/OnlineBooking/postinquiry': {
    body: { ...stay, message: 'Is there a cot?', primaryGuestDetails: guest },
    hash: 'kN12onZOYdpo7BPm26xB_-_42OBnka0EIsHge8f2cD0',
    others: [{ roomTypeID: 0 }, { guests: {} }, { primaryGuestDetails: { ...guest, email: '' } }],
  },
  'POST /api/Sale/PostSale': {
    body: { items: [{ inventoryId: 1, inventoryLocationId: 1, quantity: 2 }], saleDate: '2027-05-10' },
    hash: 'jU7wiCST3h1iWPL-ae7QBNHcYuMJaPkB0YGhNFev9rE',
    others: [{ reservationID: 0 }, { paymentDetails: { paymentAmount: 0 } }],
  },
  'POST /api/Webhook/PostEndpoint': {
    body: { url: 'https://hooks.example.com/innlet', types: ['sale.created', 'reservation.created'] },
    hash: 'KXyaXaF1gN-5bhaNWH_asmZbzGCeIz4yJJN_s2LYcV0',
    others: [{ description: '' }, { signature: 'v1' }, { types: ['reservation.created', 'sale.created'] }],
  },
  'POST /api/Webhook/RotateSecret': {
    body: { endpointId: 1 },
    hash: '82Gdgp3PqTl-1aGh8X1NgBz6WNZHn0S3VXo03u4MrtY',
    others: [{ endpointId: 2 }],
  },
}

const send = (name: string, body: Body, headers?: Record<string, string>) =>
  call('POST', name.slice('POST /api'.length), body, headers)

const storedHashes = async () =>
  (
    await rows(
      'SELECT body_hash FROM idempotency UNION SELECT body_hash FROM sale UNION SELECT body_hash FROM closure UNION SELECT body_hash FROM webhook_identity',
    )
  ).map(({ body_hash }) => body_hash)

/** The same value with each object changed. */
const inEachObject = (value: unknown, change: (fields: Body) => Body): unknown => {
  if (Array.isArray(value)) return value.map(element => inEachObject(element, change))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, inner]) => [name, inEachObject(inner, change)])
  return change(Object.fromEntries(fields))
}

const reversed = (fields: Body) => Object.fromEntries(Object.entries(fields).reverse())
const inUpperCase = (fields: Body) => Object.fromEntries(Object.entries(fields).map(([n, v]) => [n.toUpperCase(), v]))
const withUnknown = (fields: Body) => ({ aaa: 1, ...fields, ofALaterRelease: { deep: [0, ''] } })
const withNulls = (fields: Body) => ({ notes: null, rates: null, description: null, ofALaterRelease: null, ...fields })

const VARIANTS: [what: string, vary: (body: Body) => Body][] = [
  ['in another order of the fields', body => inEachObject(body, reversed) as Body],
  ['in another letter case of the names', body => inEachObject(body, inUpperCase) as Body],
  ['with fields that the contract does not know', body => inEachObject(body, withUnknown) as Body],
  [
    'with null in optional fields',
    body => inEachObject({ reservationID: null, bookingID: null, ...body }, withNulls) as Body,
  ],
  ['with the customer and the error of an attempt before', body => ({ ...body, clientID: 1, errorMessage: 'x' })],
]

describe.each(Object.entries(CASES))('%s', (name, { body, hash, others }) => {
  const identity = 'once'

  beforeEach(async () => {
    await insertChannel()
    if (!name.endsWith('RotateSecret')) return
    for (const path of ['/a', '/b']) {
      await expectStatus(200, call('POST', '/Webhook/PostEndpoint', { url: `https://hooks.example.com${path}` }))
    }
  })

  it.each(VARIANTS)('%s is the same request [API-43]', async (_, vary) => {
    const first = await expectStatus(200, send(name, { identity, ...body }))
    const before = await readTables(env.DB)
    const again = await expectStatus(200, send(name, { identity, ...vary(body) }))
    expect(again.text).toBe(first.text)
    expect(again.headers.get('x-reservation-id')).toBe(first.headers.get('x-reservation-id'))
    expect(await readTables(env.DB)).toEqual(before)
  })

  it('with its identity in the header is the same request [API-43]', async () => {
    const first = await expectStatus(200, send(name, body, { 'idempotency-key': identity }))
    expect((await expectStatus(200, send(name, { ...body, identity }))).text).toBe(first.text)
  })

  it.each(others)('with %j is another request [API-43]', async other => {
    await expectStatus(200, send(name, { identity, ...body }))
    await expectRefusal(send(name, { identity, ...body, ...other }), 409, 'IDENTITY_CONFLICT')
  })

  it('has the hash that this release stores, and every later one [API-43]', async () => {
    const before = await storedHashes()
    await expectStatus(200, send(name, { identity, ...body }))
    expect((await storedHashes()).filter(each => !before.includes(each))).toEqual([hash])
  })
})

it('PostBooking with its credential in the body is the same request [API-43]', async () => {
  const { body } = CASES['POST /api/Booking/PostBooking'] as Case
  const { token } = await integrator(1)
  const path = '/api/Booking/PostBooking'
  const first = await expectStatus(200, sendAnonymously('POST', path, { ...body, identity: 'once', token }))
  const again = await expectStatus(200, call('POST', '/Booking/PostBooking', { ...body, identity: 'once' }))
  expect(again.headers.get('x-reservation-id')).toBe(first.headers.get('x-reservation-id'))
})

it('every endpoint with an identity is here', () => {
  expect(Object.keys(CASES).sort()).toEqual(endpointsWith(({ idempotency }) => idempotency).sort())
})
