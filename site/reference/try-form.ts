import { html, nothing } from 'lit'
import { credentialFields } from './credential-fields.ts'
import type { Endpoint } from './document.ts'
import type { SampleRequest } from './sample-request.ts'
import { json } from './samples.ts'

/** The form that sends the request of an operation from the page. browser/try.ts reads it. */
export const tryForm = ({ operationId }: Endpoint, request: SampleRequest) => html`
  <details class="try scripted">
    <summary>Try it</summary>
    <form
      id="try"
      data-method="${request.method}"
      data-path="${request.path}"
      data-credential="${request.credential}"
      data-content-type="${request.contentType ?? ''}"
      aria-label="${`Try ${operationId}`}"
    >
      ${credentialFields(operationId, request.credential)}
      ${request.parameters
        .filter(parameter => !isStrictness(parameter))
        .map(parameter => parameterField(operationId, parameter))}
      ${bodyField(operationId, request)}
      ${request.parameters.some(isStrictness) ? strictField : nothing}
      ${IS_FINAL.test(operationId) ? finalField : nothing}
      <p><button type="submit">Send</button> <span class="type">A real request to this service.</span></p>
      <output></output>
      <div class="result"></div>
    </form>
  </details>
`

/** The header for it is a box to check. */
const isStrictness = ({ name }: { name: string }) => name === 'Prefer'

const strictField = html`
  <p class="check"><label><input type="checkbox" data-strict><span>Refuse unknown fields <span class="type">Prefer: handling=strict</span></span></label></p>
`

/** The operations whose effect cannot be undone. The browser does not send their form before the box is checked. */
const IS_FINAL = /^(delete|erase|revoke|rotate)/

const finalField = html`
  <p class="check"><label><input type="checkbox" required><span>I know that this cannot be undone</span></label></p>
`

function parameterField(id: string, parameter: SampleRequest['parameters'][number]) {
  const field = `${id}-${parameter.in}-${parameter.name}`
  return html`
    <p>
      <label for="${field}"><code>${parameter.name}</code> <span class="type">${parameter.in}${
        parameter.required ? ', required' : ''
      }</span></label>
      <input
        id="${field}"
        name="${parameter.name}"
        data-in="${parameter.in}"
        value="${parameter.value}"
        autocomplete="off"
        spellcheck="false"
        ?required=${parameter.in === 'path'}
      >
    </p>
  `
}

function bodyField(id: string, { contentType, body }: SampleRequest) {
  if (!contentType) return nothing
  const text = json(body)
  const rows = Math.min(Math.max(text.split('\n').length, 3), 16)
  return html`
    <p>
      <label for="${`${id}-body`}">Body <span class="type">${contentType}</span></label>
      <textarea id="${`${id}-body`}" data-body rows="${rows}" autocomplete="off" spellcheck="false">${text}</textarea>
    </p>
  `
}
