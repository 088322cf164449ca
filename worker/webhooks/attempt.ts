import { type AttemptResult, isSuccess, retryAfterOf } from '../domain/webhook/schedule'

/** A receiver must respond within this time. */
const TIMEOUT_MS = 15_000
/** After the headers of the response, its body is read for at most so long. It is only recorded. */
const BODY_MS = 1_000
/** Bytes of the response that are read. */
const MAX_BYTES = 4_096
/** Characters of the response that are recorded. */
const MAX_CHARACTERS = 1_000

/** Why an attempt failed. Exceptions of the runtime may name addresses, so that their messages are not recorded. */
const ERROR = { timeout: 'no response within 15 seconds', network: 'no connection, or it was closed' }

/** Sends a webhook and waits for the response. Never throws. */
export async function attempt(url: string, headers: Record<string, string>, body: string): Promise<AttemptResult> {
  const at = Date.now()
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS)
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: abort.signal })
    const { status: httpStatus } = response
    const text = await readStart(response)
    return {
      at,
      durationMs: Date.now() - at,
      httpStatus,
      error: isSuccess({ httpStatus }) ? null : `HTTP ${httpStatus}`,
      response: text,
      retryAfter: retryAfterOf(response.headers.get('retry-after'), Date.now()),
    }
  } catch {
    const error = abort.signal.aborted ? ERROR.timeout : ERROR.network
    return { at, durationMs: Date.now() - at, httpStatus: null, error, response: '' }
  } finally {
    clearTimeout(timer)
    // Closes the connection of a response that goes on.
    abort.abort()
  }
}

/** The first characters of a body. A body that stops or breaks has those that arrived. */
async function readStart({ body }: Response): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  let timer: number | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, BODY_MS)
  })
  try {
    while (bytes < MAX_BYTES) {
      const chunk = await Promise.race([reader.read(), late])
      if (!chunk || chunk.done) break
      bytes += chunk.value.length
      text += decoder.decode(chunk.value.subarray(0, MAX_BYTES), { stream: true })
    }
  } catch {
    // What arrived before is kept.
  }
  clearTimeout(timer)
  reader.cancel().catch(() => undefined)
  return storable(text).slice(0, MAX_CHARACTERS)
}

/** SQLite ends a text at a NUL character. */
const storable = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed()
