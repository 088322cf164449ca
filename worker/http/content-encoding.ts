import type { Refusal } from '../errors'
import type { BodyAllowance } from './body-allowance'

/** How the body of a request is encoded; undefined: in a way that the service does not read. */
export function contentEncodingOf(headers: Headers): 'identity' | 'gzip' | undefined {
  const named = headers.get('content-encoding')?.trim().toLowerCase() || 'identity'
  if (named === 'identity') return 'identity'
  return named === 'gzip' || named === 'x-gzip' ? 'gzip' : undefined
}

/** Bytes of the header and the trailer of gzip. */
const MIN_BYTES = 18
/**
 * Bytes that are decompressed at a time. The stream of the runtime decompresses all that it is given, and each byte can become a
 * thousand.
 */
const SLICE = 512

/** The bytes that a gzipped body of so many bytes may have: what cannot be compressed becomes a little longer. */
export const gzippedLimit = (limit: number): number => limit + Math.ceil(limit / 1_000) + 1_024

/**
 * Decompresses a body to at most `limit` bytes. The trailer of gzip has the size, which the allowance is asked for first, and
 * decompressing stops where more comes out. Returns `undefined` when the body is too large, `null` when it is not gzip.
 */
export async function gunzip(
  bytes: Uint8Array,
  limit: number,
  allowance: BodyAllowance,
): Promise<Uint8Array | null | undefined | Refusal<'OVERLOADED'>> {
  if (bytes.length < MIN_BYTES) return null
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4, true)
  const most = Math.min(size, limit)
  const refused = await allowance.grow(bytes.length + most)
  if (refused) return refused
  const decompressed = await decompress(bytes, most).catch(() => null)
  if (decompressed === 'more') return size > limit ? undefined : null
  return decompressed?.length === size ? decompressed : null
}

/** The decompressed bytes, at most as many; `more` when there are more. Rejects when the data is broken. */
async function decompress(bytes: Uint8Array, most: number): Promise<Uint8Array | 'more'> {
  const { readable, writable } = new DecompressionStream('gzip')
  const writer = writable.getWriter()
  const reader = readable.getReader()
  const decompressed = new Uint8Array(most)
  let isStopped = false
  const write = async () => {
    for (let at = 0; at < bytes.length && !isStopped; at += SLICE) await writer.write(bytes.subarray(at, at + SLICE))
    if (!isStopped) await writer.close()
  }
  const written = write()
  written.catch(() => {})
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (length + value.length > most) {
      isStopped = true
      reader.cancel().catch(() => {})
      return 'more'
    }
    decompressed.set(value, length)
    length += value.length
  }
  await written
  return decompressed.subarray(0, length)
}
