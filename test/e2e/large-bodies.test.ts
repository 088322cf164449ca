import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { repetitions } from '../support/repetitions.ts'
import { registerApplication, setUpHotel, tokenFor } from './support/hotel.ts'
import { newServiceFolder, type Run, start } from './support/run.ts'

const MIB = 1024 * 1024
const BOOKING = '/api/Booking/PostBooking'
const CHANNEL = '/api/CMConnect/UpdateCMConnect'

let run: Run
let bearer: string

beforeAll(async () => {
  run = await start(newServiceFolder(), '--no-demo')
  await setUpHotel(run.service, 7)
  const application = await registerApplication(run.service, 7, ['reservations:write', 'rates:write'])
  bearer = (await tokenFor(run.service, application)).access_token
})

/** A body of `size` bytes without Content-Length. */
function chunked(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes
  return new ReadableStream({
    pull(controller) {
      const size = Math.min(left, 65_536)
      left -= size
      if (size) controller.enqueue(new Uint8Array(size).fill(120))
      else controller.close()
    },
  })
}

/** The result of Node's fetch: a status and a code, or the error. */
async function fetched(path: string, bytes: number, isChunked: boolean, authorization: string): Promise<string> {
  try {
    const response = await fetch(run.service.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: isChunked ? chunked(bytes) : new Uint8Array(bytes).fill(120),
      duplex: 'half',
    } as RequestInit)
    const { errors, error_code } = (await response.json()) as { errors?: { code: string }[]; error_code?: string }
    return `${response.status} ${errors?.[0]?.code ?? error_code}`
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    return cause?.code ?? message
  }
}

const ROUNDS = repetitions(10, 30)

/** The distinct results of many rounds. */
async function outcomes(...request: Parameters<typeof fetched>): Promise<string[]> {
  const seen = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) seen.add(await fetched(...request))
  return [...seen]
}

describe('the answer to a body that is not taken arrives at Node’s fetch, which is still sending [API-12]', () => {
  it.each([
    ['413 over the limit', BOOKING, 1.9 * MIB, '413 BODY_TOO_LARGE'],
    ['413 over the limit of a channel manager', CHANNEL, 9.9 * MIB, '413 BODY_TOO_LARGE'],
    ['404 of an unknown path', '/api/nothing', MIB, '404 NOT_FOUND'],
    ['422 of the token endpoint', '/oauth/token', MIB, '422 INVALID_REQUEST_BODY'],
  ])('%s', async (_, path, bytes, expected) => {
    const authorization = `Bearer ${bearer}`
    expect(await outcomes(path, bytes, false, authorization)).toEqual([expected])
    expect(await outcomes(path, bytes, true, authorization)).toEqual([expected])
  })

  it.each([
    [BOOKING, 'Bearer none', '401 INVALID_TOKEN'],
    ['/api/Fetch/UpdateFetchQueueMessage', '', '401 AUTHENTICATION_REQUIRED'],
  ])('401 of a credential that is judged before the body: %s', async (path, authorization, expected) => {
    expect(await outcomes(path, MIB, false, authorization)).toEqual([expected])
    expect(await outcomes(path, MIB, true, authorization)).toEqual([expected])
  })
})

/**
 * Sends a head and pieces of a body, each after the one before, until the connection ends. Returns the response, the bytes that were
 * sent, and for how many milliseconds the connection was open after the response.
 */
async function sendRaw(head: string[], piece: Buffer, everyMs: number) {
  const { port } = new URL(run.service.origin)
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  let text = ''
  let answeredAt = 0
  let bytes = 0
  socket.on('data', data => {
    answeredAt ||= Date.now()
    text += data
  })
  const send = () =>
    socket.write(piece, error => {
      if (error) return
      bytes += piece.length
      setTimeout(send, everyMs)
    })
  socket.write(`${[`POST ${BOOKING} HTTP/1.1`, `host: localhost:${port}`, ...head].join('\r\n')}\r\n\r\n`, send)
  await new Promise(resolve => socket.on('close', resolve))
  return { text, bytes, openFor: Date.now() - answeredAt }
}

const authorized = () => [`authorization: Bearer ${bearer}`, 'content-type: application/json']

describe('what is taken after the answer has an end', () => {
  it('of 2 seconds: a slow sender gets the response at once, and then loses the connection [API-12]', async () => {
    const { text, bytes, openFor } = await sendRaw(
      [...authorized(), `content-length: ${3 * MIB}`],
      Buffer.alloc(1024, 'x'),
      50,
    )
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
    expect(text).toContain('BODY_TOO_LARGE')
    expect(openFor).toBeGreaterThan(1_000)
    expect(bytes).toBeLessThan(MIB)
  })

  it('of twice the limit: a sender of more loses the connection [API-12]', async () => {
    const { bytes } = await sendRaw([...authorized(), 'transfer-encoding: chunked'], chunkOf(256 * 1024), 0)
    // What is on its way when the connection ends was sent too.
    expect(bytes).toBeLessThan(20 * MIB)
  })
})

const chunkOf = (bytes: number) => Buffer.from(`${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`)
