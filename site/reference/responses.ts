import { html, nothing } from 'lit'
import { type Endpoint, type Response, resolve } from './document.ts'
import { bodyFields, type PageContext } from './fields.ts'
import { inlineMarkdown } from './markdown.ts'
import { jsonOf } from './sample-request.ts'

/** The responses of an operation by status. */
export function responses(endpoint: Endpoint, context: PageContext): unknown {
  const all = Object.entries(endpoint.responses).map(
    ([status, response]) => [status, resolve(response, context.document)] as const,
  )
  const isError = ([status]: readonly [string, Response]) => !/^[123]/.test(status)
  const errors = all.filter(isError)
  return html`
    <h3>Responses</h3>
    ${all.filter(each => !isError(each)).map(([status, response]) => success(status, response, context))}
    ${errors.length ? errorList(errors, context) : nothing}
  `
}

function success(status: string, response: Response, context: PageContext) {
  const [type, media] = jsonOf(response.content)
  return html`
    <h4><span class="status">${status}</span> ${inlineMarkdown(response.description)}</h4>
    ${type && type !== 'application/json' ? html`<p class="type">${type}</p>` : nothing}
    ${media?.schema && type === 'application/json' ? bodyFields(media.schema, context) : nothing}
    ${headerList(response, context)}
  `
}

/** Names of the headers. The first page describes those that are components. */
function headerList({ headers = {} }: Response, context: PageContext) {
  const names = Object.entries(headers)
  if (!names.length) return nothing
  const own = names.filter(([, header]) => !('$ref' in header))
  const common = names.filter(([, header]) => '$ref' in header)
  return html`
    ${
      own.length
        ? html`<p>Headers:</p><ul class="fields">${own.map(
            ([name, header]) => html`
              <li>
                <p><code class="name">${name}</code></p>
                <p>${inlineMarkdown(resolve(header, context.document).description ?? '')}</p>
              </li>
            `,
          )}</ul>`
        : nothing
    }
    ${common.length ? html`<p class="headers">${own.length ? 'Also' : 'Headers'}: ${linked(common.map(([name]) => name))}</p>` : nothing}
  `
}

const linked = (names: string[]) =>
  names.map((name, i) => html`${i ? ', ' : ''}<a href="${`/docs#header-${name}`}"><code>${name}</code></a>`)

/** A paragraph of a description that lists error codes. */
const CODE = /^`([A-Z_]+)`: (.*)$/s

function errorList(errors: (readonly [string, Response])[], context: PageContext) {
  const [, media] = jsonOf(errors[0]?.[1].content)
  return html`
    <h4>Errors</h4>
    <ul class="fields">${errors.map(([status, response]) => errorItems(status, response))}</ul>
    ${
      media?.schema
        ? html`<details><summary>Body of an error</summary>${bodyFields(media.schema, context)}</details>`
        : nothing
    }
  `
}

const errorItems = (status: string, { description }: Response) =>
  description.split('\n\n').map(paragraph => {
    const [, code, meaning = paragraph] = CODE.exec(paragraph) ?? []
    const name = code ? html` <a href="${`/docs/errors#${code}`}"><code class="name">${code}</code></a>` : nothing
    return html`<li><p><span class="status">${status}</span>${name}</p><p>${inlineMarkdown(meaning)}</p></li>`
  })
