import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, runnerImport } from 'vite'

const ROOT = join(import.meta.dirname, '../..')

type Json = Record<string, unknown>

/** Loading the configuration of the site takes much longer than a contract. */
const PLAIN = { configFile: false } as const

/** The part of `worker/reference/schemas.ts` that is used here. */
interface SchemaWriter {
  schemaOf(schema: unknown, io: 'input' | 'output'): Json
  readonly named: Record<string, Json>
}

/** A name, or two that are separated by a dot. */
interface Name {
  name?: string
  left?: Name
  right?: Name
}

/** A type as it is written: `typeof onlineBooking.Offer`, or one with such an argument. */
interface WrittenType {
  type: string
  typeName?: Name
  exprName?: Name
  typeArguments?: { params: WrittenType[] } | null
}

/** The schema that a type names: `onlineBooking.Offer` of `z.output<typeof onlineBooking.Offer>`. */
const schemaNameIn = ({ type, exprName, typeArguments }: WrittenType): Name | undefined => {
  const [argument] = typeArguments?.params ?? []
  return type === 'TSTypeQuery' ? exprName : argument && schemaNameIn(argument)
}

/**
 * The types of `client/types.ts` without zod. They are written from the same JSON Schema as the OpenAPI document: with its
 * names, and its descriptions as doc comments.
 */
export async function contractTypes(): Promise<string> {
  const { module } = await runnerImport<{ createSchemaWriter: () => SchemaWriter }>(
    './worker/reference/schemas.ts',
    PLAIN,
  )
  const schemas = module.createSchemaWriter()
  const files = new Map<string, Record<string, unknown>>()
  const aliases = new Map<string, Json>()

  const source = readFileSync(join(ROOT, 'client/types.ts'), 'utf8')
  for (const each of parseSync('types.ts', source).program.body) {
    if (each.type === 'ImportDeclaration' && each.source.value.startsWith('../schema/')) {
      const path = each.source.value.slice('../'.length)
      const { module } = await runnerImport<Record<string, unknown>>(`./${path}.ts`, PLAIN)
      files.set(each.specifiers[0]?.local.name ?? '', module)
    }
    if (each.type !== 'ExportNamedDeclaration') continue
    const alias = each.declaration?.type === 'TSTypeAliasDeclaration' ? each.declaration : undefined
    const type = alias?.typeAnnotation as WrittenType | undefined
    const { left, right } = (type && schemaNameIn(type)) ?? {}
    const schema = files.get(left?.name ?? '')?.[right?.name ?? '']
    if (!alias || !type || !schema)
      throw new Error(`client/types.ts: cannot be written without zod: ${source.slice(each.start, each.end)}`)
    aliases.set(alias.id.name, schemas.schemaOf(schema, type.typeName?.right?.name === 'output' ? 'output' : 'input'))
  }
  for (const [name, schema] of aliases) {
    if (schema.$ref !== referenceTo(name)) schemas.named[name] ??= schema
  }
  const names = Object.keys(schemas.named).sort()
  return names.map(name => declarationOf(name, schemas.named[name] as Json)).join('\n')
}

const referenceTo = (name: string) => `#/components/schemas/${name}`

function declarationOf(name: string, schema: Json): string {
  const declared = schema.properties ? `interface ${name} ` : `type ${name} = `
  return `${comment(schema, '')}export ${declared}${typeOf(schema, '')}\n`
}

/** The type of a schema, as TypeScript writes it. */
function typeOf(schema: Json, indent: string): string {
  const alternatives = alternativesOf(schema)
  if (!alternatives) return singleTypeOf(schema, indent)
  const types = new Set(alternatives.map(each => typeOf(each, indent)))
  return [...types].filter(type => !(type.startsWith('"') && types.has('string'))).join(' | ')
}

/** The schemas of which a value meets one. */
function alternativesOf({ anyOf, enum: values, ...schema }: Json): Json[] | undefined {
  if (Array.isArray(anyOf)) return anyOf
  if (Array.isArray(values)) return values.map(value => ({ const: value }))
  return Array.isArray(schema.type) ? schema.type.map(type => ({ ...schema, type })) : undefined
}

function singleTypeOf(schema: Json, indent: string): string {
  const { $ref, const: constant, type, items, properties } = schema
  if (typeof $ref === 'string') return $ref.slice(referenceTo('').length)
  if (constant !== undefined) return JSON.stringify(constant)
  if (type === 'array') {
    const element = typeOf((items ?? {}) as Json, indent)
    return alternativesOf((items ?? {}) as Json) ? `(${element})[]` : `${element}[]`
  }
  if (type === 'object') return objectOf(schema, (properties ?? {}) as Record<string, Json>, indent)
  if (type === 'integer') return 'number'
  return typeof type === 'string' ? type : 'unknown'
}

function objectOf({ additionalProperties, required }: Json, properties: Record<string, Json>, indent: string): string {
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isRequired = Array.isArray(required) && required.includes(name)
    const type = typeOf(schema, inner)
    const end = isRequired || type === 'unknown' ? '' : ' | undefined'
    return `${comment(schema, inner)}${inner}${name}${isRequired ? '' : '?'}: ${type}${end}\n`
  })
  if (fields.length) return `{\n${fields.join('')}${indent}}`
  if (additionalProperties === false) return 'Record<string, never>'
  const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties as Json, indent) : 'unknown'
  return `Record<string, ${values}>`
}

/** The description of a schema as a doc comment. */
function comment({ description, default: usual }: Json, indent: string): string {
  const lines = [
    ...(typeof description === 'string' ? description.split('\n') : []),
    ...(usual !== '' && typeof usual !== 'object' && usual !== undefined ? [`@default ${JSON.stringify(usual)}`] : []),
  ].map(line => line.replaceAll('*/', '*\\/').trimEnd())
  if (!lines.length) return ''
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map(line => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}
