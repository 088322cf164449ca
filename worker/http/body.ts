import { type Refusal, refuse } from '../errors'

/** Bytes a JSON body may have where the endpoint does not say otherwise. */
export const BODY_LIMIT = 1024 * 1024

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** Whether the body is declared as JSON. */
export const isJson = (headers: Headers) => JSON_TYPE.test(headers.get('content-type') ?? '')

/**
 * The body as text, judged while it is read: whatever Content-Length claims, no more than `limit` bytes are ever held.
 * `undefined` when it is larger, `null` when it is not UTF-8.
 */
export async function readText(request: Request, limit: number): Promise<string | null | undefined> {
  if (!request.body) return ''
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  let size = 0
  let text = ''
  try {
    for await (const chunk of request.body as ReadableStream<Uint8Array>) {
      size += chunk.byteLength
      if (size > limit) return undefined
      text += decoder.decode(chunk, { stream: true })
    }
    return text + decoder.decode()
  } catch {
    return null
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

/** Text to JSON, its nulls removed unless they are to be kept; a text without the word `null` is not walked. */
export function parseJson(text: string | null, keepsNulls = false): { value: unknown } | Refusal<'INVALID_JSON'> {
  if (text === null) return refuse('INVALID_JSON', 'body: expected JSON in UTF-8')
  try {
    const value: unknown = JSON.parse(text)
    if (!keepsNulls && text.includes('null')) dropNulls(value)
    return { value }
  } catch {
    return refuse('INVALID_JSON', text === '' ? 'body: expected JSON, got nothing' : 'body: expected JSON')
  }
}
