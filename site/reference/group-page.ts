import { html } from 'lit'
import { addressOfOperation, type Group } from './groups.ts'
import { inlineMarkdown, markdown } from './markdown.ts'
import { methodAndPath } from './operation.ts'

/** The page of a group: its operations, each with a link to its page. */
export const groupPage = ({ name, description, endpoints }: Group) => html`
  <h1>${name}</h1>
  ${markdown(description)}
  ${endpoints.map(
    endpoint => html`
      <section class="summary" id="${endpoint.operationId}" aria-labelledby="${`${endpoint.operationId}-title`}">
        <h2 id="${`${endpoint.operationId}-title`}">
          <a class="target" href="${addressOfOperation(endpoint)}">${inlineMarkdown(endpoint.summary ?? endpoint.operationId)}</a>
        </h2>
        ${methodAndPath(endpoint)}
        ${markdown(firstParagraph(endpoint.description))}
      </section>
    `,
  )}
`

const firstParagraph = (text = '') => text.split('\n\n')[0]
