import { Webhook } from 'standardwebhooks'
import { describe, expect, it, vi } from 'vitest'
import { book } from '../../support/booking'
import { newReceiver } from '../../support/receiver'
import { expectStatus, openHotel, resetBeforeEach } from '../../support/service'

resetBeforeEach()

describe('webhooks', () => {
  it('a change is sent right after its commit, with a signature that standardwebhooks verifies', async () => {
    const { call } = await openHotel()
    const receiver = await newReceiver()
    const made = await expectStatus(200, call('POST', '/Webhook/PostEndpoint', { url: receiver.url }))
    await book(call)
    const [received] = await vi.waitUntil(
      async () => {
        const all = await receiver.received()
        return all.length && all
      },
      { timeout: 5000 },
    )

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
})
