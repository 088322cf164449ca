import { vi } from 'vitest'

/** The stub's response to one request; by default 200 with an envelope around `content`. */
export interface StubResponse {
  status?: number
  content?: unknown
  /** in place of the envelope */
  body?: string
  headers?: Record<string, string>
  /** the response of `hotels`: its content, by default an empty one, or its status; `hotelsDelay` milliseconds later */
  hotels?: unknown
  hotelsStatus?: number
  hotelsDelay?: number
  /** the text of the calendar; 404 if absent */
  calendar?: string
  /** milliseconds before the response */
  delay?: number
  /** the response about the stay, or about its hotels, waits for `release` */
  held?: 'stay' | 'hotels'
  /** no response: the connection is closed */
  cut?: boolean
  /** half of the body is sent; then the connection is closed, or stays open without data */
  half?: 'cut' | 'stalled'
}

/** A request that the stub received. */
export interface RecordedRequest {
  method: string
  url: string
  headers: Record<string, string>
  /** the client closed the connection before the response was complete */
  aborted: boolean
}

/** A new token with the responses to its requests, in order; the last one repeats. */
export async function tokenFor(...responses: StubResponse[]): Promise<string> {
  const token = crypto.randomUUID()
  await stubResponses(token, ...responses)
  return token
}

/** Sets the responses for a given token. */
export const stubResponses = (token: string, ...responses: StubResponse[]) =>
  fetch(`/stub/${encodeURIComponent(token)}`, { method: 'PUT', body: JSON.stringify(responses) })

/** Sends the responses to a token that are held, also those to later requests. */
export const release = (token: string) => fetch(`/stub/${encodeURIComponent(token)}`, { method: 'DELETE' })

/** The requests with a token. */
export const requestsWith = async (token: string): Promise<RecordedRequest[]> =>
  (await fetch(`/stub/${encodeURIComponent(token)}`)).json()

/** Opens a page of a hotel's site in a frame; `close` removes it. */
export async function openPage(body: string, headers: Record<string, string> = {}, query = ''): Promise<HotelPage> {
  const path = `/pages/${crypto.randomUUID()}`
  await fetch(path, { method: 'PUT', body: JSON.stringify({ headers, body: `<!doctype html>${body}` }) })
  return openAddress(path + query, 700)
}

/** Opens an address of this site in a frame. */
export async function openAddress(address: string, width = 800): Promise<HotelPage> {
  const frame = document.createElement('iframe')
  frame.style.cssText = `inline-size: ${width}px; block-size: 900px; border: 0`
  frame.src = address
  document.body.append(frame)
  await new Promise(resolve => frame.addEventListener('load', resolve, { once: true }))
  const window = frame.contentWindow as Window & typeof globalThis
  return { window, document: window.document, close: () => frame.remove() }
}

export interface HotelPage {
  window: Window & typeof globalThis
  document: Document
  close(): void
}

/** Waits until a check passes, long enough for a busy machine. */
export const eventually = <T>(check: () => T) => vi.waitFor(check, { timeout: 30_000 })
