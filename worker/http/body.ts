import { type Refusal, refuse } from '../errors'
import { LARGE, refuseMonster } from './large-body'

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** Whether the body is declared as JSON. */
export const isJson = (headers: Headers) => JSON_TYPE.test(headers.get('content-type') ?? '')

/** Bytes that are made room for at first: most bodies fit, and whoever only says that a large one comes holds no more. */
const FIRST_ROOM = 64 * 1024

/**
 * The body, judged while it is read: whatever Content-Length claims, no more than `limit` bytes are ever held. One that says
 * itself that it is larger is not read. `undefined` when it is larger, `null` when it breaks off.
 *
 * `onLarge` is waited for before more than a large body's least is taken in.
 */
export async function readBytes(
  request: Request,
  limit: number,
  onLarge: () => Promise<void> = async () => {},
): Promise<Uint8Array | null | undefined> {
  if (!request.body) return new Uint8Array()
  const declared = Number(request.headers.get('content-length'))
  if (declared > limit) return undefined
  try {
    if (declared === 0 || declared > FIRST_ROOM) return await gather(request.body, declared, limit, onLarge)
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
  body: ReadableStream,
  declared: number,
  limit: number,
  onLarge: () => Promise<void>,
): Promise<Uint8Array | undefined> {
  const reader = body.getReader({ mode: 'byob' })
  let room = new Uint8Array(Math.min(FIRST_ROOM, limit + 1))
  let size = 0
  for (;;) {
    const { value, done } = await reader.readAtLeast(room.length - size, room.subarray(size))
    // The buffer was lent to the runtime, and comes back as another.
    room = new Uint8Array((value as Uint8Array<ArrayBuffer>).buffer)
    if (done) return room.subarray(0, size)
    size += value.byteLength
    if (size > limit) {
      await reader.cancel()
      return undefined
    }
    if (size === room.length) {
      if (size === LARGE) await onLarge()
      // Only few may come this far at a time: to them the room is given that they say they need.
      const wanted = size < LARGE ? 2 * size : Math.max(2 * size, declared + 1)
      const larger = new Uint8Array(Math.min(wanted, limit + 1))
      larger.set(room)
      room = larger
    }
  }
}

/** Deeper than any contract goes; below it a hostile body is left as it is, for the contract to refuse. */
const DEEPEST = 32

/** `null` means absent: fields that are null are taken out, where they stand. Lists keep theirs. */
function dropNulls(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return
  if (Array.isArray(value)) {
    for (const inner of value) dropNulls(inner, depth + 1)
    return
  }
  const fields = value as Record<string, unknown>
  for (const key in fields) {
    if (fields[key] === null) delete fields[key]
    else dropNulls(fields[key], depth + 1)
  }
}

/** The same as text; `null` also when it is not UTF-8. */
export async function readText(request: Request, limit: number): Promise<string | null | undefined> {
  const bytes = await readBytes(request, limit)
  return bytes && decode(bytes)
}

function decode(bytes: Uint8Array): string | null {
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
  const text = bytes && decode(bytes)
  if (text === null) return refuse('INVALID_JSON', 'body: expected JSON in UTF-8')
  const monster = bytes && bytes.length > LARGE && refuseMonster(bytes)
  if (monster) return monster
  try {
    const value: unknown = JSON.parse(text)
    if (!keepsNulls && text.includes('null')) dropNulls(value)
    return { value }
  } catch {
    return refuse('INVALID_JSON', text === '' ? 'body: expected JSON, got nothing' : 'body: expected JSON')
  }
}
