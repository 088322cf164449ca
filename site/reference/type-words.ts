import { html } from 'lit'
import { componentName, type Schema } from './document.ts'

/** Called with each component that a page links to. */
export type OnComponent = (name: string) => void

/** The type of a value in words, such as "array of `Room`, at most 100 items". */
export function typeWords(schema: Schema, onComponent: OnComponent): unknown {
  return html`${baseWords(schema, onComponent)}${limitWords(schema)
    .map(words => `, ${words}`)
    .join('')}`
}

function baseWords(schema: Schema, onComponent: OnComponent): unknown {
  if (schema.$ref) return componentLink(schema.$ref, onComponent)
  if (schema.const !== undefined) return html`always <code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum) {
    return html`one of ${schema.enum.map((value, i) => html`${i ? ', ' : ''}<code>${JSON.stringify(value)}</code>`)}`
  }
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) {
    // An empty text beside a format is no type of its own.
    const types = alternatives.filter(each => each.const !== '')
    return html`${joined(types, ' or ', onComponent)}${types.length < alternatives.length ? ', or empty' : ''}`
  }
  const references = schema.allOf?.filter(({ $ref }) => $ref) ?? []
  if (references.length && !schema.properties) return joined(references, ' and ', onComponent)
  if (schema.items) return html`array of ${typeWords(schema.items, onComponent)}`
  const values = schema.additionalProperties
  if (typeof values === 'object' && !schema.properties && Object.keys(values).length) {
    return html`object, each value: ${typeWords(values, onComponent)}`
  }
  return plainType(schema)
}

/** The formats of JSON Schema, as people write them. */
const FORMATS: Record<string, string> = { 'date-time': 'YYYY-MM-DDTHH:mm:ssZ' }

/** The format of a value: the words of the contract where there are some. A pattern is shown only where nothing else says it. */
const formatOf = ({ format, pattern, 'x-format': words }: Schema) =>
  words ?? (format && (FORMATS[format] ?? format)) ?? (pattern && `pattern ${pattern}`)

function plainType({ type, properties, allOf }: Schema): string {
  const types = [type ?? (properties || allOf ? 'object' : 'any value')].flat()
  return types.join(' or ')
}

const joined = (schemas: Schema[], word: string, onComponent: OnComponent) =>
  schemas.map((each, i) => html`${i ? word : ''}${typeWords(each, onComponent)}`)

function componentLink($ref: string, onComponent: OnComponent) {
  const name = componentName($ref)
  onComponent(name)
  return html`<a href="${`#${schemaId(name)}`}">${name}</a>`
}

export const schemaId = (name: string) => `schema-${name}`

/** A limit of the size of an integer type, or larger, only says that the value is an integer. */
const isLimit = (value: number | undefined) => value !== undefined && Math.abs(value) < 2 ** 31 - 1

/** A number as people write it: `1,000,000,000`. A setting is filled in later. */
const inDigits = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en') : value)

function limitWords(schema: Schema): string[] {
  const settings = Object.fromEntries(
    Object.entries(schema['x-limits'] ?? {}).map(([keyword, name]) => [keyword, `{${name}}`]),
  )
  const limits: Record<string, unknown> = { ...schema, ...settings }
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = limits
  const min = isLimit(schema.minimum) || settings.minimum ? inDigits(minimum) : undefined
  const max = isLimit(schema.maximum) || settings.maximum ? inDigits(maximum) : undefined
  return [
    formatOf(schema) ?? '',
    min !== undefined && max !== undefined ? `${min} to ${max}` : '',
    min !== undefined && max === undefined ? `${min} or more` : '',
    min === undefined && max !== undefined ? `${max} or less` : '',
    exclusiveMinimum !== undefined ? `more than ${exclusiveMinimum}` : '',
    exclusiveMaximum !== undefined ? `less than ${exclusiveMaximum}` : '',
    multipleOf !== undefined ? `a multiple of ${multipleOf}` : '',
    countWords(limits.minLength, limits.maxLength, 'character'),
    countWords(limits.minItems, limits.maxItems, 'item'),
    schema.default !== undefined ? `default ${JSON.stringify(schema.default)}` : '',
  ].filter(words => words !== '')
}

/** "1 to 200 characters". A minimum of 0 is no limit. */
function countWords(min: unknown, max: unknown, unit: string): string {
  const of = (count: unknown) => `${inDigits(count)} ${unit}${count === 1 ? '' : 's'}`
  if (min && max !== undefined) return min === max ? `exactly ${of(max)}` : `${inDigits(min)} to ${of(max)}`
  if (max !== undefined) return `at most ${of(max)}`
  return min ? `at least ${of(min)}` : ''
}
