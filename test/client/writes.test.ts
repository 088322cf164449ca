import { describe, expect, it } from 'vitest'
import type { Innlet } from '../../client/innlet.ts'
import { collect } from '../../client/pages.ts'
import { someOf } from '../support/repetitions.ts'
import { failureOf, MAY_FOR_SALE, newHotel, stay, withoutJitter } from './support/hotel.ts'

const online = { arrivalDate: '2027-05-09', departureDate: '2027-05-11', roomTypeID: 10 }
const guest = { lastName: 'Okafor' }

/** Writes that have an identity: their path, the write, and what counts how often it was made. */
const WRITES: [
  path: string,
  write: (innlet: Innlet) => Promise<unknown>,
  count: (innlet: Innlet) => Promise<number>,
][] = [
  [
    'PostBooking',
    innlet => innlet.booking.post(stay()),
    async innlet => (await collect(innlet.reservation.find())).length,
  ],
  [
    'postreservation',
    innlet => innlet.onlineBooking.postReservation({ ...online, primaryGuestDetails: guest }),
    async innlet => (await collect(innlet.reservation.find())).length,
  ],
  [
    'postinquiry',
    innlet => innlet.onlineBooking.postInquiry({ primaryGuestDetails: guest, message: 'Is there a pool?' }),
    async innlet => (await collect(innlet.reservation.find())).length,
  ],
  [
    'PostSale',
    innlet => innlet.sale.post({ items: [{ inventoryId: 1, inventoryLocationId: 1, quantity: 2 }] }),
    async innlet => 24 / 2 - ((await collect(innlet.inventory.items()))[0]?.quantityInHand ?? 0) / 2,
  ],
  [
    'PostEndpoint',
    innlet => innlet.webhooks.endpoints.create({ url: 'http://localhost:9/' }),
    async innlet => (await innlet.webhooks.endpoints.list()).length,
  ],
]

const BREAKS = [
  ['before the service has the request', 'before'],
  ['after the service has committed', 'after'],
  ['in the middle of the response', 'middle'],
] as const

describe.each(WRITES.map((each, at) => [...each, at] as const))('%s is made once', (path, write, count, at) => {
  it.each(someOf(BREAKS, 2, at))('if its connection breaks %s [CLIENT-2]', async (_, close) => {
    withoutJitter()
    const { innlet, fail, seen } = await newHotel()
    if (path === 'postreservation') await innlet.cmConnect.update(MAY_FOR_SALE)
    await fail({ api: [{ close }, { close }, null] })

    expect(await write(innlet)).toBeDefined()
    expect(await count(innlet)).toBe(1)
    const attempts = await seen(path)
    expect(attempts).toHaveLength(3)
    expect(new Set(attempts.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1)
  })
})

it('A booking returns its id and number, and is changed and cancelled once by its id [CLIENT-2]', async () => {
  withoutJitter()
  const { innlet, fail } = await newHotel()
  const made = await innlet.booking.post(stay())
  await fail({ api: [{ close: 'after' }, null, { close: 'after' }, null] })
  const payment = { paymentDetails: { paymentAmount: 50 } }
  expect(await innlet.booking.post({ action: 'modify', bookingID: made.reservationId, ...payment })).toEqual({
    ...made,
    reservationVersion: 2,
  })
  expect(await innlet.booking.post({ action: 'cancel', bookingID: made.reservationId })).toEqual({
    ...made,
    reservationVersion: 3,
  })

  const [found] = await collect(innlet.reservation.find({ reservationID: made.reservationId }))
  expect(found).toMatchObject({ reservationStatus: 'Cancelled', reservationNumber: made.reservationNumber })
  expect(found?.payments).toHaveLength(1)
  expect((await collect(innlet.events.list())).map(({ type }) => type)).toEqual([
    'reservation.created',
    'reservation.modified',
    'reservation.cancelled',
  ])
})

it('A booking whose headers a proxy drops is an error, and has no id 0', async () => {
  const { innlet, fail } = await newHotel()
  await fail({ api: [{ status: 200 }] })
  expect(await failureOf(innlet.booking.post(stay()))).toMatchObject({ code: 'INVALID_RESPONSE' })
})

it('A key of the caller makes a repetition in another process safe [CLIENT-2]', async () => {
  const { innlet, clientWith } = await newHotel()
  const body = stay()
  const first = await innlet.booking.post(body, { idempotencyKey: 'order-1' })
  expect(await clientWith({}).booking.post(body, { idempotencyKey: 'order-1' })).toEqual(first)
  const other = await innlet.sale.post({
    identity: 's',
    items: [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 }],
  })
  const again = await innlet.sale.post({
    identity: 's',
    items: [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 }],
  })
  expect(again).toEqual(other)
})

it('A secret is rotated once: the repetition has the secret of the first attempt [CLIENT-2]', async () => {
  withoutJitter()
  const { innlet, fail, hook, seen } = await newHotel()
  const { endpointId } = await innlet.webhooks.endpoints.create({ url: hook })
  await fail({ api: [{ close: 'after' }, null] })
  const { secret } = await innlet.webhooks.endpoints.rotateSecret({ endpointId })
  expect(secret).toMatch(/^whsec_/)
  await innlet.webhooks.endpoints.test({ endpointId })
  // The first secret and the new one sign. A second rotation would have ended the first.
  const [ping] = await seen('/hook')
  expect(ping?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
})

describe('Writes without an identity', () => {
  it('a deletion succeeds if only the repetition finds nothing', async () => {
    withoutJitter()
    const { innlet, fail } = await newHotel()
    const { endpointId } = await innlet.webhooks.endpoints.create({ url: 'http://localhost:9/' })
    await fail({ api: [{ close: 'after' }, null] })
    await innlet.webhooks.endpoints.delete({ endpointId })
    expect(await innlet.webhooks.endpoints.list()).toEqual([])
    expect(await failureOf(innlet.webhooks.endpoints.delete({ endpointId }))).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('a link that is issued again is valid', async () => {
    withoutJitter()
    const { innlet, fail } = await newHotel()
    const { reservationId } = await innlet.booking.post(stay())
    await fail({ api: [{ close: 'after' }, null] })
    const { token } = await innlet.itinerary.issueLink({ reservationId })
    expect((await innlet.itinerary.details(token)).overview.reservationId).toBe(reservationId)
    expect((await innlet.itinerary.hotels(token)).map(({ hotelid }) => hotelid)).toEqual(['H1'])
    await fail({ api: [{ close: 'after' }, null] })
    await innlet.itinerary.revokeLink({ reservationId })
    expect(await failureOf(innlet.itinerary.details(token))).toMatchObject({ status: 404, retryable: false })
  })

  it('prices, the status of a message and a change of an endpoint are the same after a repetition', async () => {
    withoutJitter()
    const { innlet, fail } = await newHotel()
    await fail({ api: [{ close: 'after' }, null] })
    await innlet.cmConnect.update(MAY_FOR_SALE)
    const content = await innlet.cmConnect.get({ hotelid: 'H1', from: '2027-05-01', to: '2027-05-31' })
    expect(content.rateAvailability[0]?.data[0]?.room[0]?.date).toHaveLength(1)

    await innlet.booking.post(stay())
    const [message] = await collect(innlet.fetchQueue.messages())
    await fail({ api: [{ close: 'after' }, null] })
    await innlet.fetchQueue.update({ fetchQueueMessageId: message?.fetchQueueMessageId ?? 0, status: 'Processed' })
    expect(await collect(innlet.fetchQueue.messages())).toEqual([])

    const { endpointId } = await innlet.webhooks.endpoints.create({ url: 'http://localhost:9/' })
    await fail({ api: [{ close: 'after' }, null] })
    const changed = await innlet.webhooks.endpoints.update({ endpointId, status: 'disabled' })
    expect(changed.status).toBe('disabled')
  })

  it('a replay is not repeated if it may have been made, and is repeated after a refusal', async () => {
    withoutJitter()
    const { innlet, fail, seen } = await newHotel()
    const { endpointId } = await innlet.webhooks.endpoints.create({
      url: 'http://localhost:9/',
      types: ['sale.created'],
    })
    await fail({ api: [{ close: 'after' }] })
    const failure = await failureOf(innlet.webhooks.endpoints.replay({ endpointId }))
    expect(failure).toMatchObject({ code: 'NETWORK_ERROR', retryable: true })
    expect(await seen('Replay')).toHaveLength(1)
    await fail({ api: [{ status: 429 }, { status: 503 }, null] })
    expect(await innlet.webhooks.endpoints.replay({ endpointId })).toEqual({ events: 0 })
  })
})

it('A read has the bookmark of the last write [CLIENT-8]', async () => {
  const { innlet, seen } = await newHotel()
  const { reservationId } = await innlet.booking.post(stay())
  expect(await collect(innlet.reservation.find({ reservationID: reservationId }))).toHaveLength(1)
  const [write, read] = await seen()
  expect(write?.headers).not.toHaveProperty('x-d1-bookmark')
  expect(read?.headers['x-d1-bookmark']).toMatch(/^[\da-f-]+$/)
  await innlet.sale.post({ items: [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 }] })
  await innlet.inventory.locations()
  const bookmarks = (await seen()).map(({ headers }) => headers['x-d1-bookmark'] ?? '')
  expect(bookmarks).toEqual(bookmarks.toSorted())
  expect(bookmarks[3]).not.toBe(bookmarks[1])
})
