import { nothing, type TemplateResult } from '../../widget/guest-itinerary/template'

/** Text that is markup already: styles, data for a script. Whoever makes one answers for what is in it. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * A template as HTML, as lit would show it: every value is text, between tags or in an attribute, and nothing but text; lists
 * and templates in templates are written where they stand. What only a script can do, `@click=…` and `.value=…`, is left out.
 */
export function render(value: unknown): string {
  if (isTemplate(value)) return write(value)
  if (value instanceof Markup) return value.text
  if (Array.isArray(value)) return value.map(render).join('')
  return value === nothing || value === undefined || value === null ? '' : escaped(value)
}

const isTemplate = (value: unknown): value is TemplateResult =>
  typeof value === 'object' && value !== null && '_$litType$' in value

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (value: unknown) => String(value).replace(/[&<>"']/g, character => ENTITIES[character] as string)

function write({ strings, values }: TemplateResult): string {
  const [first = '', ...rest] = collapseWhitespace(strings)
  let text = first
  for (const [index, after] of rest.entries()) {
    const opened = text.lastIndexOf('<')
    text =
      opened > text.lastIndexOf('>')
        ? text.slice(0, opened) + withAttribute(text.slice(opened), values[index], after)
        : text + render(values[index]) + after
  }
  return text
}

/** `name=`, with what its value begins with where it is in quotes. */
const ATTRIBUTE = /\s+([.@?]?)([^\s"'<>=/]+)=(?:(["'])([^"']*))?$/

/** An opening tag, goes on with the value of an attribute and what the template has after it. */
function withAttribute(tag: string, value: unknown, after: string): string {
  const found = ATTRIBUTE.exec(tag)
  if (!found) throw new TypeError(`a value that is no attribute's: ${tag}`)
  const [whole, kind = '', name = '', quote = '', begun = ''] = found
  const before = tag.slice(0, -whole.length)
  const isLeftOut = kind === '.' || kind === '@' || value === nothing || (kind === '?' && !value)
  const quoted = quote ? after.indexOf(quote) : -1
  const past = quoted < 0 ? after : after.slice(quoted + 1)
  if (isLeftOut) return before + past
  if (kind === '?') return `${before} ${name}=""${past}`
  const text = escaped(value ?? '')
  return quote ? `${before} ${name}=${quote}${begun}${text}${after}` : `${before} ${name}="${text}"${after}`
}

const templateParts = new WeakMap<readonly string[], string[]>()

/** Line breaks and indentation between tags go, as they do when the widget is built: else a space would be seen in one of the two. */
function collapseWhitespace(strings: readonly string[]): string[] {
  const found = templateParts.get(strings)
  if (found) return found
  const tidy = strings.map((string, index) =>
    string
      .replace(/\n\s+/g, '\n')
      .replace(index === 0 ? /^\n/ : /^\n(?=<)/, '')
      .replace(/>\n(?=<)/g, '>')
      .replace(/>\n$/, '>'),
  )
  templateParts.set(strings, tidy)
  return tidy
}
