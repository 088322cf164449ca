import type * as z from 'zod'
import type { RuleIssue } from './with-rules'
import { containerIn } from './zod-internals'

/*
 * Field names in any letter case. The interface mixes `ID` and `Id`, and channel managers send PascalCase. The field names of a
 * request are therefore changed to the contract's spelling before it is validated. Error paths have that spelling too. The same walk
 * finds the names that the contract does not know.
 */

/** The fields of an object, and the name of each field by its lower-case form. */
interface ObjectFields {
  kind: 'object'
  schemas: ReadonlyMap<string, z.ZodType>
  names: ReadonlyMap<string, string>
}

type Fields = ObjectFields | { kind: 'array'; element: z.ZodType }

type Path = (string | number)[]

/** The unknown names of the objects at one place. The entries of a list are one place: `path` has the index of the first. */
export interface UnknownNames {
  path: Path
  names: Set<string>
}

/** What is wrong with the names of a value. */
interface NameFaults {
  /** One for each field that was sent in two spellings with two values. */
  issues: RuleIssue[]
  /** The names that the schema does not know, as they were sent. */
  unknown: UnknownNames[]
}

/** After so many issues no further one is collected, and after so many unknown names no further name. */
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
 * alone. Of a field that was sent in two spellings, the exact spelling keeps its value.
 */
export function normalizeFieldNames(value: unknown, schema: z.ZodType): NameFaults {
  const walk: Walk = { path: [], issues: [], unknown: [], unknownCount: 0 }
  visit(value, schema, walk)
  return walk
}

interface Walk extends NameFaults {
  /** That of the current value. It is changed on the way, because a body may have a million values. */
  path: Path
  unknownCount: number
}

function visit(value: unknown, schema: z.ZodType, walk: Walk): void {
  if (typeof value !== 'object' || value === null || walk.issues.length >= MAX_ISSUES) return
  const { path } = walk
  const container = fieldsOf(schema)
  if (container?.kind === 'array' && Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      path.push(i)
      visit(value[i], container.element, walk)
      path.pop()
    }
  }
  if (container?.kind !== 'object' || Array.isArray(value)) return
  const fields = value as Record<string, unknown>
  rename(fields, container, walk)
  for (const name in fields) {
    const inner = fields[name]
    const field = typeof inner === 'object' && inner !== null ? container.schemas.get(name) : undefined
    if (!field) continue
    path.push(name)
    visit(inner, field, walk)
    path.pop()
  }
}

function rename(fields: Record<string, unknown>, { schemas, names }: ObjectFields, walk: Walk): void {
  const { path, issues } = walk
  for (const sent of Object.keys(fields)) {
    if (schemas.has(sent)) continue
    const name = names.get(sent.toLowerCase())
    if (name === undefined) {
      // A contract may keep nulls, which mean that a field is absent.
      if (fields[sent] !== null) addUnknown(sent, walk)
      continue
    }
    if (!Object.hasOwn(fields, name)) fields[name] = fields[sent]
    else if (!isSame(fields[name], fields[sent])) issues.push({ path: [...path, name], message: sentTwice(name, sent) })
    delete fields[sent]
  }
}

/** Adds a name once for its place. A message may have it in each of 30,000 entries, so no path is written for a known place. */
function addUnknown(name: string, walk: Walk): void {
  if (walk.unknownCount >= MAX_ISSUES) return
  let place = walk.unknown.find(({ path }) => isSamePlace(path, walk.path))
  if (!place) {
    place = { path: [...walk.path], names: new Set() }
    walk.unknown.push(place)
  }
  if (place.names.has(name)) return
  place.names.add(name)
  walk.unknownCount++
}

function isSamePlace(one: Path, other: Path): boolean {
  if (one.length !== other.length) return false
  for (let i = 0; i < one.length; i++) {
    if (one[i] !== other[i] && typeof one[i] !== 'number') return false
  }
  return true
}

const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)

const sentTwice = (name: string, sent: string) => `expected one value, got two, as ${name} and as ${sent}`
