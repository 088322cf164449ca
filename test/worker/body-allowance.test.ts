import { afterEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../schema/wire/limits'
import { aBooking, post, readBookingTables } from '../support/booking'
import { bearerHeader } from '../support/probe'
import { type Answer, expectStatus, hotelBeforeEach, send } from '../support/service'
import { openStreamingRequest, type StreamingRequest } from '../support/streaming-request'

const hotel = hotelBeforeEach()
const KIB = 1024
const MIB = 1024 * KIB
const BOOKING = '/api/Booking/PostBooking'
const CHANNEL = '/api/CMConnect/UpdateCMConnect'
const TOKEN = '/oauth/token'

let open: StreamingRequest[] = []
afterEach(async () => {
  await Promise.all(open.map(({ end }) => end()))
  await Promise.all(open.map(({ response }) => response))
  open = []
})

/** A sender that sends so many bytes of a body that is never whole, and then nothing more. */
async function stalled(path: string, bytes: number, headers = {}, settings = {}): Promise<StreamingRequest> {
  const slow = openStreamingRequest(path, headers, settings)
  open.push(slow)
  await slow.send(`{"padding":"${'x'.repeat(bytes - 12)}`)
  return slow
}

const codeOf = ({ status, json }: Answer) => `${status} ${json.errors?.[0].code}`
const ofBytes = (bytes: number, also: object = {}) => {
  const text = JSON.stringify({ ...also, padding: '' })
  return text.replace('"padding":""', `"padding":"${'x'.repeat(bytes - text.length)}"`)
}

describe('bodies that come without a credential in a header', () => {
  it('share 2 MiB and have 10 seconds by default [ANONYMOUS_BODY_BYTES] [ANONYMOUS_BODY_SECONDS]', () => {
    expect([LIMITS.ANONYMOUS_BODY_BYTES[0], LIMITS.ANONYMOUS_BODY_SECONDS[0]]).toEqual([2 * MIB, 10])
  })

  it('beyond their shared size are 503 OVERLOADED with Retry-After, and change nothing [OVERLOADED] [API-27]', async () => {
    const before = await readBookingTables()
    await stalled(BOOKING, MIB)
    await stalled(BOOKING, MIB)
    const booking = ofBytes(64 * KIB, aBooking({ token: hotel.token }))
    const refused = await send('POST', BOOKING, booking)
    expect([codeOf(refused), refused.headers.get('retry-after')]).toEqual(['503 OVERLOADED', '10'])
    expect(refused.json.success).toBe(false)
    expect(await readBookingTables()).toEqual(before)
    expect((await post(hotel.call, booking)).status).toBe(200)
  })

  it('release their share once they are served or refused [ANONYMOUS_BODY_BYTES] [ANONYMOUS_BODY_SECONDS]', async () => {
    for (let i = 0; i < 5; i++) {
      expect((await send('POST', BOOKING, ofBytes(MIB, aBooking({ token: hotel.token })))).status).toBe(i ? 409 : 200)
      expect(codeOf(await send('POST', BOOKING, ofBytes(MIB)))).toBe('401 AUTHENTICATION_REQUIRED')
    }
  })

  it('one that has not arrived in its time is 503 OVERLOADED with Retry-After [OVERLOADED]', async () => {
    const inOneSecond = { ANONYMOUS_BODY_SECONDS: '1' }
    // Each of them waits for its second, so they wait together.
    const stalledAll = [
      await stalled(BOOKING, 20, {}, inOneSecond),
      await stalled(BOOKING, 100 * KIB, {}, inOneSecond),
      await stalled(TOKEN, 20, {}, inOneSecond),
    ]
    const [small, large, token] = await Promise.all(stalledAll.map(({ response }) => response))
    for (const late of [small, large]) {
      expect([late && codeOf(late), late?.json.errors[0].description, late?.headers.get('retry-after')]).toEqual([
        '503 OVERLOADED',
        'body: expected to arrive within 1 seconds',
        '10',
      ])
    }
    expect(token?.status).toBe(503)
    expect(token?.json.error_code).toBe('OVERLOADED')
    expect(token?.json.error).toBe('temporarily_unavailable')
    expect(token?.headers.get('retry-after')).toBe('10')
  })

  it('hold nothing once they are refused, while the rest that is still sent is discarded [API-12]', async () => {
    const refused = openStreamingRequest(BOOKING)
    open.push(refused)
    await refused.send(ofBytes(MIB + 1))
    await expect.poll(() => refused.hasResponse()).toBe(true)
    const held = [await stalled(BOOKING, MIB), await stalled(BOOKING, MIB)]
    expect(codeOf(await send('POST', BOOKING, ofBytes(64 * KIB)))).toBe('503 OVERLOADED')
    expect(held.map(each => each.hasResponse())).toEqual([false, false])
  })

  it('never use the share of large bodies: two stalled ones delay no channel update [ANONYMOUS_BODY_BYTES] [ANONYMOUS_BODY_SECONDS]', async () => {
    const silent = [await stalled(BOOKING, MIB), await stalled(BOOKING, MIB)]
    for (let i = 0; i < 3; i++) {
      const { status } = await send('POST', CHANNEL, ofBytes(1.5 * MIB), bearerHeader(hotel.token))
      // The message has no group. The refusal shows that the body was read and validated.
      expect([200, 422]).toContain(status)
    }
    expect(silent.map(each => each.hasResponse())).toEqual([false, false])
  })

  it('never prevent a token request, whose size is not part of their share [ANONYMOUS_BODY_BYTES] [ANONYMOUS_BODY_SECONDS]', async () => {
    await stalled(BOOKING, MIB)
    await stalled(BOOKING, MIB)
    const { clientId: client_id, clientSecret: client_secret } = hotel
    const fields = { grant_type: 'client_credentials', client_id, client_secret }
    expect((await send('POST', TOKEN, fields)).status).toBe(200)
    const padded = await expectStatus(503, send('POST', TOKEN, ofBytes(8 * KIB, fields)))
    expect(padded.json.error_code).toBe('OVERLOADED')
  })

  it('may not be larger than all that they share, where an operator allows larger ones with a credential [ANONYMOUS_BODY_BYTES] [ANONYMOUS_BODY_SECONDS]', async () => {
    const settings = { BODY_BYTES: String(4 * MIB), ANONYMOUS_BODY_BYTES: String(MIB) }
    const slow = openStreamingRequest(BOOKING, {}, settings)
    open.push(slow)
    await slow.send(ofBytes(MIB + 1, aBooking({ token: hotel.token })))
    expect(codeOf(await slow.response)).toBe('401 AUTHENTICATION_REQUIRED')
  })
})

describe('a credential in a header', () => {
  it.each([
    ['a token', { authorization: 'Bearer abc' }, '401 INVALID_TOKEN'],
    ['an API key', { 'x-api-key': 'ik_nobody' }, '401 INVALID_API_KEY'],
  ])('is judged before the body is read: %s that is no good [API-22]', async (_, headers, refusal) => {
    // No byte of the body is sent.
    expect(codeOf(await openStreamingRequest(BOOKING, headers).response)).toBe(refusal)
  })

  it('that is good takes nothing of what strangers share [API-22]', async () => {
    const known = await Promise.all([1, 2, 3].map(() => stalled(BOOKING, MIB, bearerHeader(hotel.token))))
    expect((await send('POST', BOOKING, aBooking({ token: hotel.token }))).status).toBe(200)
    expect(known.some(each => each.hasResponse())).toBe(false)
  })
})

describe('a large body', () => {
  it('that is sent slowly gives its room to others after its time [OVERLOADED] [LARGE_BODY_SECONDS]', async () => {
    const inOneSecond = { LARGE_BODY_SECONDS: '1' }
    const slow = [1, 2].map(() => stalled(CHANNEL, 1.2 * MIB, bearerHeader(hotel.token), inOneSecond))
    const late = await Promise.all((await Promise.all(slow)).map(({ response }) => response))
    expect(late.map(codeOf)).toEqual(['503 OVERLOADED', '503 OVERLOADED'])
    expect(late[0]?.headers.get('retry-after')).toBe('10')
    expect([200, 422]).toContain((await send('POST', CHANNEL, ofBytes(1.5 * MIB), bearerHeader(hotel.token))).status)
  })

  it('of exactly 1 MiB is none, so that a booking never waits for a channel manager [LARGE_BODY_SECONDS]', async () => {
    const held = [1, 2].map(() => stalled(CHANNEL, 1.2 * MIB, bearerHeader(hotel.token)))
    await Promise.all(held)
    expect((await post(hotel.call, ofBytes(MIB, aBooking()))).status).toBe(200)
  })
})
