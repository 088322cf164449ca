import { CredentialProblem, credentialHeader, forgetToken } from './credentials.ts'
import { element, required } from './elements.ts'

/** Characters of a body that are shown. */
const MAX_SHOWN = 100_000

/** Sends the request of a form and shows the response below it. */
export function listenForTrials(): void {
  document.addEventListener('submit', event => {
    event.preventDefault()
    void send(event.target as HTMLFormElement)
  })
}

async function send(form: HTMLFormElement) {
  const status = required<HTMLElement>('output', form)
  const result = required<HTMLElement>('.result', form)
  status.textContent = 'Sent …'
  result.replaceChildren()
  const startedAt = performance.now()
  try {
    const response = await fetchWithCredential(form)
    const text = await response.text()
    const duration = Math.round(performance.now() - startedAt)
    const label = form.ariaLabel ?? ''
    const ignored = response.headers.get('x-ignored-fields')
    status.textContent = `${response.status} ${response.statusText} in ${duration} ms`
    result.append(
      ...(ignored ? [ignoredNotice(ignored)] : []),
      element('h4', 'Headers'),
      codeBlock(
        `Headers of the response, ${label}`,
        [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
      ),
      element('h4', 'Body'),
      codeBlock(`Body of the response, ${label}`, bodyText(response, text)),
    )
  } catch (error) {
    const { message } = error as Error
    status.textContent = error instanceof CredentialProblem ? message : `No response: ${message}`
  }
}

/** Sends the request. If the page's own access token is refused, it is sent again with a new one: a 401 changes nothing. */
async function fetchWithCredential(form: HTMLFormElement): Promise<Response> {
  const request = async () => fetch(addressOf(form), requestOf(form, await credentialHeader(form)))
  const response = await request()
  return response.status === 401 && forgetToken() ? request() : response
}

/** The names that the service does not know. They were left out. */
function ignoredNotice(names: string): HTMLElement {
  const notice = element('p', element('strong', 'Ignored:'), ' ', element('code', names.split(',').join(', ')))
  notice.className = 'ignored'
  return notice
}

const inputsOf = (form: HTMLFormElement, place: string) =>
  [...form.querySelectorAll<HTMLInputElement>(`[data-in=${place}]`)].filter(({ value }) => value !== '')

function addressOf(form: HTMLFormElement): string {
  const values = new Map(inputsOf(form, 'path').map(({ name, value }) => [name, value]))
  const path = (form.dataset.path ?? '').replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values.get(name) ?? ''))
  const query = new URLSearchParams(inputsOf(form, 'query').map(({ name, value }) => [name, value]))
  return query.size ? `${path}?${query}` : path
}

function requestOf(form: HTMLFormElement, authorization: [string, string] | undefined): RequestInit {
  const { method, contentType } = form.dataset
  const headers = new Headers(inputsOf(form, 'header').map(({ name, value }): [string, string] => [name, value]))
  if (authorization) headers.set(...authorization)
  if (form.querySelector('[data-strict]:checked')) headers.set('prefer', 'handling=strict')
  const body = form.querySelector<HTMLTextAreaElement>('[data-body]')?.value
  if (contentType) headers.set('content-type', contentType)
  return { method, headers, body, credentials: 'omit', cache: 'no-store' }
}

function bodyText({ headers }: Response, text: string): string {
  if (!text) return 'The response has no body.'
  const shown = headers.get('content-type')?.includes('json') ? indented(text) : text
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}\n… (${shown.length} characters)` : shown
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

function codeBlock(label: string, text: string): HTMLElement {
  const block = element('pre', element('code', text))
  block.tabIndex = 0
  block.role = 'group'
  block.ariaLabel = label
  return block
}
