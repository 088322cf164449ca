import { html } from 'lit'
import type {
  ApiKey,
  Application,
  IssuedApiKey,
  IssuedApplication,
  IssuedSecret,
} from '../../client/command/admin/types.ts'
import type { Act } from '../act.ts'
import { field } from '../acts/fields.ts'
import type { Administration } from '../administration.ts'
import type { Desk } from '../desk.ts'
import { refusalText } from '../refusal.ts'
import { showSecret } from '../secret.ts'
import { words } from '../words.ts'
import { type TriedApplication, tryInDocs } from './try-in-docs.ts'

/** The product of the API itself. Other products have audiences that an operator declares. */
const PRODUCT = 'innlet'

const AREAS = ['reservations', 'rates', 'inventory', 'events'] as const
const LEVELS = ['none', 'read', 'write'] as const

/** A permission in words: `reservations:write` is "Reservations: read and write". */
export function permissionWords(permission: string): string {
  const [area = '', level = ''] = permission.split(':')
  return `${words.areas[area] ?? area}: ${words.levels[level] ?? level}`
}

/** For each area what is granted: nothing, read, or read and write. */
const permissionFields = (granted: readonly string[]) => html`<fieldset class="field">
  <legend>${words.permissions}</legend>
  <div class="permissions">
    ${AREAS.map(
      area => html`<label for=${`permission-${area}`}>${words.areas[area]}</label>
        <select id=${`permission-${area}`} name=${area}>
          ${LEVELS.map(level => html`<option value=${level} ?selected=${level === levelOf(area, granted)}>${words.levels[level]}</option>`)}
        </select>`,
    )}
  </div>
</fieldset>`

const levelOf = (area: string, granted: readonly string[]) =>
  LEVELS.toReversed().find(level => granted.includes(`${area}:${level}`)) ?? 'none'

const permissionsIn = (form: FormData | undefined): string[] =>
  AREAS.flatMap(area => {
    const level = form?.get(area) ?? 'none'
    return level === 'none' ? [] : [`${area}:${level}`]
  })

/** The word of a button that grants permissions; none without one. */
const buttonIfGranted = (word: string) => (form: FormData | undefined) =>
  permissionsIn(form).length ? word : undefined

const nameField = () => field('name', words.applicationName, { required: true, maxlength: 200 })

/** Registers an application, shows its secret, and gets a first token with it. */
export function newApplicationAct(administration: Administration, desk: Desk): Act {
  const { customerId } = desk.access
  return {
    title: words.newApplication,
    fields: () => html`${nameField()} ${permissionFields([])}
      ${field('expires', words.expiresOn, { type: 'date' })}`,
    button: buttonIfGranted(words.create),
    send: async form => {
      const expires = String(form.get('expires'))
      const name = String(form.get('name'))
      const permissions = permissionsIn(form)
      const { clientId, clientSecret } = await administration.request<IssuedApplication>('POST', '/applications', {
        ...{ customerId, name, permissions, product: PRODUCT },
        ...(expires && { expiresAt: `${expires}T00:00:00Z` }),
      })
      await showClientSecret({ clientId, name, permissions }, clientSecret, desk)
    },
  }
}

/** Changes the permissions, the status or the end of an application. */
export function changeApplicationAct(administration: Administration, application: Application): Act {
  const { clientId, name, permissions, status, expiresAt } = application
  return {
    title: words.changeApplication,
    subject: name,
    fields: () => html`${permissionFields(permissions)}
      <div class="field">
        <label for="status">${words.state}</label>
        <select id="status" name="status">
          ${(['active', 'inactive', 'revoked'] as const).map(
            each => html`<option value=${each} ?selected=${each === status}>${words.applicationStatus[each]}</option>`,
          )}
        </select>
      </div>
      ${field('expires', words.expiresOn, { type: 'date', value: expiresAt?.slice(0, 10) ?? '' })}`,
    button: buttonIfGranted(words.save),
    send: form => {
      const expires = String(form.get('expires'))
      return administration.request('PATCH', `/applications/${clientId}`, {
        status: form.get('status'),
        permissions: permissionsIn(form),
        expiresAt: expires ? `${expires}T00:00:00Z` : null,
      })
    },
  }
}

/** Gives an application a new secret. The former one is refused from then on. */
export function rotateApplicationAct(administration: Administration, application: Application, desk: Desk): Act {
  const { clientId, name } = application
  return {
    title: words.newSecret,
    subject: name,
    isDangerous: true,
    fields: () => html`<p>${words.rotateText}</p>`,
    button: () => words.newSecret,
    send: async () => {
      const path = `/applications/${clientId}/rotate-secret`
      const { clientSecret } = await administration.request<IssuedSecret>('POST', path, {})
      await showClientSecret(application, clientSecret, desk)
    },
  }
}

/** Issues an API key, for clients without OAuth. */
export function newKeyAct(administration: Administration, customerId: number): Act {
  return {
    title: words.newKey,
    fields: () => html`${nameField()} ${permissionFields([])}`,
    button: buttonIfGranted(words.create),
    send: async form => {
      const body = { customerId, name: form.get('name'), permissions: permissionsIn(form) }
      const { apiKey } = await administration.request<IssuedApiKey>('POST', '/api-keys', body)
      const sample = `curl ${location.origin}/api/Reservation/GetHotel \\\n  -H 'x-api-key: ${apiKey}'`
      await showSecret({ title: words.yourKey, text: words.secretText, values: [['x-api-key', apiKey]], sample })
    },
  }
}

/** Revokes an API key. */
export function deleteKeyAct(administration: Administration, { id, name }: ApiKey): Act {
  return {
    title: words.revoke,
    subject: name,
    isDangerous: true,
    fields: () => html`<p>${words.revokeText}</p>`,
    button: () => words.revoke,
    send: () => administration.request('DELETE', `/api-keys/${encodeURIComponent(id)}`),
  }
}

/** Shows the secret of an application with a first token, which proves that it works, and the lines that get one. */
async function showClientSecret(application: TriedApplication, clientSecret: string, { hotel }: Desk): Promise<void> {
  const { clientId } = application
  const proof = await firstToken(clientId, clientSecret).then(
    () => html`<p class="badge good">${words.tokenWorked}</p>`,
    error => html`<p class="refusal">${refusalText(error)}</p>`,
  )
  const sample = [
    `curl ${location.origin}/oauth/token \\`,
    `  -d grant_type=client_credentials -d resource=${location.origin} \\`,
    `  -d client_id=${clientId} \\`,
    `  -d client_secret=${clientSecret}`,
  ].join('\n')
  const values = [
    ['client_id', clientId],
    ['client_secret', clientSecret],
  ] as const
  await showSecret({
    title: words.yourSecret,
    text: words.secretText,
    values: values.map(([...each]) => each),
    sample,
    proof,
    use: { name: words.tryInDocs, open: () => tryInDocs(application, hotel.customerName, clientSecret) },
  })
}

/** Gets a token and sends a request with it that needs no permission of its own. */
async function firstToken(clientId: string, clientSecret: string): Promise<void> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    resource: location.origin,
    client_id: clientId,
    client_secret: clientSecret,
  })
  const response = await fetch('/oauth/token', { method: 'POST', body })
  if (response.ok) return
  const { error_description: why } = (await response.json().catch(() => ({}))) as { error_description?: string }
  throw new Error(why ?? `status ${response.status}`)
}
