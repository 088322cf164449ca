/*
 * A connection that ends while the caller still sends is reset, and the caller never reads the response (EPIPE). The response is
 * therefore sent at once, and the rest of the body is read and discarded before the connection ends.
 */

/** Milliseconds for which the rest is read. */
const MAX_DURATION = 2_000
/** Bytes of the rest that are held at a time. */
const CHUNK_SIZE = 16 * 1024

const bytesRead = new WeakMap<Request, number>()

/** Records how many bytes of a body were read before the handler stopped. */
export const recordBytesRead = (request: Request, bytes: number): void => void bytesRead.set(request, bytes)

/**
 * The same response, which ends after the body of the request. At most `max` bytes of the body are read, those that were read before
 * included. After a body that was read to its end, the response is returned as it is.
 */
export async function respondThenDiscard(request: Request, response: Response, max: number): Promise<Response> {
  const { body } = request
  if (!body || (request.bodyUsed && !bytesRead.has(request))) return response
  const content = new Uint8Array(await response.arrayBuffer())
  const { readable, writable } = new FixedLengthStream(content.length)
  const send = async () => {
    const writer = writable.getWriter()
    await writer.write(content)
    await discard(body, max - (bytesRead.get(request) ?? 0))
    await writer.close()
  }
  // The request lives until its response ends. Errors mean that the caller has left.
  send().catch(() => {})
  return new Response(readable, response)
}

async function discard(body: ReadableStream, max: number): Promise<void> {
  const deadline = Date.now() + MAX_DURATION
  const reader = body.getReader({ mode: 'byob' })
  let chunk = new Uint8Array(CHUNK_SIZE)
  for (let size = 0; size < max; ) {
    const part = await beforeDeadline(deadline, reader.read(chunk))
    if (!part || part.done) break
    size += part.value.byteLength
    chunk = new Uint8Array(part.value.buffer as ArrayBuffer)
  }
  // Not awaited: a slow sender is slow to stop.
  reader.cancel().catch(() => {})
}

/** The value of a promise, or undefined where the deadline comes first. */
export async function beforeDeadline<Value>(
  deadline: number | undefined,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  if (deadline === undefined) return promise
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, deadline - Date.now())
  promise.catch(() => {})
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
