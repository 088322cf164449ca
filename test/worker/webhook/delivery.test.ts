import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { book, post } from '../../support/booking'
import { newReceiver } from '../../support/receiver'
import { expectStatus, openHotel, resetBeforeEach, rows } from '../../support/service'
import { deliveries, makeEndpoint, runMinute, untilDeliveries, untilReceived } from '../../support/webhooks'

resetBeforeEach()

describe('webhooks', () => {
  it('a change is sent right after its commit, with a signature that standardwebhooks verifies [WEBHOOK-5] [WEBHOOK-8]', async () => {
    const { call } = await openHotel()
    const receiver = await newReceiver()
    const made = await expectStatus(200, call('POST', '/Webhook/PostEndpoint', { url: receiver.url }))
    await book(call)
    const [received] = await untilReceived(receiver, 1)

    expect(received?.event).toMatchObject({
      type: 'reservation.created',
      sequence: 1,
      previousSequence: 0,
      customerId: 1,
    })
    expect(received?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': received?.event.id })
    const { secret } = made.json.content
    expect(new Webhook(secret).verify(received?.text ?? '', received?.headers ?? {})).toEqual(received?.event)
  })

  it('an event waits for the earlier ones of its reservation; other reservations do not wait [WEBHOOK-9]', async () => {
    const { call } = await openHotel()
    const receiver = await newReceiver({ status: 500 }, { status: 200 })
    await makeEndpoint(call, receiver.url)
    const bookingID = await book(call, { roomsBooked: [{ roomID: 101 }] })
    await untilDeliveries(call, ([one]) => one?.attempts.length === 1)
    await post(call, { bookingID, reservationSummaryNote: 'late' })
    await book(call, { roomsBooked: [{ roomID: 102 }] })

    await untilDeliveries(call, list => list[2]?.status === 'delivered')
    expect((await deliveries(call)).map(({ status }: { status: string }) => status)).toEqual([
      'pending',
      'pending',
      'delivered',
    ])
    await skipWaiting()
    await runMinute()
    await untilDeliveries(call, list => list.every(({ status }: { status: string }) => status === 'delivered'))
    expect((await receiver.received()).map(({ event }) => event.sequence)).toEqual([1, 3, 1, 2])
  })

  it('at most 5 attempts are open at an endpoint [WEBHOOK-14]', async () => {
    const { call } = await openHotel()
    const receiver = await newReceiver({ delayMs: 300, status: 200 })
    await makeEndpoint(call, receiver.url)
    await Promise.all(
      [101, 102, 103, 201].flatMap(roomID =>
        ['2027-05-10', '2027-06-10'].map((arrivalDate, i) =>
          book(call, { arrivalDate, departureDate: i ? '2027-06-12' : '2027-05-12', roomsBooked: [{ roomID }] }),
        ),
      ),
    )
    await untilReceived(receiver, 8)
    expect(await receiver.maxOpen()).toBe(5)
  })

  it('only events of the types of the endpoint are sent; previousSequence is the one before of these types [WEBHOOK-10]', async () => {
    const { call } = await openHotel()
    const receiver = await newReceiver()
    await makeEndpoint(call, receiver.url, { types: ['reservation.modified', 'reservation.cancelled'] })
    const bookingID = await book(call)
    for (const change of [{ reservationSummaryNote: 'a' }, { reservationSummaryNote: 'b' }, { action: 'cancel' }]) {
      await post(call, { bookingID, ...change })
    }
    const received = await untilReceived(receiver, 3)
    expect(received.map(({ event }) => [event.type, event.sequence, event.previousSequence])).toEqual([
      ['reservation.modified', 2, 0],
      ['reservation.modified', 3, 2],
      ['reservation.cancelled', 4, 3],
    ])
  })

  it('a change of types begins previousSequence anew with 0 [WEBHOOK-10]', async () => {
    const { call } = await openHotel()
    const receiver = await newReceiver()
    await makeEndpoint(call, receiver.url)
    await book(call, { roomsBooked: [{ roomID: 101 }] })
    await untilReceived(receiver, 1)
    await call('POST', '/Webhook/UpdateEndpoint', { endpointId: 1, types: ['reservation.created'] })
    await book(call, { roomsBooked: [{ roomID: 102 }] })
    const received = await untilReceived(receiver, 2)
    expect(received.map(({ event }) => event.previousSequence)).toEqual([0, 0])
  })

  it('an endpoint with afterSequence receives the events after it [WEBHOOK-10]', async () => {
    const { call } = await openHotel()
    const receiver = await newReceiver()
    for (const roomID of [101, 102, 103]) await book(call, { roomsBooked: [{ roomID }] })
    await makeEndpoint(call, receiver.url, { afterSequence: 1 })
    await runMinute()
    const received = await untilReceived(receiver, 2)
    expect(received.map(({ event }) => [event.sequence, event.previousSequence])).toEqual([
      [2, 0],
      [3, 2],
    ])
  })

  it('a v1a signature is verified with the public key alone [WEBHOOK-5]', async () => {
    const { call } = await openHotel()
    const receiver = await newReceiver()
    const made = await makeEndpoint(call, receiver.url, { signature: 'v1a' })
    await book(call)
    const [received] = await untilReceived(receiver, 1)
    const bytes = (text: string) => Uint8Array.from(atob(text), character => character.charCodeAt(0))
    const headers = received?.headers ?? {}
    const key = await crypto.subtle.importKey('raw', bytes(made.publicKey?.slice(5) ?? ''), 'Ed25519', false, [
      'verify',
    ])
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${received?.text}`
    const signature = bytes(headers['webhook-signature']?.replace('v1a,', '') ?? '')
    expect(await crypto.subtle.verify('Ed25519', key, signature, new TextEncoder().encode(content))).toBe(true)
    expect(made).not.toHaveProperty('secret')
  })

  it('for 24 hours after a rotation both secrets sign; a second rotation ends the oldest at once [WEBHOOK-6]', async () => {
    const { call } = await openHotel()
    const receiver = await newReceiver()
    const secrets = [(await makeEndpoint(call, receiver.url)).secret]
    const rotate = async () => {
      const { json } = await call('POST', '/Webhook/RotateSecret', { endpointId: 1 })
      secrets.push(json.content.secret)
    }
    await rotate()
    await book(call, { roomsBooked: [{ roomID: 101 }] })
    const [first] = await untilReceived(receiver, 1)
    expect(secrets.map(secret => verifies(secret, first))).toEqual([true, true])

    await rotate()
    await book(call, { roomsBooked: [{ roomID: 102 }] })
    const [, second] = await untilReceived(receiver, 2)
    expect(secrets.map(secret => verifies(secret, second))).toEqual([false, true, true])

    await rows('UPDATE webhook_endpoint SET previous_until = 0')
    await book(call, { roomsBooked: [{ roomID: 103 }] })
    const [, , third] = await untilReceived(receiver, 3)
    expect(secrets.map(secret => verifies(secret, third))).toEqual([false, false, true])
  })
})

const verifies = (secret: string, received: { text: string; headers: Record<string, string> } | undefined) => {
  try {
    return !!new Webhook(secret).verify(received?.text ?? '', received?.headers ?? {})
  } catch {
    return false
  }
}

/** Makes every delivery due, as if its delay had passed. */
const skipWaiting = () =>
  rows('UPDATE webhook_delivery SET next_attempt_at = 0').then(() => rows('UPDATE webhook_endpoint SET due_at = 0'))
