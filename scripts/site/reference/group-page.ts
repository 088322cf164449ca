import { html, nothing } from 'lit'
import type { ApiDocument } from './document.ts'
import { bodyFields, type PageContext } from './fields.ts'
import type { Group } from './layout.ts'
import { markdown } from './markdown.ts'
import { operationSection } from './operation.ts'
import { schemaId } from './type-words.ts'

/** The page of a group: its operations, then the components that they refer to. */
export function groupPage(group: Group, document: ApiDocument) {
  const components: string[] = []
  const context: PageContext = {
    document,
    onComponent: name => {
      if (!components.includes(name)) components.push(name)
    },
  }
  const operations = group.endpoints.map(endpoint => operationSection(endpoint, context))
  const schemas: unknown[] = []
  // A component may refer to further ones: they are appended to the list while it is read.
  for (const name of components) schemas.push(schemaSection(name, context))
  return html`
    <h1>${group.name}</h1>
    ${markdown(group.description)}
    ${operations}
    ${
      schemas.length
        ? html`<section class="schemas" aria-labelledby="schemas"><h2 id="schemas"><a href="#schemas">Schemas</a></h2>${schemas}</section>`
        : nothing
    }
  `
}

function schemaSection(name: string, context: PageContext) {
  const id = schemaId(name)
  const schema = context.document.components.schemas?.[name]
  if (!schema) throw new Error(`the OpenAPI document has no schema ${name}`)
  return html`
    <section class="schema" id="${id}" aria-labelledby="${`${id}-title`}">
      <h3 id="${`${id}-title`}"><a href="${`#${id}`}">${name}</a></h3>
      ${bodyFields(schema, context)}
    </section>
  `
}
