/*
 * A connection that ends while the caller still sends is reset, and the caller never reads the answer (EPIPE). The answer is
 * therefore sent at once, and the rest of the body is taken and discarded before the connection may end.
 */

/** Milliseconds for which a rest is taken. */
const PATIENCE = 2_000
/** Bytes that are held of a rest at a time. */
const PIECE = 16 * 1024

const taken = new WeakMap<Request, number>()

/** Notes how many bytes of a body were read when its reading stopped. */
export const recordBytesRead = (request: Request, bytes: number): void => void taken.set(request, bytes)

/**
 * The same answer, which ends once the request's body has: at most `most` bytes of that are taken in all, those that were read
 * before included. A body that was read to its end changes nothing.
 */
export async function respondThenDiscard(request: Request, response: Response, most: number): Promise<Response> {
  const { body } = request
  if (!body || (request.bodyUsed && !taken.has(request))) return response
  const answer = new Uint8Array(await response.arrayBuffer())
  const { readable, writable } = new FixedLengthStream(answer.length)
  const send = async () => {
    const writer = writable.getWriter()
    await writer.write(answer)
    await discard(body, most - (taken.get(request) ?? 0))
    await writer.close()
  }
  // The request lives until its answer ends. A caller that is gone needs no answer.
  send().catch(() => {})
  return new Response(readable, response)
}

async function discard(body: ReadableStream, most: number): Promise<void> {
  const until = Date.now() + PATIENCE
  const reader = body.getReader({ mode: 'byob' })
  let piece = new Uint8Array(PIECE)
  for (let size = 0; size < most; ) {
    const part = await beforeDeadline(until, reader.read(piece))
    if (!part || part.done) break
    size += part.value.byteLength
    piece = new Uint8Array(part.value.buffer as ArrayBuffer)
  }
  // Not waited for: a slow sender is slow to stop.
  reader.cancel().catch(() => {})
}

/** What comes before an instant; undefined: it has not. */
export async function beforeDeadline<Value>(
  instant: number | undefined,
  coming: Promise<Value>,
): Promise<Value | undefined> {
  if (instant === undefined) return coming
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, instant - Date.now())
  coming.catch(() => {})
  try {
    return await Promise.race([coming, late])
  } finally {
    clearTimeout(timer)
  }
}
