import type * as z from 'zod'
import type { RuleIssue } from './with-rules'

/*
 * Field names in any letter case. The interface mixes `ID` and `Id`, and channel managers send PascalCase, so the names of
 * a request are changed to the contract's spelling before the contract judges it. Everything after this step, fault paths
 * included, sees one spelling.
 */

/** The fields of an object: each by its exact name, and the exact name by its lower-case form. */
interface ObjectFields {
  kind: 'object'
  schemas: ReadonlyMap<string, z.ZodType>
  names: ReadonlyMap<string, string>
}

type Container = ObjectFields | { kind: 'array'; element: z.ZodType }

/** After so many faults no further one is collected. */
const MAX_ISSUES = 1_000

/** What a schema holds, `undefined` for a leaf. Worked out once for each schema, when a value first needs it. */
const containers = new WeakMap<z.ZodType, Container | undefined>()

function containerOf(schema: z.ZodType): Container | undefined {
  if (containers.has(schema)) return containers.get(schema)
  const container = inspect(schema)
  containers.set(schema, container)
  return container
}

/** What all kinds of schema that this file looks into have between them. */
interface Definition {
  type: string
  innerType?: z.ZodType
  getter?: () => z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  /** Of a long list: it reads its entries itself, and sees to their spelling. */
  plain?: unknown
}

function inspect(schema: z.ZodType): Container | undefined {
  const { type, innerType, getter, in: input, out, shape, element, plain } = schema.def as unknown as Definition
  if (type === 'object' && shape) {
    const schemas = new Map(Object.entries(shape))
    return { kind: 'object', schemas, names: new Map([...schemas.keys()].map(name => [name.toLowerCase(), name])) }
  }
  if (type === 'array' && element) return plain ? undefined : { kind: 'array', element }
  if (getter) return containerOf(getter())
  if (innerType) return containerOf(innerType)
  if (input && out) return containerOf(input) ?? containerOf(out)
  return undefined
}

/**
 * Renames, in place and at every depth, each field of `value` that differs from the schema's name for it in letter case
 * alone. Returns a fault for each field that came in two spellings with two values; the exact spelling keeps its value.
 */
export function normalizeFieldNames(
  value: unknown,
  schema: z.ZodType,
  path: readonly (string | number)[] = [],
): RuleIssue[] {
  const issues: RuleIssue[] = []
  visit(value, schema, path, issues)
  return issues
}

function visit(value: unknown, schema: z.ZodType, path: readonly (string | number)[], issues: RuleIssue[]): void {
  if (typeof value !== 'object' || value === null || issues.length >= MAX_ISSUES) return
  const container = containerOf(schema)
  if (container?.kind === 'array' && Array.isArray(value)) {
    for (const [i, element] of value.entries()) visit(element, container.element, [...path, i], issues)
  }
  if (container?.kind !== 'object' || Array.isArray(value)) return
  const fields = value as Record<string, unknown>
  rename(fields, container, path, issues)
  for (const name in fields) {
    const inner = fields[name]
    const field = typeof inner === 'object' && inner !== null ? container.schemas.get(name) : undefined
    if (field) visit(inner, field, [...path, name], issues)
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
