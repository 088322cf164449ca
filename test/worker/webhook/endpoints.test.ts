import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Delivery } from '../../../schema/wire/webhook'
import { exhaustedRateLimit, withBindings } from '../../support/bindings'
import { aBooking, book } from '../../support/booking'
import { recordingDatabase } from '../../support/query-plan'
import { newReceiver } from '../../support/receiver'
import {
  databases,
  expectRefusal,
  expectStatus,
  hotelBeforeEach,
  openHotel,
  readTables,
  rows,
} from '../../support/service'
import { deliveries, endpoints, makeEndpoint, untilDeliveries, untilReceived } from '../../support/webhooks'

const opened = hotelBeforeEach()
const { call } = opened

const URL = 'https://hooks.example.com/innlet'
const post = (fields: object = {}) => call('POST', '/Webhook/PostEndpoint', { url: URL, ...fields })

describe('PostEndpoint', () => {
  it('makes an endpoint with a secret, which is shown only there [WEBHOOK-1]', async () => {
    const { json } = await expectStatus(200, post({ description: 'messages', types: ['sale.created'] }))
    const { secret, ...shown } = json.content
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(shown).toMatchObject({
      endpointId: 1,
      url: URL,
      description: 'messages',
      types: ['sale.created'],
      signature: 'v1',
      publicKey: null,
      status: 'enabled',
      disabledReason: null,
      deliveredSequence: 0,
      pending: 0,
      lastSuccessAt: null,
      lastFailureAt: null,
    })
    expect(await endpoints(call)).toEqual([shown])
  })

  it('with v1a shows the public key, in the list too [WEBHOOK-1]', async () => {
    const { json } = await post({ signature: 'v1a' })
    expect(json.content.publicKey).toMatch(/^whpk_/)
    expect(json.content).not.toHaveProperty('secret')
    expect((await endpoints(call))[0].publicKey).toBe(json.content.publicKey)
  })

  it('with the same identity and body has the same response, and makes one endpoint [WEBHOOK-1]', async () => {
    const first = await post({ identity: 'hooks-1' })
    const again = await post({ identity: 'hooks-1' })
    expect(again.json).toEqual(first.json)
    expect(await endpoints(call)).toHaveLength(1)
    await expectRefusal(post({ identity: 'hooks-1', description: 'other' }), 409, 'IDENTITY_CONFLICT')
  })

  it('twenty times at once with one identity makes one endpoint [WEBHOOK-1]', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => post({ identity: 'hooks-1' })))
    expect(new Set(all.map(({ text }) => text)).size).toBe(1)
    expect(await endpoints(call)).toHaveLength(1)
  })

  it('makes at most 20 endpoints, also at once; the 21st is 422 [WEBHOOK-2]', async () => {
    const all = await Promise.all(Array.from({ length: 25 }, () => post()))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = all.filter(({ status }) => status === 422)
    expect(refused).toHaveLength(5)
    expect(refused[0]?.json.errors[0].description).toMatch(/^url: .*20 endpoints/)
    expect(await endpoints(call)).toHaveLength(20)
  })

  it('never uses the id of a deleted endpoint again [WEBHOOK-2]', async () => {
    await post()
    await call('POST', '/Webhook/DeleteEndpoint', { endpointId: 1 })
    expect((await post()).json.content.endpointId).toBe(2)
    expect((await endpoints(call)).map((one: { endpointId: number }) => one.endpointId)).toEqual([2])
  })

  it.each([
    [{ url: 'http://hooks.example.com/' }, 'url: expected an https address'],
    [{ url: 'https://127.0.0.1/' }, 'url: expected the name of a public host'],
    [{ url: 'https://printer.local/' }, 'url: expected the name of a public host'],
    [{ url: 'https://innlet.test/' }, 'url: '],
    [{ url: '' }, 'url: '],
    [{ url: `https://hooks.example.com/${'a'.repeat(2000)}` }, 'url: '],
    [{ types: ['reservation.deleted'] }, 'types[0]: expected "reservation.created" or'],
    [{ types: ['ping'] }, 'types[0]: expected "reservation.created" or'],
    [{ signature: 'v2' }, 'signature: expected "v1" or "v1a"'],
    [{ afterSequence: -1 }, 'afterSequence: '],
    [{ afterSequence: 5 }, 'afterSequence: expected at most 0'],
    [{ description: 'x'.repeat(501) }, 'description: '],
    [{ identity: 'x'.repeat(201) }, 'identity: '],
  ])('refuses %j, and changes nothing [WEBHOOK-3]', async (fields, description) => {
    const refused = await withBindings({ WEBHOOK_TARGETS: '' })(
      'POST',
      '/api/Webhook/PostEndpoint',
      { url: URL, ...fields },
      { authorization: `Bearer ${opened.token}` },
    )
    await expectRefusal(refused, 422, 'INVALID_FIELD')
    expect(refused.json.errors[0].description).toContain(description)
    expect(await endpoints(call)).toEqual({})
  })

  it('with afterSequence before the oldest event that is kept is 410 [WEBHOOK-1] [EVENTS_EXPIRED]', async () => {
    for (const roomID of [101, 102, 103]) await book(call, { roomsBooked: [{ roomID }] })
    await env.DB.prepare('DELETE FROM event WHERE sequence < 3').run()
    await expectRefusal(post({ afterSequence: 1 }), 410, 'EVENTS_EXPIRED')
    expect((await post({ afterSequence: 2 })).status).toBe(200)
    expect((await post({ afterSequence: 0 })).status).toBe(200)
  })
})

describe('endpoints', () => {
  it.each([
    ['UpdateEndpoint', { description: 'x' }],
    ['DeleteEndpoint', {}],
    ['RotateSecret', {}],
    ['TestEndpoint', {}],
    ['Replay', {}],
  ])('%s of an endpoint that is not there, or another customer’s, is 404 [WEBHOOK-21]', async (name, fields) => {
    await post()
    const other = await openHotel(2)
    for (const send of [
      () => call('POST', `/Webhook/${name}`, { endpointId: 9, ...fields }),
      () => other.call('POST', `/Webhook/${name}`, { endpointId: 1, ...fields }),
    ]) {
      await expectRefusal(send(), 404, 'NOT_FOUND')
    }
    expect((await other.call('GET', '/Webhook/GetDeliveries?endpointId=1')).status).toBe(404)
    expect((await endpoints(call))[0]).toMatchObject({ endpointId: 1, description: '', status: 'enabled' })
  })

  it.each(['UpdateEndpoint', 'RotateSecret', 'TestEndpoint'])(
    '%s without WEBHOOK_KEYS is 503 NOT_CONFIGURED [WEBHOOK-21] [NOT_CONFIGURED]',
    async name => {
      const send = withBindings({ WEBHOOK_KEYS: '' })
      const authorization = { authorization: `Bearer ${opened.token}` }
      await expectRefusal(send('POST', `/api/Webhook/${name}`, { endpointId: 1 }, authorization), 503, 'NOT_CONFIGURED')
      expect((await send('GET', '/api/Event/GetEvents', undefined, authorization)).status).toBe(200)
    },
  )

  it('RotateSecret with the same identity has the same response [WEBHOOK-1]', async () => {
    await post()
    const rotate = () => call('POST', '/Webhook/RotateSecret', { endpointId: 1, identity: 'rotate-1' })
    expect((await rotate()).json).toEqual((await rotate()).json)
    const [row] = (await env.DB.prepare('SELECT secret_version FROM webhook_endpoint').all()).results
    expect(row).toEqual({ secret_version: 2 })
  })

  it('no table contains a secret, not even the record of its identity [WEBHOOK-7]', async () => {
    const { json } = await post({ identity: 'hooks-1' })
    const rotated = await call('POST', '/Webhook/RotateSecret', { endpointId: 1, identity: 'rotate-1' })
    const stored = JSON.stringify(await Promise.all(databases.map(readTables)))
    for (const secret of [json.content.secret, rotated.json.content.secret]) {
      expect(stored).not.toContain(secret.slice(6))
    }
  })
})

describe('TestEndpoint', () => {
  it('sends a ping now, which has sequence 0 and is not in the log [WEBHOOK-18]', async () => {
    const receiver = await newReceiver({ status: 202 })
    await makeEndpoint(call, receiver.url)
    const { json } = await call('POST', '/Webhook/TestEndpoint', { endpointId: 1 })
    expect(json.content).toMatchObject({ httpStatus: 202, error: null })
    const [received] = await receiver.received()
    expect(received?.event).toMatchObject({ type: 'ping', sequence: 0, customerId: 1, data: {} })
    expect((await call('GET', '/Event/GetEvents')).json.content).toEqual({})
    expect(await deliveries(call)).toEqual({})
  })

  it('shows why it failed [WEBHOOK-18]', async () => {
    const receiver = await newReceiver({ close: true })
    await makeEndpoint(call, receiver.url)
    const { json } = await call('POST', '/Webhook/TestEndpoint', { endpointId: 1 })
    expect(json.content).toMatchObject({ httpStatus: null, error: 'no connection, or it was closed' })
  })

  it('is 429 past 10 a minute of a customer [WEBHOOK-18] [WEBHOOK_TEST_PER_CUSTOMER]', async () => {
    await makeEndpoint(call, (await newReceiver()).url)
    const limiter = exhaustedRateLimit()
    await expectRefusal(
      withBindings({ WEBHOOK_TEST_PER_CUSTOMER: limiter })(
        'POST',
        '/api/Webhook/TestEndpoint',
        { endpointId: 1 },
        { authorization: `Bearer ${opened.token}` },
      ),
      429,
      'RATE_LIMITED',
    )
    expect(limiter.keys).toEqual(['1'])
  })
})

describe('GetDeliveries', () => {
  it('lists deliveries after a sequence, of a status, in pages [WEBHOOK-17] [EVENT-15]', async () => {
    const receiver = await newReceiver({ status: 200 }, { status: 200 }, { status: 500 })
    await makeEndpoint(call, receiver.url)
    for (const roomID of [101, 102, 103]) {
      await book(call, { roomsBooked: [{ roomID }] })
      await untilReceived(receiver, roomID - 100)
    }
    await untilDeliveries(call, list => list[2]?.attempts.length === 1)
    const page = await call('GET', '/Webhook/GetDeliveries?endpointId=1&pageSize=2')
    expect([page.json.content.length, page.headers.get('x-has-more')]).toEqual([2, 'true'])
    expect(page.headers.get('x-next-cursor')).toBe('2')
    const last = await call('GET', '/Webhook/GetDeliveries?endpointId=1&pageSize=2&cursor=2')
    expect([last.headers.get('x-has-more'), last.headers.get('x-next-cursor')]).toEqual(['false', null])
    const sequences = async (query: string) =>
      (await deliveries(call, `endpointId=1&${query}`)).map(({ sequence }: { sequence: number }) => sequence)
    for (const query of ['afterSequence=2', 'cursor=2', 'cursor=2&afterSequence=2']) {
      expect(await sequences(query), query).toEqual([3])
    }
    for (const query of ['cursor=2&afterSequence=1', 'cursor=x']) {
      const { json } = await expectStatus(422, call('GET', `/Webhook/GetDeliveries?endpointId=1&${query}`))
      expect(json.errors[0].description).toMatch(/^cursor: /)
    }
    expect(await sequences('status=pending')).toEqual([3])
    expect(await sequences('status=delivered')).toEqual([1, 2])
    expect((await call('GET', '/Webhook/GetDeliveries?endpointId=1&status=lost')).status).toBe(422)
  })

  it('lists deliveries of events from an instant on, and before one [WEBHOOK-31]', async () => {
    const receiver = await newReceiver({ status: 200 }, { status: 200 })
    await makeEndpoint(call, receiver.url)
    for (const roomID of [101, 102]) await book(call, { roomsBooked: [{ roomID }] })
    await untilDeliveries(
      call,
      list => list.length === 2 && list.every((each: Delivery) => each.status === 'delivered'),
    )
    await rows("UPDATE event SET at = unixepoch('2026-11-20 10:00') * 1000 + sequence * 60000")
    // The third waits: no dispatcher has searched the log for it.
    await rows(`INSERT INTO event (customer_id, sequence, event_id, event_type, at, data)
      SELECT customer_id, 3, 'waits', event_type, at + 60000, data FROM event WHERE sequence = 2`)
    const found = async (query: string) => {
      const content = await deliveries(call, `endpointId=1&${query}`)
      return Array.isArray(content) ? content.map((each: Delivery) => [each.sequence, each.previousSequence]) : []
    }
    expect(await found('since=2026-11-20T10:02:00Z')).toEqual([
      [2, 1],
      [3, null],
    ])
    expect(await found('until=2026-11-20T10:02:00Z')).toEqual([[1, 0]])
    expect(await found('since=2026-11-20T10:01:30Z&until=2026-11-20T10:03:00Z')).toEqual([[2, 1]])
    expect(await found('since=2026-11-20T10:01:00Z&until=2026-11-20T10:04:00Z&status=pending')).toEqual([[3, null]])
    expect(await found('since=2026-11-20T10:01:00Z&afterSequence=1&pageSize=1')).toEqual([[2, 1]])
    expect(await found('since=2026-11-20T10:03:01Z')).toEqual([])
    expect(await found('until=2026-11-20T10:00:00Z')).toEqual([])
    for (const field of ['since', 'until']) {
      const { json } = await expectStatus(422, call('GET', `/Webhook/GetDeliveries?endpointId=1&${field}=yesterday`))
      expect(json.errors[0].description).toMatch(new RegExp(`^${field}: expected an ISO 8601`))
    }
  })
})

it('a change of a customer without an enabled endpoint searches for none: its batch has found that there is none [WEBHOOK-8]', async () => {
  const { token } = opened
  const searches = async (roomID: number) => {
    const { bindings, statements } = recordingDatabase()
    const body = aBooking({ roomsBooked: [{ roomID }] })
    const send = withBindings(bindings)
    await expectStatus(200, send('POST', '/api/Booking/PostBooking', body, { authorization: `Bearer ${token}` }))
    return [...statements].some(text => text.includes('FROM webhook_endpoint AS e'))
  }
  expect(await searches(101)).toBe(false)
  await makeEndpoint(call, 'https://hooks.example.com/innlet', { types: ['endpoint.disabled'] })
  expect(await searches(102)).toBe(true)
  await expectStatus(200, call('POST', '/Webhook/UpdateEndpoint', { endpointId: 1, status: 'disabled' }))
  expect(await searches(103)).toBe(false)
})
