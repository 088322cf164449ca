import { STATUS_CODES } from 'node:http'
import { html, nothing } from 'lit'
import { curl } from './curl-sample.ts'
import { inlineMarkdown } from './markdown.ts'
import type { Credential, SampleRequest } from './sample-request.ts'
import { variablesOf } from './sample-variables.ts'
import { typescript } from './typescript-sample.ts'

/**
 * The samples of one operation: for each example the request in each language, and the response. A script shows one example and one
 * language at a time; without it all are visible.
 */
export const samples = (id: string, requests: readonly SampleRequest[]) => html`
  ${requests.length > 1 ? exampleChoice(id, requests) : nothing}
  <div class="choice scripted" role="group" aria-label="${`Language of the samples of ${id}`}">
    <button type="button" data-language="curl" aria-pressed="true">curl</button>
    <button type="button" data-language="typescript" aria-pressed="false">TypeScript</button>
  </div>
  ${settingCommands(id, requests[0]?.credential ?? 'none')}
  ${requests.map((request, index) => sample(id, request, index === 0))}
`

/** Sets what the samples read from the environment, by the credential that they need. */
const SETTINGS: Record<Credential, string> = {
  none: `export API={PUBLIC_URL}`,
  administrator: `export API={PUBLIC_URL}\nexport ADMIN_TOKEN=…`,
  customer: String.raw`export API={PUBLIC_URL}
export CLIENT_ID=app_…
export CLIENT_SECRET=cs_…
export TOKEN=$(curl -s $API/oauth/token -u "$CLIENT_ID:$CLIENT_SECRET" \
  -d grant_type=client_credentials -d 'audience={AUDIENCE}' | sed 's/.*"access_token":"\([^"]*\)".*/\1/')`,
}

const settingCommands = (id: string, credential: Credential) => html`
  <details class="token">
    <summary>${credential === 'none' ? 'Set the address' : 'Set the address and the credentials'}</summary>
    ${codeBlock(`The variables for ${id}`, SETTINGS[credential])}
  </details>
`

const exampleChoice = (id: string, requests: readonly SampleRequest[]) => html`
  <div class="choice scripted" role="group" aria-label="${`Example of ${id}`}">
    ${requests.map(
      ({ name }, index) =>
        html`<button type="button" data-example="${name}" aria-pressed="${index === 0 ? 'true' : 'false'}">${name}</button>`,
    )}
  </div>
`

function sample(id: string, request: SampleRequest, isShown: boolean) {
  const { name, needs } = request
  const label = name ? `${id}: ${name}` : id
  return html`
    <div class="example" data-name="${name}" ?data-shown=${isShown} data-values="${JSON.stringify(formValues(request))}">
      <h3>Request${name ? html`: ${name}` : nothing}</h3>
      ${needs ? html`<p class="needs" data-needs>Needs: ${inlineMarkdown(lowerFirst(needs))}</p>` : nothing}
      ${codeBlock(`curl, ${label}`, curl(request), 'curl')}
      ${codeBlock(`TypeScript, ${label}`, typescript(request), 'typescript')}
      ${variableList(request)}
      ${response(label, request)}
    </div>
  `
}

/** What the form of the operation has when this example is chosen. */
const formValues = ({ parameters, body }: SampleRequest) => ({
  parameters: Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
  ...(body !== undefined && { body: json(body) }),
})

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function variableList(request: SampleRequest) {
  const variables = variablesOf(request)
  if (!variables.length) return nothing
  return html`<p class="needs">${variables.map(
    ({ name, source }) => html`<code>${`$${name}`}</code>: ${inlineMarkdown(source)}. `,
  )}</p>`
}

/** The response to a sample: its body, or the status and the headers that `curl -i` shows. */
function response(label: string, { response: { status, type, headers, body } }: SampleRequest) {
  const code = type
    ? body !== undefined && (typeof body === 'string' ? body : json(body))
    : [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n')
  if (!code) return nothing
  return html`<h3>Response${type ? ` ${status}` : nothing}</h3>${codeBlock(`Response ${status}, ${label}`, code)}`
}

/** Code that scrolls in itself, with a button that copies it. The keyboard reaches and scrolls it. */
export const codeBlock = (label: string, code: string, language?: string) => html`
  <div class="code" data-sample=${language ?? nothing}>
    <button type="button" class="copy scripted" aria-label="${`Copy: ${label}`}">Copy</button>
    <pre tabindex="0" role="group" aria-label="${label}"><code>${withDemo(code)}</code></pre>
  </div>
`

/**
 * On one's own machine the page fills in the application of the demo hotel (browser/demo.ts), in an element that has the rest of
 * the line too: a text that begins after it would move.
 */
const withDemo = (code: string) =>
  code
    .split(/((?<=\bCLIENT_ID=|clientId: ')app_….*\n?|(?<=\bCLIENT_SECRET=|clientSecret: ')cs_….*\n?)/)
    .map((part, index) =>
      index % 2 ? html`<span data-demo="${part.startsWith('cs_') ? 'clientSecret' : 'clientId'}">${part}</span>` : part,
    )

export const json = (value: unknown) => JSON.stringify(value, undefined, 2)
