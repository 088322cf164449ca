import { html } from 'lit'
import type { Innlet } from '../../client/innlet.ts'
import type { NewWebhookEndpoint, WebhookEndpoint } from '../../client/types.ts'
import { EVENT_TYPES } from '../../schema/wire/event-types.ts'
import type { Act } from '../act.ts'
import { field } from '../acts/fields.ts'
import { instantOf } from '../format.ts'
import { showSecret } from '../secret.ts'
import { words } from '../words.ts'
import { lastBefore } from './log-list.ts'

export const hostOf = (url: string): string => new URL(url).host

/** The state of an endpoint in words. */
export function stateOf(endpoint: WebhookEndpoint): { text: string; level: 'good' | 'bad' | 'off' } {
  const { status, disabledReason, lastFailureAt, lastSuccessAt } = endpoint
  if (disabledReason) return { text: words.disabledBecause[disabledReason], level: 'bad' }
  if (status === 'disabled') return { text: words.disabled, level: 'off' }
  if (lastFailureAt && lastFailureAt > (lastSuccessAt ?? '')) return { text: words.failing, level: 'bad' }
  return lastSuccessAt ? { text: words.working, level: 'good' } : { text: words.nothingSent, level: 'off' }
}

const addressField = (url = '') =>
  field('url', words.endpointUrl, { type: 'url', value: url, required: true, maxlength: 2000 })
const noteField = (description = '') => field('description', words.endpointNote, { value: description, maxlength: 500 })

/** Which events are sent. None chosen: all. */
const typeFields = (chosen: readonly string[]) => html`<fieldset class="field">
  <legend>${words.whichEvents}</legend>
  <div class="types">
    ${EVENT_TYPES.map(
      type =>
        html`<label><input type="checkbox" name="types" value=${type} ?checked=${chosen.includes(type)}> <code>${type}</code></label>`,
    )}
  </div>
</fieldset>`

const valuesIn = (form: FormData) => ({
  url: String(form.get('url')).trim(),
  description: String(form.get('description')),
  types: EVENT_TYPES.filter(type => form.getAll('types').includes(type)),
})

/** Makes an endpoint, and shows its secret. */
export function newEndpointAct(innlet: Innlet, onMade: (endpoint: NewWebhookEndpoint) => void): Act {
  return {
    title: words.newEndpoint,
    fields: () => html`${addressField()} ${noteField()} ${typeFields([])}`,
    button: () => words.create,
    send: async (form, key) => {
      const body = valuesIn(form)
      const made = await innlet.webhooks.endpoints.create({ ...body, identity: key(body) })
      onMade(made)
      await showEndpointSecret(made.secret)
    },
  }
}

/** Changes the address, the note or the types of an endpoint. */
export function changeEndpointAct(innlet: Innlet, { endpointId, url, description, types }: WebhookEndpoint): Act {
  return {
    title: words.changeEndpoint,
    subject: url,
    fields: () => html`${addressField(url)} ${noteField(description)} ${typeFields(types)}`,
    button: () => words.save,
    send: form => innlet.webhooks.endpoints.update({ endpointId, ...valuesIn(form) }),
  }
}

/** Gives an endpoint a new secret, and shows it. */
export function rotateSecretAct(innlet: Innlet, { endpointId, url }: WebhookEndpoint): Act {
  return {
    title: words.newSecret,
    subject: url,
    fields: () => html`<p>${words.newSecretText}</p>`,
    button: () => words.newSecret,
    send: async (_, key) => {
      const body = { endpointId }
      const { secret, publicKey } = await innlet.webhooks.endpoints.rotateSecret({ ...body, identity: key(body) })
      await showEndpointSecret(secret ?? publicKey)
    },
  }
}

/** Sends events again: those of a time that failed, or all of it. */
export function replayAct(innlet: Innlet, { endpointId, url }: WebhookEndpoint, onSent: (events: number) => void): Act {
  return {
    title: words.sendAgain,
    subject: url,
    fields: () => html`
      ${field('from', words.from, { type: 'datetime-local', required: true })}
      ${field('to', words.toOptional, { type: 'datetime-local' })}
      <label class="check"><input type="checkbox" name="failed" checked> ${words.onlyFailed}</label>
    `,
    button: () => words.sendAgain,
    send: async form => {
      const since = instantOf(String(form.get('from')))
      const to = String(form.get('to'))
      const toSequence = to ? await lastBefore(innlet, to) : undefined
      // 0 would be no end.
      if (toSequence === 0) return onSent(0)
      const status = form.has('failed') ? ('failed' as const) : undefined
      onSent((await innlet.webhooks.endpoints.replay({ endpointId, since, toSequence, status })).events)
    },
  }
}

/** Deletes an endpoint. */
export function deleteEndpointAct(innlet: Innlet, { endpointId, url }: WebhookEndpoint): Act {
  return {
    title: words.deleteEndpoint,
    subject: url,
    isDangerous: true,
    fields: () => html`<p>${words.deleteEndpointText}</p>`,
    button: () => words.deleteEndpoint,
    send: () => innlet.webhooks.endpoints.delete({ endpointId }),
  }
}

async function showEndpointSecret(secret: string | undefined): Promise<void> {
  if (!secret) return
  await showSecret({
    title: words.endpointSecret,
    text: words.endpointSecretText,
    values: [['INNLET_WEBHOOK_SECRET', secret]],
  })
}
