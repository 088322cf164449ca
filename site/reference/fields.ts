import { html, nothing } from 'lit'
import { type ApiDocument, componentName, type Schema } from './document.ts'
import { inlineMarkdown, markdown } from './markdown.ts'
import { type OnComponent, typeWords } from './type-words.ts'

/** What the parts of a page share while it is written. */
export interface PageContext {
  document: ApiDocument
  /** Called with each component that the page links to. */
  onComponent: OnComponent
}

/** Up to this number of fields, nested fields are visible at once. */
const MAX_OPEN = 4

/** The fields of a body or a component, those of nested objects included. */
function fieldList(schema: Schema, context: PageContext): unknown {
  const { properties, required } = objectOf(schema, context)
  const fields = Object.entries(properties)
  if (!fields.length) return nothing
  return html`<ul class="fields">${fields.map(([name, field]) => fieldItem(name, field, required.has(name), context))}</ul>`
}

function fieldItem(name: string, field: Schema, isRequired: boolean, context: PageContext) {
  const { deprecated } = field
  const description = wordsOf(field, context.document)
  return html`
    <li>
      <p><code class="name">${name}</code> <span class="type">${typeWords(field, context.onComponent)}</span>${
        isRequired ? html` <strong class="required">required</strong>` : nothing
      }${deprecated ? html` <em>deprecated</em>` : nothing}</p>
      ${description ? html`<p>${inlineMarkdown(description)}</p>` : nothing}
      ${nestedFields(name, field, context)}
    </li>
  `
}

/** The fields of an inline object, of the elements of a list, or of each alternative. */
function nestedFields(name: string, field: Schema, context: PageContext): unknown {
  const nested = field.items ?? (typeof field.additionalProperties === 'object' ? field.additionalProperties : field)
  if (nested.$ref) return nothing
  if (nested.items) return nestedFields(name, nested, context)
  const alternatives = nested.anyOf ?? nested.oneOf
  if (alternatives) return alternatives.map(each => nestedFields(name, each, context))
  const count = Object.keys(objectOf(nested, context, false).properties).length
  if (!count) return nothing
  return html`
    <details ?open=${count <= MAX_OPEN}>
      <summary>${count} ${count === 1 ? 'field' : 'fields'} of <code>${name}</code></summary>
      ${fieldList(nested, context)}
    </details>
  `
}

/**
 * The properties of an object, with those of its `allOf`. A component in `allOf` is included at the top of a list only: elsewhere
 * the type links to it.
 */
function objectOf(schema: Schema, context: PageContext, withComponents = true) {
  const properties: Record<string, Schema> = {}
  const required = new Set<string>()
  const add = (part: Schema, isTop: boolean) => {
    if (part.$ref) {
      const component = context.document.components.schemas?.[componentName(part.$ref)]
      if (component && (withComponents || isTop)) add(component, false)
      return
    }
    for (const each of part.allOf ?? []) add(each, false)
    Object.assign(properties, part.properties)
    for (const name of part.required ?? []) required.add(name)
  }
  add(schema, true)
  return { properties, required }
}

/** The words of a field: its own, or else those of its elements or of the component that it refers to. */
export function wordsOf(schema: Schema, document: ApiDocument): string | undefined {
  const { description, items, $ref, anyOf, allOf } = schema
  if (description !== undefined) return description
  if (items) return wordsOf(items, document)
  if ($ref) return document.components.schemas?.[componentName($ref)]?.description
  return [...(anyOf ?? []), ...(allOf ?? [])].map(each => wordsOf(each, document)).find(words => words !== undefined)
}

/** A schema as the body of a request or of a response: its type, where it is not a plain object, and its fields. */
export function bodyFields(schema: Schema, context: PageContext): unknown {
  const resolved = schema.$ref ? (context.document.components.schemas?.[componentName(schema.$ref)] ?? schema) : schema
  const alternatives = resolved.anyOf ?? resolved.oneOf
  const isList = resolved.type === 'array'
  const list = isList && resolved.items && !resolved.items.$ref ? resolved.items : resolved
  const isPlain = resolved.properties && !schema.$ref
  return html`
    ${isPlain ? nothing : html`<p class="type">Type: ${typeWords(schema, context.onComponent)}</p>`}
    ${markdown(resolved.description)}
    ${alternatives ? alternatives.map(each => fieldList(each, context)) : fieldList(list, context)}
  `
}
