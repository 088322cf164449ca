/** What the service answers to one request; 200 with an envelope around `content` where nothing else is said. */
export interface Answer {
  status?: number
  content?: unknown
  /** instead of an envelope */
  body?: string
  headers?: Record<string, string>
  /** the text of its calendar; there is none if not given */
  calendar?: string
  /** milliseconds before the answer */
  delay?: number
  /** no answer: the connection ends */
  cut?: boolean
  /** half of the body comes, though all of it was promised; then the connection ends, or nothing more happens */
  half?: 'cut' | 'stalled'
}

/** A request as it arrived. */
export interface Asked {
  method: string
  url: string
  headers: Record<string, string>
  /** whoever asked did not wait for the answer */
  abandoned: boolean
}

/** A token whose requests are answered so, one answer a request; the last one stays. */
export async function tokenFor(...answers: Answer[]): Promise<string> {
  const token = crypto.randomUUID()
  await answerTo(token, ...answers)
  return token
}

/** The same for a token of the test's own. */
export const answerTo = (token: string, ...answers: Answer[]) =>
  fetch(`/stub/${encodeURIComponent(token)}`, { method: 'PUT', body: JSON.stringify(answers) })

/** The requests made with a token. */
export const askedWith = async (token: string): Promise<Asked[]> =>
  (await fetch(`/stub/${encodeURIComponent(token)}`)).json()

/** A page of a hotel's site in a frame of its own; `leave` takes it away. */
export async function pageOf(body: string, headers: Record<string, string> = {}, query = ''): Promise<HotelPage> {
  const path = `/pages/${crypto.randomUUID()}`
  await fetch(path, { method: 'PUT', body: JSON.stringify({ headers, body: `<!doctype html>${body}` }) })
  return pageAt(path + query)
}

/** A page of this site in a frame. */
export async function pageAt(address: string): Promise<HotelPage> {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'inline-size: 700px; block-size: 900px; border: 0'
  frame.src = address
  document.body.append(frame)
  await new Promise(resolve => frame.addEventListener('load', resolve, { once: true }))
  const window = frame.contentWindow as Window & typeof globalThis
  return { window, document: window.document, leave: () => frame.remove() }
}

export interface HotelPage {
  window: Window & typeof globalThis
  document: Document
  leave(): void
}
