import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import worker from '../../../worker/index'
import { book, readBookingTables } from '../../support/booking'
import { newReceiver } from '../../support/receiver'
import {
  ALL_PERMISSIONS,
  admin,
  expectRefusal,
  expectStatus,
  hotelBeforeEach,
  readResponse,
  send,
} from '../../support/service'
import { endpoints, makeEndpoint, untilReceived } from '../../support/webhooks'

const opened = hotelBeforeEach()
let apiKey: string
beforeEach(async () => {
  const key = { customerId: 1, name: 'tests', permissions: ALL_PERMISSIONS }
  apiKey = (await expectStatus(201, admin('POST', '/api-keys', key))).json.apiKey
})

/** A request to a service that is reached at an address of Cloudflare's, beside its public one. */
async function ask(path: string, body: object) {
  const ctx = createExecutionContext()
  const request = new Request(`https://innlet.hotel.workers.dev/api/Webhook/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify(body),
  })
  const response = await worker.fetch(request, { ...env, PUBLIC_URL: 'https://stay.example.com' }, ctx)
  await waitOnExecutionContext(ctx)
  return readResponse(response)
}

it('every webhook, event or test, has a user-agent that identifies it [WEBHOOK-29]', async () => {
  const receiver = await newReceiver()
  await makeEndpoint(opened.call, receiver.url)
  await book(opened.call)
  await expectStatus(200, opened.call('POST', '/Webhook/TestEndpoint', { endpointId: 1 }))
  const received = await untilReceived(receiver, 2)
  for (const { headers } of received) {
    await expectStatus(404, send('POST', '/', {}, { 'user-agent': headers['user-agent'] ?? '' }))
  }
})

describe('an address of the service itself', () => {
  it.each([
    'https://stay.example.com/',
    'https://a.stay.example.com/',
    'https://innlet.hotel.workers.dev/',
    'https://a.innlet.hotel.workers.dev/',
  ])(
    '%s is refused, by the public address and by that of the request, and nothing is changed [WEBHOOK-3]',
    async url => {
      await makeEndpoint(opened.call, 'https://hooks.example.com/')
      for (const { status, json } of [
        await ask('PostEndpoint', { url }),
        await ask('UpdateEndpoint', { endpointId: 1, url }),
      ]) {
        await expectRefusal({ status, json }, 422, 'INVALID_FIELD')
        expect(json.errors[0].description).toEqual(expect.stringMatching(/^url: expected .*this service$/))
      }
      expect(await endpoints(opened.call)).toMatchObject([{ endpointId: 1, url: 'https://hooks.example.com/' }])
    },
  )

  it.each(['/', '/api/Booking/PostBooking', '/api/Webhook/PostEndpoint', '/admin/customers'])(
    'that is not known as one leads nowhere: a webhook that arrives at %s is 404 and does nothing [WEBHOOK-29]',
    async path => {
      const before = await readBookingTables()
      const headers = { 'x-api-key': apiKey, 'user-agent': 'Innlet-Webhooks/1.1.0' }
      const { text } = await expectStatus(404, send('POST', path, { url: 'https://hooks.example.com/' }, headers))
      expect(text).toContain('the service receives no webhooks')
      expect(await readBookingTables()).toEqual(before)
      expect(await endpoints(opened.call)).toEqual({})
    },
  )
})
