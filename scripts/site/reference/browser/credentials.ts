import { required } from './elements.ts'

/*
 * The credentials of this page. They are in the fields of the dialog only: in no storage, and in no address.
 */

const entered = (id: string) => required<HTMLInputElement>(`#credential-${id}`).value.trim()

/** The header that authorizes a request, or undefined where the credential is missing. */
export function credentialHeader(kind: string): [name: string, value: string] | undefined {
  if (kind === 'administrator') return bearer(entered('admin'))
  if (kind !== 'customer') return undefined
  const key = entered('key')
  return bearer(entered('token')) ?? (key ? ['x-api-key', key] : undefined)
}

const bearer = (token: string): [string, string] | undefined =>
  token ? ['authorization', `Bearer ${token}`] : undefined

/** Which credential the request of a form carries, in words. */
function wordsFor(kind: string): string {
  const [name] = credentialHeader(kind) ?? []
  if (!name) return kind === 'administrator' ? "No administrator's token yet." : 'No credential yet.'
  if (name === 'x-api-key') return 'Sent with the API key.'
  return kind === 'administrator' ? "Sent with the administrator's token." : 'Sent with the access token.'
}

export function listenForCredentials(): void {
  const dialog = required<HTMLDialogElement>('#credentials')
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button')
    if (button?.matches('[data-open-credentials]')) dialog.showModal()
    if (button?.matches('#credentials [data-close]')) dialog.close()
    if (button?.matches('[data-get-token]')) void getToken(required('output', dialog))
  })
  dialog.addEventListener('close', () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-credential]')) {
      const words = form.querySelector('[data-sent-with]')
      if (words) words.textContent = wordsFor(form.dataset.credential ?? '')
    }
  })
}

async function getToken(status: HTMLElement) {
  status.textContent = 'Sent …'
  const grant = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: entered('client'),
    client_secret: entered('secret'),
    audience: entered('audience'),
  })
  try {
    const response = await fetch('/oauth/token', { method: 'POST', body: grant, credentials: 'omit' })
    const content = await response.json()
    if (!response.ok) {
      status.textContent = `${response.status}: ${content.error_description ?? content.error}`
      return
    }
    required<HTMLInputElement>('#credential-token').value = content.access_token
    status.textContent = `The token is in the field above, with the permissions: ${content.scope}.`
  } catch {
    status.textContent = 'The service could not be reached.'
  }
}
