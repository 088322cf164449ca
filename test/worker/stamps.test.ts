import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { withBindings } from '../support/bindings'
import { aBooking, book } from '../support/booking'
import { insertChannel } from '../support/channel'
import { databaseWithInterruptions, sendInTwoParts, waitForNextMillisecond } from '../support/concurrent-change'
import { aSale, withIdentity } from '../support/sale'
import { expectStatus, hotelBeforeEach, integrator, rows } from '../support/service'

/*
 * A change is dated when it is written, not when its request arrived. So a partner who polls in between finds the change with
 * the time of that poll.
 */

const hotel = hotelBeforeEach()
const bearer = () => ({ authorization: `Bearer ${hotel.token}` })

/** Reservations that changed at an instant or later, by their ids. */
async function changedSince(instant: number): Promise<number[]> {
  const query = new URLSearchParams({ modifiedSince: new Date(instant).toISOString() })
  const { json } = await expectStatus(200, hotel.call('GET', `/Reservation/GetReservationsForPartner?${query}`))
  return Array.isArray(json.content)
    ? json.content.map(({ reservationId }: { reservationId: number }) => reservationId)
    : []
}

/** A poll between two requests. It finds nothing, and returns the time from which the next poll reads. */
async function poll(): Promise<number> {
  const instant = await waitForNextMillisecond()
  expect(await changedSince(instant)).toEqual([])
  return instant
}

const stay = { arrivalDate: '2027-05-20', departureDate: '2027-05-22', primaryGuestDetails: { lastName: 'Okabe' } }
const CHANGES: [what: string, path: string, body: unknown, id: number][] = [
  ['a new booking', '/api/Booking/PostBooking', { ...stay, roomsBooked: [{ roomID: 102 }] }, 2],
  ['a modification', '/api/Booking/PostBooking', { bookingID: 1, reservationSummaryNote: 'late' }, 1],
  [
    'a payment by identity',
    '/api/Booking/PostBooking',
    { identity: 'b-1', action: 'modify', paymentDetails: { paymentAmount: 5 } },
    1,
  ],
  ['a cancellation', '/api/Booking/PostBooking', { bookingID: 1, action: 'cancel' }, 1],
  ['a sale on the account', '/api/Sale/PostSale', withIdentity(aSale({ reservationID: 1 })), 1],
  ['a stay sold online', '/api/OnlineBooking/postreservation', { identity: 'web', ...stay, roomTypeID: 10 }, 2],
  ['an inquiry', '/api/OnlineBooking/postinquiry', { ...stay, message: 'A cot?' }, 2],
]

describe('modifiedSince finds changes that began before a poll and were written after it', () => {
  beforeEach(async () => {
    await insertChannel()
    await book(hotel.call, { identity: 'b-1' })
  })

  it.each(CHANGES)('%s, whose body comes slowly [RESERVATION-12]', async (_, path, body, id) => {
    let polled = 0
    const answer = await sendInTwoParts(path, body, bearer(), async () => {
      polled = await poll()
    })
    expect(answer.status).toBe(200)
    expect(await changedSince(polled)).toEqual([id])
  })

  it.each(CHANGES)('%s, whose write is held up [RESERVATION-12]', async (_, path, body, id) => {
    let polled = 0
    const hold = async () => {
      polled = await poll()
    }
    // A write is the first batch, or the second one after what it reads.
    const { database } = databaseWithInterruptions({ 1: hold, 2: hold })
    await expectStatus(200, withBindings({ DB: database })('POST', path, body, bearer()))
    expect(await changedSince(polled)).toEqual([id])
  })

  it('a booking that lost a race for its version, and is written at the next attempt [RESERVATION-12]', async () => {
    let polled = 0
    const { database } = databaseWithInterruptions({
      2: () =>
        expectStatus(
          200,
          hotel.call('POST', '/Booking/PostBooking', { bookingID: 1, reservationSummaryNote: 'first' }),
        ),
      4: async () => {
        polled = await poll()
      },
    })
    const body = { bookingID: 1, paymentDetails: { paymentAmount: 5 } }
    await expectStatus(200, withBindings({ DB: database })('POST', '/api/Booking/PostBooking', body, bearer()))
    expect(await changedSince(polled)).toEqual([1])
  })

  it('a guest who is erased [RESERVATION-12]', async () => {
    let polled = 0
    const hold = async () => {
      polled = await poll()
    }
    const { database } = databaseWithInterruptions({ 2: hold })
    const path = '/admin/customers/1/guests/1/erase'
    const answer = await withBindings({ DB: database })('POST', path, undefined, {
      authorization: `Bearer ${env.ADMIN_TOKEN}`,
    })
    expect(answer.status).toBe(204)
    expect(await changedSince(polled)).toEqual([1])
  })
})

describe('no stamp of a change is older than the change', () => {
  const STAMPS = {
    reservation: ['created_at', 'updated_at'],
    payment: ['created_at'],
    correspondence: ['requested_at'],
    idempotency: ['created_at'],
    fetch_message: ['created_at', 'updated_at', 'booked_at'],
    itinerary_link: ['issued_at'],
    sale: ['created_at'],
    sale_payment: ['created_at'],
  }

  /** Which stamps lie before an instant, and which tables have none. */
  async function olderThan(instant: number, tables: (keyof typeof STAMPS)[]) {
    const found: string[] = []
    for (const table of tables) {
      const kept = await rows(`SELECT * FROM ${table}`)
      if (!kept.length) found.push(`${table} is empty`)
      for (const column of STAMPS[table]) {
        if (kept.some(row => Number(row[column]) < instant)) found.push(`${table}.${column}`)
      }
    }
    return found
  }

  it('of a booking with all that belongs to it, in the answers too [RESERVATION-12]', async () => {
    let polled = 0
    const body = aBooking({
      identity: 'all',
      paymentDetails: { paymentAmount: 10 },
      bookingParameters: { correspondenceToBeSent: [{ correspondenceTypeID: 1 }] },
    })
    const answer = await sendInTwoParts('/api/Booking/PostBooking', body, bearer(), async () => {
      polled = await waitForNextMillisecond()
    })
    expect(answer.status).toBe(200)
    expect(
      await olderThan(polled, ['reservation', 'payment', 'correspondence', 'idempotency', 'fetch_message']),
    ).toEqual([])
    const list = await expectStatus(200, hotel.call('POST', '/Reservation/GetReservations', {}))
    const [{ createdAt, updatedAt }] = list.json.content
    const queue = await expectStatus(200, hotel.call('GET', '/Fetch/GetFetchQueueMessage'))
    for (const instant of [createdAt, updatedAt, queue.json.content[0].bookingDate]) {
      expect(Date.parse(instant)).toBeGreaterThanOrEqual(polled)
    }
  })

  it('of a sale that is paid on the spot', async () => {
    let polled = 0
    const body = withIdentity(aSale({ paymentDetails: { paymentAmount: 3.5 } }))
    await sendInTwoParts('/api/Sale/PostSale', body, bearer(), async () => {
      polled = await waitForNextMillisecond()
    })
    expect(await olderThan(polled, ['sale', 'sale_payment'])).toEqual([])
  })

  it('of a queue message that is processed', async () => {
    await book(hotel.call)
    let polled = 0
    const body = { fetchQueueMessageId: 1, status: 'Processed' }
    await sendInTwoParts('/api/Fetch/UpdateFetchQueueMessage', body, bearer(), async () => {
      polled = await waitForNextMillisecond()
    })
    const [message] = await rows('SELECT updated_at FROM fetch_message')
    expect(message?.updated_at).toBeGreaterThanOrEqual(polled)
  })

  it('of a link, which lasts from when it is issued', async () => {
    const reservationId = await book(hotel.call)
    let polled = 0
    const answer = await sendInTwoParts('/api/PartnerItinerary/IssueLink', { reservationId }, bearer(), async () => {
      polled = await waitForNextMillisecond()
    })
    expect(answer.status).toBe(200)
    expect(await olderThan(polled, ['itinerary_link'])).toEqual([])
  })

  it('of an administrative act', async () => {
    let polled = 0
    const body = { name: 'slow', customerId: 1, product: 'innlet', permissions: ['rates:read'] }
    const headers = { authorization: `Bearer ${env.ADMIN_TOKEN}` }
    const answer = await sendInTwoParts('/admin/applications', body, headers, async () => {
      polled = await waitForNextMillisecond()
    })
    const [act] = await rows('SELECT at FROM audit WHERE subject = ?', answer.json.clientId)
    expect(answer.status).toBe(201)
    expect(act?.at).toBeGreaterThanOrEqual(polled)
    expect(Date.parse(answer.json.createdAt)).toBeGreaterThanOrEqual(polled)
  })
})

describe('what expires while a body comes has expired', () => {
  it('an application: 401 CLIENT_EXPIRED', async () => {
    const { clientId, clientSecret } = await integrator(1)
    const body = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      audience: 'innlet-api',
    }
    const { status, json } = await sendInTwoParts('/oauth/token', body, {}, async () => {
      const [control] = [env.CONTROL ?? env.DB]
      const expiry = 'UPDATE application SET expires_at = ? WHERE client_id = ?'
      await control
        .prepare(expiry)
        .bind(await waitForNextMillisecond(), clientId)
        .run()
    })
    expect(status).toBe(401)
    expect(json.error_code).toBe('CLIENT_EXPIRED')
  })
})
