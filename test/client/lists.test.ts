import { describe, expect, it } from 'vitest'
import { type Event, EventsExpiredError, type PartnerReservation } from '../../client/innlet.ts'
import { collect } from '../../client/pages.ts'
import { failureOf, MAY_FOR_SALE, newHotel, stay, withoutJitter } from './support/hotel.ts'

/** A hotel with some bookings. */
async function hotelWith(bookings: number) {
  const hotel = await newHotel()
  const ids: number[] = []
  for (let i = 0; i < bookings; i++) ids.push((await hotel.innlet.booking.post(stay())).reservationId)
  return { ...hotel, ids }
}

const idsOf = (reservations: readonly { reservationId: number }[]) => reservations.map(each => each.reservationId)

describe('A list', () => {
  it('yields each element once, page by page [CLIENT-6]', async () => {
    const { innlet, ids, seen } = await hotelWith(5)
    expect(idsOf(await collect(innlet.reservation.find({ pageSize: 2 })))).toEqual(ids)
    expect(await seen('GetReservations')).toHaveLength(3)
    expect(idsOf(await collect(innlet.reservation.forPartner({ pageSize: 2 })))).toEqual(ids)
    expect(idsOf(await collect(innlet.cmConnect.reservations({ pageSize: 2 })))).toEqual(ids)
    expect((await collect(innlet.fetchQueue.messages({ pageSize: 2 }))).map(each => each.reservationID)).toEqual(ids)
    expect((await collect(innlet.events.list({ pageSize: 2 }))).map(({ sequence }) => sequence)).toEqual([
      1, 2, 3, 4, 5,
    ])
  })

  it('requests a page when it is needed, and none after a break [CLIENT-6]', async () => {
    const { innlet, seen } = await hotelWith(3)
    const list = innlet.reservation.find({ pageSize: 1 })
    expect(await seen('GetReservations')).toHaveLength(0)
    for await (const { reservationId } of list) if (reservationId === 2) break
    expect(await seen('GetReservations')).toHaveLength(2)
  })

  it('without an element yields none [CLIENT-6]', async () => {
    const { innlet } = await newHotel()
    expect(await collect(innlet.reservation.find())).toEqual([])
    expect(
      await collect(innlet.onlineBooking.offers({ arrivalDate: '2027-05-09', departureDate: '2027-05-10' })),
    ).toEqual([])
    expect(await innlet.webhooks.endpoints.list()).toEqual([])
    const content = { property: [], rooms: [], ratePlan: [], rateAvailability: [] }
    expect(await innlet.cmConnect.get({ hotelid: 'none' })).toEqual(content)
  })

  it('goes on from its cursor, and from a page number', async () => {
    const { innlet, ids } = await hotelWith(5)
    const list = innlet.reservation.find({ pageSize: 2 })
    for await (const { reservationId } of list) if (reservationId === ids[2]) break
    expect(idsOf(await collect(innlet.reservation.find({ pageSize: 2, cursor: list.cursor })))).toEqual(ids.slice(2))
    expect(idsOf(await collect(innlet.reservation.find({ pageSize: 2, pageNo: 2 })))).toEqual(ids.slice(2))
  })

  it('ends with an error if a page is followed by itself', async () => {
    const { innlet, fail } = await newHotel()
    const headers = { 'content-type': 'application/json', 'x-next-cursor': '7', 'x-has-more': 'true' }
    const page = { status: 200, headers, body: '{"content":{}}' }
    for (const list of [
      () => collect(innlet.reservation.find()),
      () => collect(innlet.reservation.changes()),
      () => collect(innlet.events.list()),
      () => collect(innlet.webhooks.endpoints.deliveries({ endpointId: 1 })),
      () => innlet.cmConnect.get(),
    ]) {
      await fail({ api: [page, page] })
      expect(await failureOf(list())).toMatchObject({ code: 'INVALID_RESPONSE' })
    }
  })

  it('is not cut short by a proxy that drops or changes headers: it ends with an error', async () => {
    const { innlet, fail } = await newHotel()
    const body = '{"content":[{}]}'
    const lists = [
      () => collect(innlet.reservation.find()),
      () => collect(innlet.events.list()),
      () => innlet.inventory.locations(),
      () => innlet.cmConnect.get(),
    ]
    const dropped: Record<string, string>[] = [{}, { 'x-has-more': 'true' }]
    const changed = { 'x-has-more': 'yes', 'x-next-cursor': '7', 'x-newest-sequence': '7' }
    for (const [headers, reads, says] of [
      ...dropped.map(each => [each, [...lists, () => innlet.events.newestSequence()], 'proxy'] as const),
      [changed, lists, 'X-Has-More: yes. Does a proxy'] as const,
    ]) {
      for (const list of reads) {
        await fail({ api: [{ status: 200, headers, body }] })
        expect(await failureOf(list())).toMatchObject({
          code: 'INVALID_RESPONSE',
          message: expect.stringContaining(says),
        })
      }
    }
  })

  it('of offers has the total, with which a room is booked', async () => {
    const { innlet } = await newHotel()
    await innlet.cmConnect.update(MAY_FOR_SALE)
    const dates = { arrivalDate: '2027-05-09', departureDate: '2027-05-11' }
    const [offer] = await collect(innlet.onlineBooking.offers({ ...dates, guests: 2 }))
    expect(offer).toMatchObject({ roomTypeID: 10, rateID: 1, total: 200, roomsLeft: 3 })
    const body = { ...dates, roomTypeID: 10, rateID: 1, primaryGuestDetails: { lastName: 'Okafor' } }
    const made = await innlet.onlineBooking.postReservation({ ...body, expectedTotal: offer?.total ?? 0 })
    expect(made.total).toBe(200)
    const refused = innlet.onlineBooking.postReservation({ ...body, expectedTotal: 150 })
    expect(await failureOf(refused)).toMatchObject({ code: 'NOT_FOR_SALE' })
  })

  it('survives broken connections between its pages [CLIENT-6]', async () => {
    withoutJitter()
    const { innlet, ids, fail } = await hotelWith(4)
    await fail({ api: [{ close: 'middle' }, null, { status: 503 }, null, { close: 'before' }, null] })
    expect(idsOf(await collect(innlet.reservation.find({ pageSize: 1 })))).toEqual(ids)
  })

  it('of deliveries is read by sequence', async () => {
    const { innlet, hook } = await newHotel()
    const { endpointId } = await innlet.webhooks.endpoints.create({ url: hook })
    for (let i = 0; i < 3; i++) await innlet.booking.post(stay())
    const deliveries = await collect(innlet.webhooks.endpoints.deliveries({ endpointId, pageSize: 2 }))
    expect(deliveries.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
    const later = innlet.webhooks.endpoints.deliveries({ endpointId, afterSequence: 2 })
    expect((await collect(later)).map(({ sequence }) => sequence)).toEqual([3])
  })
})

describe('Changes', () => {
  it('go on from a cursor, and miss none [CLIENT-7]', async () => {
    const { innlet, ids } = await hotelWith(3)
    const first = innlet.reservation.changes({ pageSize: 2 })
    expect(idsOf(await collect(first))).toEqual(ids)
    expect(await collect(innlet.reservation.changes({ since: first.cursor }))).toEqual([])

    await innlet.booking.post({ action: 'cancel', bookingID: ids[1] })
    const second = innlet.reservation.changes({ since: first.cursor })
    expect((await collect(second)).map(each => [each.reservationId, each.reservationStatus])).toEqual([
      [ids[1], 'Cancelled'],
    ])
    expect(await collect(innlet.reservation.changes({ since: second.cursor }))).toEqual([])
  })

  it('after a stop in the middle come again from the page that was not finished [CLIENT-7]', async () => {
    const { innlet, ids } = await hotelWith(4)
    const changes = innlet.reservation.changes({ pageSize: 2 })
    const seen: PartnerReservation[] = []
    for await (const change of changes) {
      seen.push(change)
      if (change.reservationId === ids[2]) break
    }
    const rest = await collect(innlet.reservation.changes({ since: changes.cursor }))
    expect(idsOf(rest)).toEqual(ids.slice(2))
  })

  it('begin with an instant, which stays the cursor until there is a change [CLIENT-7]', async () => {
    const { innlet, ids } = await hotelWith(1)
    const since = new Date(Date.now() + 60_000)
    const none = innlet.reservation.changes({ since })
    expect(await collect(none)).toEqual([])
    expect(none.cursor).toBe(since.toISOString())
    expect(idsOf(await collect(innlet.reservation.changes({ since: '2020-01-01T00:00:00+02:00' })))).toEqual(ids)
  })
})

describe('Events', () => {
  it('are followed as they happen, until the signal is aborted [CLIENT-7]', async () => {
    const { innlet } = await hotelWith(1)
    const stop = new AbortController()
    const events: Event[] = []
    for await (const event of innlet.events.follow({ signal: stop.signal, interval: 20 })) {
      events.push(event)
      if (events.length < 3) await innlet.booking.post(stay())
      else stop.abort()
    }
    expect(events.map(({ sequence, type }) => `${sequence} ${type}`)).toEqual([
      '1 reservation.created',
      '2 reservation.created',
      '3 reservation.created',
    ])
  })

  it('are followed after an outage, which is told [CLIENT-7]', async () => {
    withoutJitter()
    const { clientWith, fail } = await hotelWith(2)
    await fail({ api: [{ close: 'before' }, { status: 503 }, null] })
    const errors: string[] = []
    const onError = ({ code }: { code: string }) => errors.push(code)
    const innlet = clientWith({ retries: 0 })
    for await (const { sequence } of innlet.events.follow({ afterSequence: 1, interval: 20, onError })) {
      expect(sequence).toBe(2)
      break
    }
    expect(errors).toEqual(['NETWORK_ERROR', 'INVALID_RESPONSE'])
  })

  it('of some types end with the sequence of the newest of all [CLIENT-7]', async () => {
    const { innlet } = await hotelWith(3)
    const sales = innlet.events.list({ types: 'sale.created' })
    expect(await collect(sales)).toEqual([])
    expect(sales.cursor).toBe(3)
    expect(await innlet.events.newestSequence()).toBe(3)
    expect(await collect(innlet.events.list({ afterSequence: sales.cursor }))).toEqual([])
  })

  it('that are not kept any more are an error with the sequence to follow after a rebuild [CLIENT-7]', async () => {
    const { innlet, fail } = await newHotel()
    const body = '{"errors":[{"code":"EVENTS_EXPIRED","description":"afterSequence: the oldest event is 40"}]}'
    const expired = { status: 410, headers: { 'x-newest-sequence': '812' }, body }
    await fail({ api: [expired, expired] })
    for (const list of [innlet.events.list({ afterSequence: 2 }), innlet.events.follow({ afterSequence: 2 })]) {
      const failure = await failureOf(collect(list))
      expect(failure).toBeInstanceOf(EventsExpiredError)
      expect(failure).toMatchObject({ status: 410, code: 'EVENTS_EXPIRED', retryable: false, newestSequence: 812 })
      expect(failure.message).toContain('follow the events after sequence 812')
    }
  })
})
