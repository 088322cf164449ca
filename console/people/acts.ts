import { html, nothing } from 'lit'
import type { Invitation, IssuedPin, Person, PersonSession } from '../../client/command/admin/types.ts'
import type { Act } from '../act.ts'
import { field } from '../acts/fields.ts'
import type { Administration } from '../administration.ts'
import { moment } from '../format.ts'
import { showSecret } from '../secret.ts'
import { words } from '../words.ts'

const ROLES = ['frontdesk', 'manager'] as const

const nameField = (value = '') => field('name', words.personName, { value, required: true, maxlength: 200 })

const emailField = (value: string | null = '') =>
  field('email', words.personEmail, { type: 'email', value: value ?? '', maxlength: 254 })

/** The role at this customer. */
const roleField = (role: string) => html`<fieldset class="field">
  <legend>${words.role}</legend>
  <div class="options">
    ${ROLES.map(
      each => html`<label>
        <input type="radio" name="role" value=${each} ?checked=${each === role} required>
        <span>${words.roleOf[each]}</span><span class="quiet">${words.roleText[each]}</span>
      </label>`,
    )}
  </div>
</fieldset>`

const linkSecret = ({ link, expiresAt }: Invitation, isDesk: boolean) =>
  showSecret({
    title: words.oneTimeLink,
    text: isDesk ? words.deskLinkText(moment(expiresAt)) : words.personLinkText(moment(expiresAt)),
    values: [[words.theLink, link]],
  })

/** Invites a person to this customer, and shows the link that makes the passkey. */
export function inviteAct(administration: Administration, customerId: number): Act {
  return {
    title: words.invite,
    fields: () => html`${nameField()} ${emailField()} ${roleField('frontdesk')}`,
    button: () => words.invite,
    send: async form => {
      const roles = [{ customerId, role: form.get('role') }]
      const body = { name: form.get('name'), email: form.get('email') || undefined, kind: 'person', roles }
      await linkSecret(await administration.request<Invitation>('POST', '/people', body), false)
    },
  }
}

/** Makes a desk of this customer, and shows the link that opens it on its PC. */
export function newDeskAct(administration: Administration, customerId: number): Act {
  return {
    title: words.newDesk,
    fields: () => html`<p>${words.newDeskText}</p>${nameField()}`,
    button: () => words.newDesk,
    send: async form => {
      const body = { name: form.get('name'), kind: 'desk', roles: [{ customerId, role: 'frontdesk' }] }
      await linkSecret(await administration.request<Invitation>('POST', '/people', body), true)
    },
  }
}

/** Changes the name, and the role at this customer. Roles elsewhere stay. */
export function changePersonAct(administration: Administration, person: Person, customerId: number): Act {
  const role = person.roles.find(each => each.customerId === customerId)?.role ?? ''
  const others = person.roles.filter(each => each.customerId !== customerId)
  const isPerson = person.kind === 'person'
  const hasRole = isPerson && role !== 'owner'
  return {
    title: words.change,
    subject: person.name,
    fields: () =>
      html`${nameField(person.name)} ${isPerson ? emailField(person.email) : nothing} ${hasRole ? roleField(role) : nothing}`,
    button: () => words.save,
    send: form => {
      const roles = hasRole ? { roles: [...others, { customerId, role: form.get('role') }] } : {}
      const email = isPerson ? { email: form.get('email') || null } : {}
      return administration.request('PUT', `/people/${person.personId}`, { name: form.get('name'), ...email, ...roles })
    },
  }
}

/** Makes a new link: the passkey was lost, or the link was not used in time. */
export function newLinkAct(administration: Administration, { personId, name, kind }: Person): Act {
  return {
    title: words.newLink,
    subject: name,
    fields: () => html`<p>${words.newLinkText}</p>`,
    button: () => words.newLink,
    send: async () => {
      const path = `/people/${personId}/invitations`
      await linkSecret(await administration.request<Invitation>('POST', path, {}), kind === 'desk')
    },
  }
}

/** Takes a person away: passkeys, sessions and links end. */
export function removePersonAct(administration: Administration, { personId, name }: Person): Act {
  return {
    title: words.takeAway,
    subject: name,
    isDangerous: true,
    fields: () => html`<p>${words.takeAwayText}</p>`,
    button: () => words.takeAway,
    send: () => administration.request('DELETE', `/people/${personId}`),
  }
}

/** Gives a PIN and shows it, or takes it away. */
export function pinAct(administration: Administration, { personId, name, pin }: Person): Act {
  const path = `/people/${personId}/pin`
  const takesAway = (form: FormData | undefined) => form?.get('pin') === 'none'
  const option = (value: string, label: string, isChecked: boolean) => html`<label>
    <input type="radio" name="pin" value=${value} ?checked=${isChecked}><span>${label}</span>
  </label>`
  return {
    title: words.pin,
    subject: name,
    fields: () => html`
      <p>${words.pinText}</p>
      ${
        pin === 'none'
          ? nothing
          : html`<fieldset class="field">
              <legend>${words.pinState[pin]}</legend>
              <div class="options">${option('new', words.newPin, true)} ${option('none', words.takePinAway, false)}</div>
            </fieldset>`
      }`,
    button: form => (takesAway(form) ? words.takePinAway : pin === 'none' ? words.givePin : words.newPin),
    send: async form => {
      if (takesAway(form)) return administration.request('DELETE', path)
      const issued = await administration.request<IssuedPin>('POST', path)
      await showSecret({ title: words.pin, text: words.pinUse(name), values: [[words.pin, issued.pin]] })
    },
  }
}

/** Shows where a person or a desk is signed in, and ends it. */
export async function sessionsAct(administration: Administration, { personId, name }: Person): Promise<Act> {
  const path = `/people/${personId}/sessions`
  const sessions = await administration.list<PersonSession>(path, 'sessions')
  return {
    title: words.sessions,
    subject: name,
    isDangerous: true,
    fields: () =>
      sessions.length
        ? html`<ul class="records">${sessions.map(
            ({ startedAt, lastSeenAt, endsAt }) => html`<li class="record">
              <span>${words.session(moment(startedAt), moment(lastSeenAt), moment(endsAt))}</span>
            </li>`,
          )}</ul>`
        : html`<p>${words.noSessions}</p>`,
    button: () => (sessions.length ? words.signOutEverywhere : undefined),
    send: () => administration.request('DELETE', path),
  }
}
