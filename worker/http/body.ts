import { type Refusal, refuse } from '../errors'
import type { BodyAllowance } from './body-allowance'
import { rejectBodyShape } from './body-shape'
import { LARGE_BODY } from './large-body'
import { beforeDeadline, recordBytesRead } from './unread-body'

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** Whether the body is declared as JSON. */
export const isJson = (headers: Headers) => JSON_TYPE.test(headers.get('content-type') ?? '')

/** The first buffer, in bytes. Most bodies fit. A caller that only declares a large body takes no more. */
const INITIAL_CAPACITY = 64 * 1024
/** The same for an anonymous body without a Content-Length. */
const ANONYMOUS_CAPACITY = 4 * 1024

/**
 * Reads the body, and never holds more than `limit` bytes or more than the allowance, even where Content-Length is wrong. A body whose
 * Content-Length is larger is not read. Returns `undefined` when the body is too large, `null` when it ends early.
 */
export async function readBytes(
  request: Request,
  limit: number,
  allowance: BodyAllowance,
): Promise<Uint8Array | null | undefined | Refusal<'OVERLOADED'>> {
  const declared = Number(request.headers.get('content-length'))
  // HTTP ends a body at its declared length, so that a small one can be read at once. To make a stream of it takes longer.
  const isSmall = declared > 0 && declared <= INITIAL_CAPACITY && !allowance.deadline
  const stream = isSmall ? undefined : request.body
  if (stream === null) return new Uint8Array()
  if (declared > limit) return undefined
  try {
    if (stream) return await gather(request, stream, { declared, limit, allowance })
    const bytes = new Uint8Array(await request.arrayBuffer())
    return bytes.length > limit ? undefined : bytes
  } catch {
    return null
  }
}

/**
 * Reads into one buffer, which doubles when it is full. Without a minimum the runtime returns pieces of 4 KiB, and each costs a turn
 * of the event loop.
 */
async function gather(
  request: Request,
  body: ReadableStream,
  { declared, limit, allowance }: { declared: number; limit: number; allowance: BodyAllowance },
): Promise<Uint8Array | undefined | Refusal<'OVERLOADED'>> {
  const reader = body.getReader({ mode: 'byob' })
  let size = 0
  const stop = <Result>(result: Result): Result => {
    // The rest is discarded with the response.
    recordBytesRead(request, size)
    reader.releaseLock()
    return result
  }
  const initial = allowance.deadline ? ANONYMOUS_CAPACITY : INITIAL_CAPACITY
  let buffer = new Uint8Array(Math.min(declared ? declared + 1 : initial, INITIAL_CAPACITY, limit + 1))
  const refused = await allowance.grow(Math.min(declared || initial, buffer.length))
  if (refused) return stop(refused)
  for (;;) {
    const part = await beforeDeadline(
      allowance.deadline,
      reader.readAtLeast(buffer.length - size, buffer.subarray(size)),
    )
    if (!part) {
      // Not awaited: a slow sender is slow to stop.
      reader.cancel().catch(() => {})
      return allowance.lateRefusal()
    }
    // The read detached the buffer, and returns its memory in a new one.
    buffer = new Uint8Array((part.value as Uint8Array<ArrayBuffer>).buffer)
    if (part.done) return buffer.subarray(0, size)
    size += part.value.byteLength
    if (size > limit) return stop(undefined)
    if (size === buffer.length) {
      // A large body uses its declared length: few large bodies are held at a time.
      const wanted = Math.min(size < LARGE_BODY ? 2 * size : Math.max(2 * size, declared + 1), limit + 1)
      const refused = await allowance.grow(Math.min(wanted, limit))
      if (refused) return stop(refused)
      const larger = new Uint8Array(wanted)
      larger.set(buffer)
      buffer = larger
    }
  }
}

/** Deletes fields that are null, which means that they are absent. Lists keep their nulls. */
function dropNulls(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const inner of value) dropNulls(inner)
    return
  }
  const fields = value as Record<string, unknown>
  for (const key in fields) {
    if (fields[key] === null) delete fields[key]
    else dropNulls(fields[key])
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** The text of a body; `null` when it is not UTF-8, or ended early. */
export function decode(bytes: Uint8Array | null): string | null {
  if (!bytes) return null
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

/** Parses JSON and removes its nulls, unless the contract keeps them. */
export function parseJson(
  bytes: Uint8Array | null,
  keepsNulls = false,
): { value: unknown } | Refusal<'INVALID_JSON' | 'INVALID_FIELD'> {
  const text = decode(bytes)
  if (!bytes || text === null) return refuse('INVALID_JSON', 'body: expected JSON in UTF-8')
  const refusal = rejectBodyShape(bytes, text)
  if (refusal) return refusal
  try {
    const value: unknown = JSON.parse(text)
    if (!keepsNulls && text.includes('null')) dropNulls(value)
    return { value }
  } catch {
    return refuse('INVALID_JSON', text === '' ? 'body: expected JSON, got nothing' : 'body: expected JSON')
  }
}
