import { html } from 'lit'

const field = (id: string, label: string, hint: string) => html`
  <p>
    <label for="${id}">${label} <span class="type">${hint}</span></label>
    <input id="${id}" type="password" autocomplete="off" spellcheck="false">
  </p>
`

/** The credentials for requests from the page. The page keeps them in memory and forgets them when it is closed. */
export const credentialsDialog = html`
  <dialog id="credentials" aria-labelledby="credentials-title">
    <h2 id="credentials-title">Credentials</h2>
    <p>They stay in the memory of this page. Another page, or this one loaded again, does not have them.</p>
    ${field('credential-token', 'Access token', 'sent as Authorization: Bearer')}
    ${field('credential-key', 'API key', 'sent as x-api-key where there is no token')}
    ${field('credential-admin', "Administrator's token", 'for paths below /admin')}
    <fieldset>
      <legend>Get an access token</legend>
      <p>
        <label for="credential-client">Client id</label>
        <input id="credential-client" autocomplete="off" spellcheck="false">
      </p>
      ${field('credential-secret', 'Client secret', '')}
      <p>
        <label for="credential-audience">Audience</label>
        <input id="credential-audience" value="{AUDIENCE}" autocomplete="off" spellcheck="false">
      </p>
      <p><button type="button" data-get-token>Get a token</button> <output></output></p>
    </fieldset>
    <p><button type="button" data-close>Done</button></p>
  </dialog>
`
