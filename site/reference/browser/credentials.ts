import { DOCS_CREDENTIALS, type DocsCredentials } from '../../../schema/docs-credentials.ts'
import { demoCredentials } from './demo.ts'
import { required } from './elements.ts'

/*
 * The credentials of this page, in the fields of its forms. They are kept in the session storage of the tab only if the visitor
 * wants that, and in no address. An access token of the client id and secret is in memory only.
 */

/** Seconds before its end at which a token is replaced. */
const RENEWED_BEFORE = 30

/** A request cannot be sent. The message is shown. */
export class CredentialProblem extends Error {}

const fields = () => document.querySelectorAll<HTMLInputElement>('[data-credential]')
const values = () => Object.fromEntries([...fields()].map(field => [field.dataset.credential, field.value]))

/** Fills in the fields of the form, and keeps what is entered if the visitor wants that. */
export function listenForCredentials(): void {
  const box = document.querySelector<HTMLInputElement>('[data-keep]')
  if (!box) return
  const kept = storedValues()
  box.checked = kept !== undefined
  if (kept) show(kept)
  else void fillInDemoClient()
  document.addEventListener('input', ({ target }) => {
    const isCredential = (target as Element).matches('[data-credential]')
    if (isCredential) showOwner(undefined)
    if (isCredential || target === box) store(box.checked)
  })
  document.addEventListener('click', ({ target }) => {
    if (!(target as Element).matches('[data-forget]')) return
    box.checked = false
    show({})
    store(false)
    forgetToken()
  })
}

async function fillInDemoClient() {
  const demo = await demoCredentials()
  const note = document.querySelector<HTMLElement>('[data-demo-note]')
  if (!demo || !note || Object.values(values()).some(Boolean)) return
  show({ client: demo.clientId, secret: demo.clientSecret })
  note.hidden = false
}

function show(all: DocsCredentials) {
  for (const field of fields()) field.value = all[field.dataset.credential ?? ''] ?? ''
  showOwner(all.owner)
}

/** Whose credentials the console filled in. */
let owner: string | undefined

function showOwner(shown: string | undefined) {
  owner = shown
  const note = document.querySelector<HTMLElement>('[data-owner-note]')
  if (!note) return
  note.hidden = !owner
  required<HTMLElement>('span', note).textContent = `Filled in from the console: ${owner}. Requests are real.`
}

function storedValues(): DocsCredentials | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(DOCS_CREDENTIALS) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function store(keep: boolean) {
  try {
    // A page has the fields of one kind of credential.
    if (keep) sessionStorage.setItem(DOCS_CREDENTIALS, JSON.stringify({ ...storedValues(), ...values(), owner }))
    else sessionStorage.removeItem(DOCS_CREDENTIALS)
  } catch {
    // Without storage the values are in the fields only.
  }
}

/** The token of a client, and the time until which it is used. */
let issued: { client: string; secret: string; token: string; until: number } | undefined

/** Lets the next request get a new token. Returns whether there was one. */
export function forgetToken(): boolean {
  const had = issued !== undefined
  issued = undefined
  return had
}

/** The header that authorizes the request of a form; undefined: it needs none. */
export async function credentialHeader(form: HTMLFormElement): Promise<[name: string, value: string] | undefined> {
  const { credential } = form.dataset
  if (credential === 'none') return undefined
  const entered = (name: string) => required<HTMLInputElement>(`[data-credential=${name}]`, form).value.trim()
  if (credential === 'administrator') {
    return bearer(entered('admin') || refuse('Enter the ADMIN_TOKEN first.'))
  }
  const token = entered('token')
  if (token) return bearer(token)
  const key = entered('key')
  if (key) return ['x-api-key', key]
  const client = entered('client') || refuse('Enter the client id first.')
  const secret = entered('secret') || refuse('Enter the client secret first.')
  return bearer(await tokenOf(client, secret, required<HTMLElement>('[data-audience]', form).dataset.audience ?? ''))
}

const bearer = (token: string): [string, string] => ['authorization', `Bearer ${token}`]

function refuse(message: string): never {
  throw new CredentialProblem(message)
}

async function tokenOf(client: string, secret: string, audience: string): Promise<string> {
  if (issued?.client === client && issued.secret === secret && Date.now() < issued.until) return issued.token
  const grant = { grant_type: 'client_credentials', client_id: client, client_secret: secret, audience }
  const body = new URLSearchParams(grant)
  const response = await fetch('/oauth/token', { method: 'POST', body, credentials: 'omit' })
  const content = await response.json()
  if (!response.ok) refuse(`No access token: ${response.status} ${content.error_code ?? content.error}`)
  const { access_token: token, expires_in: seconds } = content
  issued = { client, secret, token, until: Date.now() + (seconds - RENEWED_BEFORE) * 1_000 }
  return token
}
