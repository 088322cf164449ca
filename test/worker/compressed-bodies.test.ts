import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { aBooking, readBookingTables } from '../support/booking'
import { days, declareChannel, getDates } from '../support/channel-message'
import { bearerHeader } from '../support/probe'
import { expectRefusal, hotelBeforeEach, readResponse, SERVICE_URL } from '../support/service'

const hotel = hotelBeforeEach()
const MIB = 1024 * 1024

async function gzip(content: BodyInit): Promise<Uint8Array<ArrayBuffer>> {
  const body = new Response(content).body as ReadableStream
  return new Uint8Array(await new Response(body.pipeThrough(new CompressionStream('gzip'))).arrayBuffer())
}

const postTo = async (path: string, body: BodyInit, headers: Record<string, string>) =>
  readResponse(
    await exports.default.fetch(`${SERVICE_URL}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    }),
  )

const postBooking = (body: BodyInit, headers: Record<string, string> = {}) =>
  postTo('/api/Booking/PostBooking', body, {
    'content-encoding': 'gzip',
    ...bearerHeader(hotel.token),
    ...headers,
  })

const json = (value: unknown) => JSON.stringify(value)

/** A good booking of so many bytes. `content`: what fills it. */
function bookingOf(bytes: number, content = 'x'): string {
  const text = json(aBooking({ padding: '' }))
  const padding = content.repeat(Math.ceil(bytes / content.length)).slice(0, bytes - text.length)
  return text.replace('"padding":""', `"padding":"${padding}"`)
}

/** Hexadecimal digits, of which gzip makes half. */
const random = () => [...crypto.getRandomValues(new Uint8Array(32_768))].map(byte => byte.toString(16)).join('')

/** The data with other values in the last four bytes: the size of what comes out. */
const withSize = (data: Uint8Array<ArrayBuffer>, size: number) => {
  const changed = data.slice()
  new DataView(changed.buffer).setUint32(changed.length - 4, size, true)
  return changed
}

describe('a body that is compressed with gzip', () => {
  it.each(['gzip', 'x-gzip', 'GZIP'])('is read, declared as %s [INPUT-51]', async encoding => {
    const booked = await postBooking(await gzip(json(aBooking({ identity: 'one' }))), { 'content-encoding': encoding })
    expect(booked.status).toBe(200)
    const plain = await postBooking(json(aBooking({ identity: 'one' })), { 'content-encoding': 'identity' })
    expect(plain.headers.get('x-reservation-id')).toBe(booked.headers.get('x-reservation-id'))
  })

  it('is read for channel managers and administrators, and with its credential in the body [INPUT-51]', async () => {
    await declareChannel(hotel.call)
    const update = days([{ from: '2027-05-01', to: '2027-05-01', roomstosell: '3' }])
    const path = '/api/CMConnect/UpdateCMConnect'
    const encoding = { 'content-encoding': 'gzip' }
    expect((await postTo(path, await gzip(json({ ...update, token: hotel.token })), encoding)).status).toBe(401)
    expect((await postTo(path, await gzip(json(update)), { ...encoding, ...bearerHeader(hotel.token) })).status).toBe(
      200,
    )
    expect(await getDates(hotel.call)).toMatchObject([{ roomstosell: '3' }])
    const byBody = await gzip(json(aBooking({ token: hotel.token })))
    expect((await postTo('/api/Booking/PostBooking', byBody, encoding)).status).toBe(200)
    const search = await gzip(json({ lastName: 'Lindqvist' }))
    const found = await postTo(`/admin/customers/${hotel.customer}/guests/search`, search, {
      ...encoding,
      authorization: `Bearer ${env.ADMIN_TOKEN}`,
    })
    expect(found.json.guests.length).toBe(1)
  })

  it('of 1 MiB when it is decompressed is read, and a byte more is 413, however small it was [BODY_BYTES] [BODY_TOO_LARGE] [INPUT-51]', async () => {
    for (const content of ['x', random()]) {
      const tooLarge = await gzip(bookingOf(MIB + 1, content))
      await expectRefusal(postBooking(tooLarge), 413, 'BODY_TOO_LARGE', `the body may have ${MIB} bytes`)
    }
    expect((await postBooking(await gzip(bookingOf(MIB, random())))).status).toBe(200)
  })

  it('that hides its size is stopped while it is decompressed, and changes nothing [API-28] [INPUT-51]', async () => {
    const before = await readBookingTables()
    // About 1000 times as much comes out.
    const bomb = await gzip(new Uint8Array(64 * MIB))
    for (const size of [0, 100, MIB]) {
      const began = Date.now()
      await expectRefusal(postBooking(withSize(bomb, size)), 400, 'INVALID_JSON', /gzip/)
      expect(Date.now() - began).toBeLessThan(5_000)
    }
    await expectRefusal(postBooking(bomb), 413, 'BODY_TOO_LARGE')
    expect(await readBookingTables()).toEqual(before)
  })

  it('that is broken, cut or plain is 400 INVALID_JSON [INVALID_JSON] [INPUT-51]', async () => {
    const text = json(aBooking())
    const whole = await gzip(text)
    const broken = whole.slice()
    broken[20] = (broken[20] ?? 0) ^ 0xff
    const cases = [
      text,
      '{}',
      broken,
      whole.slice(0, -9),
      withSize(whole, text.length - 1),
      withSize(whole, text.length + 1),
    ]
    for (const body of cases) await expectRefusal(postBooking(body), 400, 'INVALID_JSON', /gzip/)
    await expectRefusal(postBooking(await gzip('{')), 400, 'INVALID_JSON', 'body: expected JSON')
    await expectRefusal(postBooking(''), 400, 'INVALID_JSON', 'body: expected JSON, got nothing')
  })

  it.each(['br', 'deflate', 'zstd', 'gzip, gzip', 'gzip, identity', 'gzip;q=1'])(
    'in the encoding %j is 415, and at the token endpoint 422 [UNSUPPORTED_MEDIA_TYPE] [INPUT-51]',
    async encoding => {
      const refused = await postBooking(json(aBooking()), { 'content-encoding': encoding })
      await expectRefusal(refused, 415, 'UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding: expected gzip, or none')
      const token = await postTo('/oauth/token', '{}', { 'content-encoding': encoding })
      expect([token.status, token.json.error_code]).toEqual([422, 'INVALID_REQUEST_BODY'])
    },
  )

  it('is not read at the token endpoint [INPUT-51]', async () => {
    const { clientId: client_id, clientSecret: client_secret } = hotel
    const fields = json({ grant_type: 'client_credentials', client_id, client_secret })
    const token = await postTo('/oauth/token', await gzip(fields), { 'content-encoding': 'gzip' })
    expect([token.status, token.json.error_code]).toEqual([422, 'INVALID_REQUEST_BODY'])
    expect((await postTo('/oauth/token', fields, { 'content-encoding': 'identity' })).status).toBe(200)
  })
})
