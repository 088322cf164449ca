import { type Refusal, refuse } from '../errors'
import type { BodyAllowance } from './body-allowance'
import { rejectBodyShape } from './body-shape'
import { LARGE_BODY } from './large-body'
import { beforeDeadline, recordBytesRead } from './unread-body'

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** Whether the body is declared as JSON. */
export const isJson = (headers: Headers) => JSON_TYPE.test(headers.get('content-type') ?? '')

/** Bytes that are made room for at first: most bodies fit, and whoever only says that a large one comes holds no more. */
const INITIAL_CAPACITY = 64 * 1024
/** The same where a body is short of room, and does not say how long it is. */
const ANONYMOUS_CAPACITY = 4 * 1024

/**
 * The body, judged while it is read: whatever Content-Length claims, no more than `limit` bytes are ever held, nor more than
 * there is room for. One that says itself that it is larger is not read. `undefined` when it is larger, `null` when it breaks off.
 */
export async function readBytes(
  request: Request,
  limit: number,
  room: BodyAllowance,
): Promise<Uint8Array | null | undefined | Refusal<'OVERLOADED'>> {
  if (!request.body) return new Uint8Array()
  const declared = Number(request.headers.get('content-length'))
  if (declared > limit) return undefined
  try {
    if (declared === 0 || declared > INITIAL_CAPACITY || room.deadline)
      return await gather(request, request.body, declared, limit, room)
    // HTTP holds a body to the length that it declares, so that a small one can be taken in at once.
    const bytes = new Uint8Array(await request.arrayBuffer())
    return bytes.length > limit ? undefined : bytes
  } catch {
    return null
  }
}

/**
 * Reads into one buffer that doubles as it fills: the runtime hands out pieces of 4 KiB where it is not told how much to wait
 * for, and each costs a turn.
 */
async function gather(
  request: Request,
  body: ReadableStream,
  declared: number,
  limit: number,
  room: BodyAllowance,
): Promise<Uint8Array | undefined | Refusal<'OVERLOADED'>> {
  const reader = body.getReader({ mode: 'byob' })
  let size = 0
  const stop = <Why>(why: Why): Why => {
    // The rest is discarded with the answer.
    recordBytesRead(request, size)
    reader.releaseLock()
    return why
  }
  const unsaid = room.deadline ? ANONYMOUS_CAPACITY : INITIAL_CAPACITY
  let buffer = new Uint8Array(Math.min(declared ? declared + 1 : unsaid, INITIAL_CAPACITY, limit + 1))
  const crowded = await room.grow(Math.min(declared || unsaid, buffer.length))
  if (crowded) return stop(crowded)
  for (;;) {
    const part = await beforeDeadline(room.deadline, reader.readAtLeast(buffer.length - size, buffer.subarray(size)))
    if (!part) {
      // Not waited for: whoever is slow to send is slow to stop too.
      reader.cancel().catch(() => {})
      return room.lateRefusal()
    }
    // The buffer was lent to the runtime, and comes back as another.
    buffer = new Uint8Array((part.value as Uint8Array<ArrayBuffer>).buffer)
    if (part.done) return buffer.subarray(0, size)
    size += part.value.byteLength
    if (size > limit) return stop(undefined)
    if (size === buffer.length) {
      // A large body says how much it needs, and few may come that far at a time.
      const wanted = Math.min(size < LARGE_BODY ? 2 * size : Math.max(2 * size, declared + 1), limit + 1)
      const refused = await room.grow(Math.min(wanted, limit))
      if (refused) return stop(refused)
      const larger = new Uint8Array(wanted)
      larger.set(buffer)
      buffer = larger
    }
  }
}

/** `null` means absent: fields that are null are taken out, where they stand. Lists keep theirs. */
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

/** What bytes say; `null` when they are not UTF-8, or broke off. */
export function decode(bytes: Uint8Array | null): string | null {
  if (!bytes) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return null
  }
}

/** Bytes to JSON, its nulls removed unless they are to be kept; a text without the word `null` is not walked. */
export function parseJson(
  bytes: Uint8Array | null,
  keepsNulls = false,
): { value: unknown } | Refusal<'INVALID_JSON' | 'INVALID_FIELD'> {
  const text = decode(bytes)
  if (!bytes || text === null) return refuse('INVALID_JSON', 'body: expected JSON in UTF-8')
  const misshapen = rejectBodyShape(bytes, text)
  if (misshapen) return misshapen
  try {
    const value: unknown = JSON.parse(text)
    if (!keepsNulls && text.includes('null')) dropNulls(value)
    return { value }
  } catch {
    return refuse('INVALID_JSON', text === '' ? 'body: expected JSON, got nothing' : 'body: expected JSON')
  }
}
