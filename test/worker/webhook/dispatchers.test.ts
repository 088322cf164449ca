import { env } from 'cloudflare:workers'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { book } from '../../support/booking'
import { newReceiver } from '../../support/receiver'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'
import {
  deliveries,
  endpoints,
  makeEndpoint,
  runMinute,
  serveEndpoints,
  until,
  untilDeliveries,
  untilReceived,
} from '../../support/webhooks'

const opened = hotelBeforeEach()
const { call } = opened

const MOMENTS = [101, 102, 103, 201].flatMap(roomID =>
  ['05', '06', '07'].map(month => ({
    arrivalDate: `2027-${month}-10`,
    departureDate: `2027-${month}-12`,
    roomsBooked: [{ roomID }],
  })),
)

const allDelivered = (count: number) =>
  until(
    () => deliveries(call, 'endpointId=1&pageSize=200'),
    list => list.length === count && list.every(({ status }: { status: string }) => status === 'delivered'),
  )

describe('dispatchers', () => {
  it('twenty at once and those of the changes send each event exactly once to a receiver that responds 200 [WEBHOOK-15]', async () => {
    const receiver = await newReceiver({ delayMs: 20, status: 200 })
    await makeEndpoint(call, receiver.url)
    const runs = Array.from({ length: 20 }, () => runMinute())
    await Promise.all([...MOMENTS.map(moment => book(call, moment)), ...runs])
    await Promise.all(Array.from({ length: 20 }, () => runMinute()))
    const all = await allDelivered(MOMENTS.length)
    expect(all.map(({ attempts }: { attempts: unknown[] }) => attempts.length)).toEqual(MOMENTS.map(() => 1))
    const sequences = (await receiver.received()).map(({ event }) => event.sequence)
    expect(sequences.toSorted((one, other) => one - other)).toEqual(MOMENTS.map((_, i) => i + 1))
    expect(await receiver.maxOpen()).toBeLessThanOrEqual(5)
  })

  it('one that was killed between lease and result is followed by another one when its lease has ended [WEBHOOK-15]', async () => {
    const receiver = await newReceiver()
    await makeEndpoint(call, receiver.url, { types: ['link.issued'] })
    const reservationId = await book(call)
    // The event is in the log, and a dispatcher that is gone has leased its delivery.
    await rows('UPDATE webhook_endpoint SET scanned_sequence = 2, last_match = 2')
    await expectStatus(200, call('POST', '/PartnerItinerary/IssueLink', { reservationId }))
    await rows(
      `INSERT INTO webhook_delivery (customer_id, endpoint_id, sequence, reservation_id, previous_sequence, next_attempt_at, created_at)
      VALUES (1, 1, 2, 1, 0, 0, 0)`,
    )
    const leaseUntil = (time: number) =>
      rows(`UPDATE webhook_endpoint SET leases = json_object('lease', json_array(2, ?)), due_at = ?`, time, time)
    await leaseUntil(Date.now() + 30_000)
    await runMinute()
    expect(await receiver.received()).toEqual([])
    await leaseUntil(Date.now() - 1)
    await runMinute()
    await allDelivered(1)
    expect((await receiver.received()).map(({ event }) => [event.sequence, event.previousSequence])).toEqual([[2, 0]])
  })

  it('send identity as null after the erasure of the guest, also in a later attempt [WEBHOOK-22]', async () => {
    const receiver = await newReceiver({ status: 500 }, { status: 200 })
    await makeEndpoint(call, receiver.url, { types: ['reservation.created'] })
    await book(call, { identity: 'mine' })
    await untilDeliveries(call, ([one]) => one?.attempts.length === 1)
    await expectStatus(204, admin('POST', '/customers/1/guests/1/erase'))
    await rows('UPDATE webhook_delivery SET next_attempt_at = 0')
    await rows('UPDATE webhook_endpoint SET due_at = 0')
    await runMinute()
    await allDelivered(1)
    expect((await receiver.received()).map(({ event }) => event.data.identity)).toEqual(['mine', null])
  })

  it('send an event that was committed before a change of the types [WEBHOOK-8]', async () => {
    const receiver = await newReceiver()
    await makeEndpoint(call, receiver.url, { types: ['reservation.created'] })
    // No dispatcher searches the log before the change of types.
    await rows('UPDATE webhook_endpoint SET not_before = ?', Date.now() + 60_000)
    await book(call)
    await rows('DELETE FROM webhook_delivery')
    await rows('UPDATE webhook_endpoint SET scanned_sequence = 0, last_match = 0')
    await expectStatus(200, call('POST', '/Webhook/UpdateEndpoint', { endpointId: 1, types: ['sale.created'] }))
    await rows('UPDATE webhook_endpoint SET not_before = 0, due_at = 0')
    await runMinute()
    await allDelivered(1)
    expect((await receiver.received()).map(({ event }) => event.type)).toEqual(['reservation.created'])
  })

  it('during a rotation each attempt has a signature of the receiver’s secret [WEBHOOK-6]', async () => {
    const receiver = await newReceiver({ delayMs: 30, status: 200 })
    const { secret: older } = await makeEndpoint(call, receiver.url)
    const bookings = MOMENTS.map(moment => book(call, moment))
    const { json } = await expectStatus(200, call('POST', '/Webhook/RotateSecret', { endpointId: 1 }))
    await Promise.all(bookings)
    await book(call, { arrivalDate: '2027-08-10', departureDate: '2027-08-12' })
    await allDelivered(MOMENTS.length + 1)
    const received = await receiver.received()
    const isSignedBy = (secret: string) => (each: (typeof received)[number]) => {
      try {
        return Boolean(new Webhook(secret).verify(each.text, each.headers))
      } catch {
        return false
      }
    }
    expect(received.map(isSignedBy(older))).toEqual(received.map(() => true))
    expect(received.filter(isSignedBy(json.content.secret))).toContainEqual(received.at(-1))
  })
})

it('an invocation has at most 5 requests open, however many endpoints it serves [WEBHOOK-14]', async () => {
  const receiver = await newReceiver({ delayMs: 100, status: 200 })
  for (let i = 0; i < 3; i++) await makeEndpoint(call, receiver.url)
  // Without keys a change starts no dispatcher.
  const send = withBindings({ WEBHOOK_KEYS: '' })
  const quiet: typeof call = (method, path, body) =>
    send(method, `/api${path}`, body, { authorization: `Bearer ${opened.token}` })
  for (const moment of MOMENTS.slice(0, 6)) await book(quiet, moment)
  await serveEndpoints([1, 2, 3])
  await untilReceived(receiver, 3 * 6)
  expect(await receiver.maxOpen()).toBe(5)
})

describe('an address', () => {
  it('on this machine is refused in UpdateEndpoint without WEBHOOK_TARGETS, and nothing is changed [WEBHOOK-3]', async () => {
    await makeEndpoint(call, 'https://hooks.example.com/innlet', { types: ['endpoint.disabled'] })
    const authorization = { authorization: `Bearer ${opened.token}` }
    for (const url of ['http://127.0.0.1:8080/', 'https://localhost:8443/', 'https://[::1]:8443/']) {
      const send = withBindings({ WEBHOOK_TARGETS: '' })
      const { status, json } = await send('POST', '/api/Webhook/UpdateEndpoint', { endpointId: 1, url }, authorization)
      await expectRefusal({ status, json }, 422, 'INVALID_FIELD')
      expect(json.errors[0].description).toEqual(expect.stringMatching(/^url: /))
    }
    expect((await endpoints(call))[0].url).toBe('https://hooks.example.com/innlet')
  })

  it('that was stored under other settings gets no request: neither an event nor a test [WEBHOOK-4]', async () => {
    const receiver = await newReceiver()
    await makeEndpoint(call, 'https://hooks.example.com/innlet', { types: ['endpoint.disabled'] })
    // A reserved name is refused under any settings.
    await rows(`UPDATE webhook_endpoint SET url = replace(?, '127.0.0.1', 'hooks.test'), types = NULL`, receiver.url)
    await book(call)
    const [delivery] = await untilDeliveries(call, ([one]) => one?.attempts.length === 1)
    expect(delivery.attempts[0]).toMatchObject({ httpStatus: null, error: expect.stringMatching(/^url: /) })

    await rows('UPDATE webhook_endpoint SET url = ?', receiver.url)
    const { json } = await withBindings({ WEBHOOK_TARGETS: '' })(
      'POST',
      '/api/Webhook/TestEndpoint',
      { endpointId: 1 },
      { authorization: `Bearer ${opened.token}` },
    )
    expect(json.content).toMatchObject({ httpStatus: null, error: expect.stringMatching(/^url: /) })
    expect(await receiver.received()).toEqual([])
  })
})

it('DeleteEndpoint keeps only the row of the newest endpoint, so that deleted ones do not pile up [WEBHOOK-2]', async () => {
  for (let i = 0; i < 3; i++) {
    await makeEndpoint(call, 'https://hooks.example.com/innlet')
    await expectStatus(200, call('POST', '/Webhook/DeleteEndpoint', { endpointId: i + 1 }))
  }
  const { results } = await env.DB.prepare('SELECT endpoint_id, endpoint_status FROM webhook_endpoint').all()
  expect(results).toEqual([{ endpoint_id: 3, endpoint_status: 'deleted' }])
})
