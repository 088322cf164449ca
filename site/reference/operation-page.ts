import { html, nothing } from 'lit'
import type { ApiDocument, Endpoint } from './document.ts'
import { bodyFields, type PageContext } from './fields.ts'
import { addressOfGroup, type Group, nameOf } from './groups.ts'
import { operationSection } from './operation.ts'
import { schemaId } from './type-words.ts'

/** The page of an operation: the operation, then the components that it refers to, folded. */
export function operationPage(endpoint: Endpoint, group: Group, document: ApiDocument) {
  const components: string[] = []
  const context: PageContext = {
    document,
    onComponent: name => {
      if (!components.includes(name)) components.push(name)
    },
  }
  const operation = operationSection(endpoint, context)
  const schemas: unknown[] = []
  // A component may refer to further ones: they are appended to the list while it is read.
  for (const name of components) schemas.push(schemaDetails(name, context))
  return html`
    <p class="above"><a href="${addressOfGroup(group)}">${group.name}</a></p>
    <h1>${nameOf(endpoint)}</h1>
    ${operation}
    ${
      schemas.length
        ? html`<section class="schemas" aria-labelledby="schemas"><h2 id="schemas"><a href="#schemas">Schemas</a></h2>${schemas}</section>`
        : nothing
    }
  `
}

/** The id is within the details, because a browser opens them for a link to what they contain. */
function schemaDetails(name: string, context: PageContext) {
  const schema = context.document.components.schemas?.[name]
  if (!schema) throw new Error(`the OpenAPI document has no schema ${name}`)
  return html`
    <details class="schema">
      <summary>${name}</summary>
      <div id="${schemaId(name)}">${bodyFields(schema, context)}</div>
    </details>
  `
}
