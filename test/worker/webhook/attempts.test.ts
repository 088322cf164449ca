import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { book } from '../../support/booking'
import { newReceiver } from '../../support/receiver'
import { hotelBeforeEach, rows } from '../../support/service'
import { databaseFromStub } from '../../support/sessions'
import { makeEndpoint, until, untilDeliveries } from '../../support/webhooks'

const opened = hotelBeforeEach()

interface Delivery {
  sequence: number
  attempts: { response: string }[]
}

const responses = ({ attempts }: Delivery) => attempts.map(({ response }) => response)

describe('the attempts of a delivery', () => {
  it('are the last 20, however often it is replayed [WEBHOOK-27]', async () => {
    const { call } = opened
    const texts = Array.from({ length: 23 }, (_, i) => `attempt ${i + 1}`)
    const receiver = await newReceiver(...texts.map(body => ({ status: 200, body })))
    await makeEndpoint(call, receiver.url)
    await book(call)
    for (const i of texts.keys()) {
      const [delivery] = await untilDeliveries(
        call,
        ([one]) => one?.status === 'delivered' && responses(one).at(-1) === texts[i],
      )
      expect(responses(delivery)).toEqual(texts.slice(Math.max(0, i - 19), i + 1))
      if (i + 1 < texts.length) {
        await until(
          () => call('POST', '/Webhook/Replay', { endpointId: 1 }),
          ({ status }) => status === 200,
        )
      }
    }
  })

  it('fill a page by their bytes, and the database returns no more than the page has [WEBHOOK-17] [PAGE_BYTES]', async () => {
    const { call, token } = opened
    await makeEndpoint(call, (await newReceiver()).url, { types: ['endpoint.disabled'] })
    for (const roomID of [101, 102, 103, 201]) await book(call, { roomsBooked: [{ roomID }] })
    const attempt = { at: Date.now(), durationMs: 1, httpStatus: 500, error: 'HTTP 500', response: 'あ'.repeat(1_000) }
    await rows(
      `INSERT INTO webhook_delivery (customer_id, endpoint_id, sequence, previous_sequence, delivery_status, next_attempt_at, attempts,
        created_at)
      SELECT customer_id, 1, sequence, 0, 'failed', 0, ?, at FROM event`,
      JSON.stringify(Array(15).fill(attempt)),
    )
    const returned: number[] = []
    const DB = databaseFromStub({
      prepare: text => env.DB.prepare(text),
      async batch(list) {
        const results = await env.DB.batch<{ attempts?: string }>(list)
        returned.push(results.flatMap(({ results }) => results).filter(({ attempts }) => attempts).length)
        return results
      },
    })
    const there = withBindings({ PAGE_BYTES: '65536', DB })
    const page = async (after: number) => {
      const path = `/api/Webhook/GetDeliveries?endpointId=1&afterSequence=${after}&pageSize=200`
      const { json, headers } = await there('GET', path, undefined, { authorization: `Bearer ${token}` })
      const sequences = json.content.map(({ sequence }: Delivery) => sequence)
      return [sequences, headers.get('x-has-more')]
    }
    expect(await page(0)).toEqual([[1, 2], 'true'])
    expect(await page(2)).toEqual([[3, 4], 'false'])
    expect(returned).toEqual([3, 2])
  })
})
