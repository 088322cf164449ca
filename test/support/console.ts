import { env } from 'cloudflare:workers'
import type { Env } from '../../worker/settings'
import { type Ceremony, Passkey } from './authenticator'
import { unlimitedRateLimit, withBindings } from './bindings'
import { type Answer, admin, expectStatus, SERVICE_URL } from './service'

/** The host of the service in tests. */
const RP_ID = new URL(SERVICE_URL).hostname

export interface Role {
  customerId: number
  role: 'owner' | 'manager' | 'frontdesk'
}

export const OWNER: readonly Role[] = [{ customerId: 0, role: 'owner' }]
export const roleAt = (customerId: number, role: Role['role']): Role[] => [{ customerId, role }]

/** The code of a one-time link. */
export const codeOf = (link: string): string => link.slice(link.indexOf('#') + 1)

/** Invites a person or a desk. */
export async function invite(
  roles: readonly Role[],
  kind: 'person' | 'desk' = 'person',
): Promise<{ personId: number; code: string }> {
  const { json } = await expectStatus(201, admin('POST', '/people', { name: `Anna ${kind}`, kind, roles }))
  return { personId: json.personId, code: codeOf(json.link) }
}

/** A browser at the console: it sends its origin, and keeps the cookie. */
export class Browser {
  cookie = ''
  readonly #send: ReturnType<typeof withBindings>

  constructor(changes: Partial<Env> = {}) {
    this.#send = withBindings({ PUBLIC_URL: SERVICE_URL, SIGN_IN_PER_ADDRESS: unlimitedRateLimit, ...changes })
  }

  /** Calls `/console/…`. */
  async post(call: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const own = { origin: SERVICE_URL, ...(this.cookie && { cookie: this.cookie }) }
    const answer = await this.#send('POST', `/console/${call}`, body, { ...own, ...headers })
    const sent = answer.headers.get('set-cookie')
    if (sent) this.cookie = sent.split(';')[0] ?? ''
    return answer
  }

  /** Sends a request with a token, as a page does. */
  request(method: string, path: string, token: string, body?: unknown): Promise<Answer> {
    return this.#send(method, path, body, { authorization: `Bearer ${token}` })
  }

  /** What an honest browser signs of a new challenge. */
  async ceremony(code?: string): Promise<Ceremony & { userId: string }> {
    const { json } = await expectStatus(200, this.post('challenge', { code }))
    return { challenge: json.challenge, rpId: RP_ID, origin: SERVICE_URL, userId: json.userId }
  }

  /** Uses the link of a person up, with a new passkey. */
  async join(code: string, algorithm?: 'ES256' | 'RS256'): Promise<Passkey> {
    const ceremony = await this.ceremony(code)
    const passkey = await Passkey.make(ceremony.userId, algorithm)
    await expectStatus(200, this.post('join', { code, credential: await passkey.created(ceremony) }))
    return passkey
  }

  async signIn(passkey: Passkey): Promise<Answer> {
    return this.post('sign-in', { credential: await passkey.answer(await this.ceremony()) })
  }

  /** The content of `/console/token`. */
  async token(body: { customerId?: number; active?: boolean } = {}) {
    return (await expectStatus(200, this.post('token', body))).json
  }
}

/** A person who has joined, in a browser. */
export async function joined(roles: readonly Role[], changes: Partial<Env> = {}) {
  const { personId, code } = await invite(roles)
  const browser = new Browser(changes)
  const passkey = await browser.join(code)
  return { personId, browser, passkey }
}

/** A person with a role and a PIN, who has not joined: a name at desks. */
export async function named(roles: readonly Role[]): Promise<{ personId: number; pin: string }> {
  const { personId } = await invite(roles)
  return { personId, pin: await newPin(personId) }
}

export const newPin = async (personId: number): Promise<string> =>
  (await expectStatus(200, admin('POST', `/people/${personId}/pin`))).json.pin

/** A PIN that is not this one. */
export const anotherPin = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0')

/** A desk that was opened. */
export async function openedDesk(customer: number) {
  const { personId, code } = await invite(roleAt(customer, 'frontdesk'), 'desk')
  const browser = new Browser()
  await expectStatus(200, browser.post('join', { code }))
  return { personId, browser }
}

/** The control database, which has the people. */
const control = () => env.CONTROL ?? env.DB

/** Moves sessions into the past by so many milliseconds. */
export const ageSessions = (ms: number) =>
  control()
    .prepare('UPDATE session SET signed_in_at = signed_in_at - ?1, active_at = active_at - ?1, ends_at = ends_at - ?1')
    .bind(ms)
    .run()
