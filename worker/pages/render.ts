import { nothing, type TemplateResult } from 'lit'
import { isTemplateResult } from 'lit/directive-helpers.js'

/** Text that is already markup: styles, data for a script. It is not escaped, so it must be safe. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * Renders a Lit template to HTML. Values are escaped, between tags and in attributes. Lists and nested templates are rendered
 * in place. Event listeners (`@click=…`) and properties (`.value=…`) are omitted, because they need a script.
 */
export function render(value: unknown): string {
  if (isTemplateResult(value)) return write(value as TemplateResult)
  if (value instanceof Markup) return value.text
  if (Array.isArray(value)) return value.map(render).join('')
  return value === nothing || value === undefined || value === null ? '' : escaped(value)
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escaped = (value: unknown) => String(value).replace(/[&<>"']/g, character => ENTITIES[character] as string)

function write({ strings, values }: TemplateResult): string {
  const [first = '', ...rest] = strings
  let text = first
  for (const [index, after] of rest.entries()) {
    const tagStart = text.lastIndexOf('<')
    text =
      tagStart > text.lastIndexOf('>')
        ? text.slice(0, tagStart) + withAttribute(text.slice(tagStart), values[index], after)
        : text + render(values[index]) + after
  }
  return text
}

/** `name=`, with the start of the value if it is in quotes. */
const ATTRIBUTE = /\s+([.@?]?)([^\s"'<>=/]+)=(?:(["'])([^"']*))?$/

/** Appends the value of an attribute, and the template text after it, to an opening tag. */
function withAttribute(tag: string, value: unknown, after: string): string {
  const found = ATTRIBUTE.exec(tag)
  if (!found) throw new TypeError(`a value that is no attribute's: ${tag}`)
  const [match, kind = '', name = '', quote = '', prefix = ''] = found
  const before = tag.slice(0, -match.length)
  const isOmitted = kind === '.' || kind === '@' || value === nothing || (kind === '?' && !value)
  const closingQuote = quote ? after.indexOf(quote) : -1
  const rest = closingQuote < 0 ? after : after.slice(closingQuote + 1)
  if (isOmitted) return before + rest
  if (kind === '?') return `${before} ${name}=""${rest}`
  const text = escaped(value ?? '')
  return quote ? `${before} ${name}=${quote}${prefix}${text}${after}` : `${before} ${name}="${text}"${after}`
}
