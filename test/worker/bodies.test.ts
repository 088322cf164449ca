import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { aBooking, post, readBookingTables } from '../support/booking'
import { type Operation, operations } from '../support/operations'
import { bearerHeader } from '../support/probe'
import { someOf } from '../support/repetitions'
import {
  expectRefusal,
  expectStatus,
  hotelBeforeEach,
  integrator,
  readResponse,
  SERVICE_URL,
  send,
} from '../support/service'

const hotel = hotelBeforeEach()
const MIB = 1024 * 1024

/** A body that comes piece by piece, and does not say how long it is. */
function streamed(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  const size = Math.ceil(bytes.length / 20)
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
      controller.close()
    },
  })
}

const postRaw = async (body: BodyInit, headers: Record<string, string> = {}) =>
  readResponse(
    await exports.default.fetch(`${SERVICE_URL}/api/Booking/PostBooking`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...bearerHeader(hotel.token), ...headers },
    }),
  )

/** A good booking of so many bytes. */
function bookingOf(bytes: number): string {
  const text = JSON.stringify(aBooking({ padding: '' }))
  return text.replace('"padding":""', `"padding":"${'x'.repeat(bytes - text.length)}"`)
}

describe('a body may have 1 MiB', () => {
  it('of that size it is taken, a byte more is 413 BODY_TOO_LARGE [BODY_BYTES]', async () => {
    expect((await post(hotel.call, bookingOf(MIB))).status).toBe(200)
    await expectRefusal(post(hotel.call, bookingOf(MIB + 1)), 413, 'BODY_TOO_LARGE')
  })

  it('is checked while it is read: a body without a content-length is refused too [BODY_TOO_LARGE] [API-28]', async () => {
    expect((await postRaw(streamed(bookingOf(MIB)))).status).toBe(200)
    const before = await readBookingTables()
    await expectRefusal(postRaw(streamed(bookingOf(MIB + 1))), 413, 'BODY_TOO_LARGE')
    expect(await readBookingTables()).toEqual(before)
  })

  it('counted in bytes, not in characters', async () => {
    await expectStatus(413, post(hotel.call, JSON.stringify(aBooking({ padding: 'é'.repeat(MIB / 2) }))))
  })
})

describe('a body', () => {
  it('that is not UTF-8 is 400 INVALID_JSON [INVALID_JSON]', async () => {
    const refused = await postRaw(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]))
    await expectRefusal(refused, 400, 'INVALID_JSON', 'body: expected JSON in UTF-8')
  })

  it('after one that ends within a character, and after one with a byte order mark, is read alike', async () => {
    const booking = new TextEncoder().encode(JSON.stringify(aBooking({ identity: 'one' })))
    const mark = [0xef, 0xbb, 0xbf]
    expect((await postRaw(new Uint8Array([0x7b, 0x22, 0xc3]))).json.errors[0].code).toBe('INVALID_JSON')
    expect((await postRaw(booking)).status).toBe(200)
    for (let i = 0; i < 2; i++) expect((await postRaw(new Uint8Array([...mark, ...booking]))).status).toBe(200)
    expect((await postRaw(new Uint8Array([0xe2, 0x82]))).json.errors[0].code).toBe('INVALID_JSON')
    expect((await postRaw(new Uint8Array([...mark, ...booking]))).status).toBe(200)
  })

  it.each(['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.hotel+json'])(
    'may be declared as %s [UNSUPPORTED_MEDIA_TYPE]',
    async type => {
      expect((await postRaw(JSON.stringify(aBooking()), { 'content-type': type })).status).toBe(200)
    },
  )
})

describe('on every operation that takes JSON', () => {
  const isOurs = ({ auth, takesBody }: Operation) => takesBody && auth.includes(':')

  it('fields that are not known are ignored, at every depth [API-23]', async () => {
    const all = (await operations()).filter(isOurs)
    expect(all.length).toBeGreaterThan(8)
    const { token } = await integrator(1)
    for (const { method, address, body, name } of all) {
      const { text } = await send(method, address, strange(body), bearerHeader(token))
      expect(text, name).not.toMatch(/xUnknown/)
      expect(text, name).not.toMatch(/nrecognized/)
    }
  })

  it('null means absent: a body of nulls is answered as an empty one [API-23]', async () => {
    const { token } = await integrator(1)
    for (const { method, address, body, name } of (await operations()).filter(isOurs)) {
      const nulls = Object.fromEntries(Object.keys(body as object).map(field => [field, null]))
      const empty = await send(method, address, {}, bearerHeader(token))
      const { status, text } = await send(method, address, nulls, bearerHeader(token))
      expect([status, text], name).toEqual([empty.status, empty.text])
    }
  })
})

/** Lists in lists, so many levels. */
const levels = (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`

describe('a body of any operation', () => {
  const credentialFor = ({ auth }: Operation) => bearerHeader(auth === 'admin' ? env.ADMIN_TOKEN : hotel.token)
  const takingJson = async () => (await operations()).filter(({ takesBody }) => takesBody)

  it.each([65, 5_000, 400_000])('nested deeper than 64 levels it is 422: %i [LIMIT-3]', async count => {
    for (const operation of await takingJson()) {
      const { method, address, path, name, body } = operation
      const isToken = path === '/oauth/token'
      // This operation accepts no body of that size.
      if (isToken && count > 5_000) continue
      const fields = Object.keys(body as object).map(field => `"${field}":${levels(count - 1)}`)
      for (const deep of [`{"xUnknown":${levels(count - 1)}}`, `{${fields.join()}}`.slice(0, MIB), levels(count)]) {
        const { status, json } = await send(method, address, deep, credentialFor(operation))
        const told = isToken ? json.error_description : json.errors[0].description
        expect([status, told], name).toEqual([422, 'body: expected at most 64 levels'])
      }
    }
  })

  it('of 64 levels is checked by its fields [LIMIT-3]', async () => {
    for (const operation of await takingJson()) {
      const { method, address, name, body } = operation
      const unknown = JSON.stringify({ ...body, xUnknown: 0 }).replace('"xUnknown":0', `"x":${levels(63)}`)
      expect((await send(method, address, unknown, credentialFor(operation))).text, name).not.toMatch(/levels/)
      const fields = Object.keys(body as object).map(field => `"${field}":${levels(63)}`)
      const { status, text } = await send(method, address, `{${fields.join()}}`, credentialFor(operation))
      expect([status, text.includes('levels')], name).toEqual([422, false])
    }
  })

  it('brackets in a text are no levels [LIMIT-3]', async () => {
    const text = JSON.stringify(aBooking({ reservationSummaryNote: `${'[{"'.repeat(100)}` }))
    expect((await post(hotel.call, text)).status).toBe(200)
  })

  it('with a list of half a million faults is 422, with the first of them [LIMIT-4]', async () => {
    const list = `[${Array(500_000).fill(0).join()}]`
    for (const operation of await takingJson()) {
      const { method, address, path, name, body } = operation
      if (path === '/oauth/token') continue
      for (const field of someOf(Object.keys(body as object), 3, 0)) {
        const changed = JSON.stringify({ ...body, [field]: '@' }).replace('"@"', list)
        const { status, json } = await send(method, address, changed, credentialFor(operation))
        expect([status, json?.errors?.length <= 1_001], `${name} ${field}`).toEqual([422, true])
      }
    }
  })

  it.each([
    ['roomsBooked', 'rates'],
    ['roomsBooked', 'roomNotes'],
    ['activitiesBooked', 'selectedHosts'],
  ])('with a list of half a million faults in %s[].%s is 422', async (outer, inner) => {
    const list = `[${Array(500_000).fill(0).join()}]`
    const booking = JSON.stringify(aBooking({ [outer]: [{ roomID: 101, activityID: 1, [inner]: '@' }, {}] }))
    const { status, json } = await post(hotel.call, booking.replace('"@"', list))
    const told = json.errors.filter(({ description }: { description: string }) =>
      description.startsWith(`${outer}[0].${inner}: expected at most`),
    )
    expect(status).toBe(422)
    expect(told.length).toBe(1)
  })

  it('rules are not applied to entries that were not checked [LIMIT-4]', async () => {
    const rates = Array(1_000).fill({ unitCost: '', quantity: '' })
    const { status, json } = await post(
      hotel.call,
      aBooking({ roomsBooked: [{ roomID: 101, rates }, { roomID: 102 }] }),
    )
    expect(status).toBe(422)
    expect(json.errors.length).toBe(1_001)
  })

  it.each(['1e400', '-1e400', '-0', '1e-400', '{"__proto__":{"length":3}}', '[{"constructor":1}]', levels(60)])(
    'with %s in all of its fields is no fault of the service',
    async value => {
      for (const operation of await takingJson()) {
        const { method, address, name, body } = operation
        const fields = ['__proto__', 'constructor', 'toString', ...Object.keys(body as object)]
        const changed = `{${fields.map(field => `"${field}":${value}`).join()}}`
        const { status } = await send(method, address, changed, credentialFor(operation))
        expect(status, name).toBeLessThan(500)
      }
    },
  )
})

/** The same with a field more in every object of it. */
function strange(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strange)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.entries(value).map(([name, each]) => [name, strange(each)])
  return { ...Object.fromEntries(inner), xUnknown: { a: ['strange', null] } }
}
