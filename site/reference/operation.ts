import { html, nothing } from 'lit'
import { type Endpoint, type Parameter, resolve } from './document.ts'
import { bodyFields, type PageContext } from './fields.ts'
import { inlineMarkdown, markdown } from './markdown.ts'
import { responses } from './responses.ts'
import { jsonOf, type SampleRequest, sampleRequests } from './sample-request.ts'
import { samples } from './samples.ts'
import { tryForm } from './try-form.ts'
import { typeWords } from './type-words.ts'

/** One operation: its description beside its samples. */
export function operationSection(endpoint: Endpoint, context: PageContext) {
  const { operationId: id, summary = id } = endpoint
  const requests = sampleRequests(endpoint, context.document)
  const [request] = requests as [SampleRequest]
  return html`
    <section class="operation" id="${id}" aria-labelledby="${`${id}-title`}">
      <div class="about">
        <h2 id="${`${id}-title`}"><a href="${`#${id}`}">${inlineMarkdown(summary)}</a></h2>
        ${methodAndPath(endpoint)}
        ${markdown(descriptionOf(endpoint))}
        <p class="needs">${needed(endpoint, request)}</p>
        ${parameterList(endpoint, context)}
        ${requestBody(endpoint, context)}
        ${responses(endpoint, context)}
      </div>
      <div class="samples">
        ${samples(id, requests)}
        ${tryForm(endpoint, request)}
      </div>
    </section>
  `
}

/** Method and path. The path may break after each slash. */
export const methodAndPath = ({ method, path }: Endpoint) => html`
  <p class="address"><span class="${`method ${method.toLowerCase()}`}">${method}</span> <code>${path}</code></p>
`

/** The description without its last sentence on the permission, which the page shows for every operation. */
const descriptionOf = ({ description }: Endpoint) => description?.replace(/\s*Requires the permission `[^`]*`\.$/, '')

function needed(endpoint: Endpoint, { credential }: SampleRequest) {
  const permission = endpoint['x-permission']
  if (credential === 'none') return 'No credential needed.'
  if (credential === 'administrator')
    return html`Credential: the <a href="/docs#authentication"><code>ADMIN_TOKEN</code></a>.`
  return html`<a href="/docs#authentication">Permission</a>: ${permission ? html`<code>${permission}</code>` : 'any'}`
}

function parameterList({ parameters = [] }: Endpoint, context: PageContext) {
  if (!parameters.length) return nothing
  const items = parameters.map(each => parameterItem(resolve(each, context.document), context))
  return html`<h3>Parameters</h3><ul class="fields">${items}</ul>`
}

function parameterItem({ name, in: place, description, required, schema = {} }: Parameter, context: PageContext) {
  const text = description ?? schema.description
  return html`
    <li>
      <p><code class="name">${name}</code> <span class="type">${place}, ${typeWords(schema, context.onComponent)}</span>${
        required ? html` <strong class="required">required</strong>` : nothing
      }</p>
      ${text ? html`<p>${inlineMarkdown(text)}</p>` : nothing}
    </li>
  `
}

function requestBody({ requestBody }: Endpoint, context: PageContext) {
  if (!requestBody) return nothing
  const { content, description } = resolve(requestBody, context.document)
  const [, media] = jsonOf(content)
  const types = Object.keys(content)
  return html`
    <h3>Request body</h3>
    <p>${types.map((type, i) => html`${i ? ' or ' : ''}<code>${type}</code>`)}. ${
      description ? inlineMarkdown(description) : nothing
    }</p>
    ${media?.schema ? bodyFields(media.schema, context) : nothing}
  `
}
