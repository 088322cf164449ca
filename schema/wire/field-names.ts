import type * as z from 'zod'
import type { RuleIssue } from './with-rules'
import { containerIn } from './zod-internals'

/*
 * Field names in any letter case. The interface mixes `ID` and `Id`, and channel managers send PascalCase. The field names of a
 * request are therefore changed to the contract's spelling before it is validated. Error paths have that spelling too.
 */

/** The fields of an object, and the name of each field by its lower-case form. */
interface ObjectFields {
  kind: 'object'
  schemas: ReadonlyMap<string, z.ZodType>
  names: ReadonlyMap<string, string>
}

type Fields = ObjectFields | { kind: 'array'; element: z.ZodType }

/** After so many issues no further one is collected. */
const MAX_ISSUES = 1_000

/** The fields of a schema, undefined for a leaf. Computed once for each schema, when a value first needs it. */
const known = new WeakMap<z.ZodType, Fields | undefined>()

export function fieldsOf(schema: z.ZodType): Fields | undefined {
  if (known.has(schema)) return known.get(schema)
  const fields = readFields(schema)
  known.set(schema, fields)
  return fields
}

function readFields(schema: z.ZodType): Fields | undefined {
  const container = containerIn(schema)
  if (container?.kind !== 'object') return container
  const schemas = new Map(Object.entries(container.shape))
  return { kind: 'object', schemas, names: new Map([...schemas.keys()].map(name => [name.toLowerCase(), name])) }
}

/**
 * Renames, in place and at every depth, each field of `value` that differs from the schema's name for it in letter case
 * alone. Returns an issue for each field that was sent in two spellings with two values; the exact spelling keeps its value.
 */
export function normalizeFieldNames(value: unknown, schema: z.ZodType): RuleIssue[] {
  const issues: RuleIssue[] = []
  visit(value, schema, [], issues)
  return issues
}

/** `path` is that of the value. It is changed on the way, because a body may have a million values. */
function visit(value: unknown, schema: z.ZodType, path: (string | number)[], issues: RuleIssue[]): void {
  if (typeof value !== 'object' || value === null || issues.length >= MAX_ISSUES) return
  const container = fieldsOf(schema)
  if (container?.kind === 'array' && Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      path.push(i)
      visit(value[i], container.element, path, issues)
      path.pop()
    }
  }
  if (container?.kind !== 'object' || Array.isArray(value)) return
  const fields = value as Record<string, unknown>
  rename(fields, container, path, issues)
  for (const name in fields) {
    const inner = fields[name]
    const field = typeof inner === 'object' && inner !== null ? container.schemas.get(name) : undefined
    if (!field) continue
    path.push(name)
    visit(inner, field, path, issues)
    path.pop()
  }
}

function rename(
  fields: Record<string, unknown>,
  { schemas, names }: ObjectFields,
  path: readonly (string | number)[],
  issues: RuleIssue[],
): void {
  for (const sent of Object.keys(fields)) {
    if (schemas.has(sent)) continue
    const name = names.get(sent.toLowerCase())
    if (name === undefined) continue
    if (!Object.hasOwn(fields, name)) fields[name] = fields[sent]
    else if (!isSame(fields[name], fields[sent])) issues.push({ path: [...path, name], message: sentTwice(name, sent) })
    delete fields[sent]
  }
}

const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)

const sentTwice = (name: string, sent: string) => `expected one value, got two, as ${name} and as ${sent}`
