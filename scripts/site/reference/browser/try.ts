import { credentialHeader } from './credentials.ts'
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
    const response = await fetch(addressOf(form), requestOf(form))
    const text = await response.text()
    const duration = Math.round(performance.now() - startedAt)
    const label = form.ariaLabel ?? ''
    status.textContent = `${response.status} ${response.statusText} in ${duration} ms`
    result.append(
      element('h4', 'Body'),
      codeBlock(`Body of the response, ${label}`, bodyText(response, text)),
      element('h4', 'Headers'),
      codeBlock(
        `Headers of the response, ${label}`,
        [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
      ),
    )
  } catch (error) {
    status.textContent = `No response: ${(error as Error).message}`
  }
}

const inputsOf = (form: HTMLFormElement, place: string) =>
  [...form.querySelectorAll<HTMLInputElement>(`[data-in=${place}]`)].filter(({ value }) => value !== '')

function addressOf(form: HTMLFormElement): string {
  const values = new Map(inputsOf(form, 'path').map(({ name, value }) => [name, value]))
  const path = (form.dataset.path ?? '').replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values.get(name) ?? ''))
  const query = new URLSearchParams(inputsOf(form, 'query').map(({ name, value }) => [name, value]))
  return query.size ? `${path}?${query}` : path
}

function requestOf(form: HTMLFormElement): RequestInit {
  const { method, contentType, credential = '' } = form.dataset
  const headers = new Headers(inputsOf(form, 'header').map(({ name, value }): [string, string] => [name, value]))
  const authorization = credentialHeader(credential)
  if (authorization) headers.set(...authorization)
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
