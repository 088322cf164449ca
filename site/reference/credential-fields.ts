import { html, nothing } from 'lit'
import type { Credential } from './sample-request.ts'

const field = (
  form: string,
  [name, label, hint]: [name: string, label: string, hint?: string],
  type = 'password',
) => html`
  <p>
    <label for="${`${form}-${name}`}">${label}${hint ? html` <span class="type">${hint}</span>` : nothing}</label>
    <input
      id="${`${form}-${name}`}"
      type="${type}"
      data-credential="${name}"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
    >
  </p>
`

/**
 * The fields for the credential of a request. browser/credentials.ts reads them: it gets the access token, and keeps the values for
 * this tab if the visitor wants that.
 */
export function credentialFields(form: string, credential: Credential) {
  if (credential === 'none') return nothing
  return html`
    <fieldset data-audience="{AUDIENCE}">
      <legend>Credential</legend>
      ${
        credential === 'administrator'
          ? field(form, ['admin', 'ADMIN_TOKEN'])
          : html`
            ${field(form, ['client', 'Client id'], 'text')}
            ${field(form, ['secret', 'Client secret'])}
            <details>
              <summary>A token or an API key instead</summary>
              ${field(form, ['token', 'Access token', 'sent as Authorization: Bearer'])}
              ${field(form, ['key', 'API key', 'sent as x-api-key'])}
            </details>
          `
      }
      <p class="check"><label><input type="checkbox" data-keep> Keep for this tab</label></p>
      ${
        credential === 'customer'
          ? html`<p class="type" data-owner-note hidden>
                <span></span> <button type="button" data-forget>Clear</button>
              </p>
              <p class="type" data-demo-note hidden>Filled in with the application of the demo hotel on this machine.</p>`
          : nothing
      }
    </fieldset>
  `
}
