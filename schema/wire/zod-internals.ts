import * as z from 'zod'
import { $constructor, util } from 'zod/v4/core'

/*
 * All private parts of zod that this project uses. zod documents them for authors of libraries only, and a release may change them:
 * test/docs/zod-internals.test.ts fails then.
 */

type ParsePayload = z.core.ParsePayload

/** Parses one entry of a list with the schema of its entries, and adds its issues to those of the list. */
export type ParseEntry = (entry: unknown, index: number) => unknown

/** Parses a list. `payload.value` is the list that was sent, and becomes the parsed one. */
type ParseList = (payload: ParsePayload, parseEntry: ParseEntry) => void

interface ListDef extends z.core.$ZodArrayDef {
  parseList: ParseList
}

const List = $constructor('List', (inst: z.ZodArray, def: ListDef) => {
  z.ZodArray.init(inst, def)
  inst._zod.parse = (payload, context) => {
    if (!Array.isArray(payload.value)) {
      payload.issues.push({ code: 'invalid_type', expected: 'array', input: payload.value, inst })
      return payload
    }
    def.parseList(payload, (entry, index) => {
      const result = def.element._zod.run({ value: entry, issues: [] }, context) as ParsePayload
      if (result.issues.length) payload.issues.push(...util.prefixIssues(index, result.issues))
      return result.value
    })
    return payload
  }
})

/** An array schema with a parse function of its own. */
export const listWithParser = <T extends z.ZodType>(element: T, parseList: ParseList): z.ZodArray<T> =>
  new (List as unknown as new (def: ListDef) => z.ZodArray<T>)({ type: 'array', element, parseList })

/** What a value should have been. */
export class Expected {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

/** Returns the value of what was sent. */
type ReadLeaf<T> = (sent: unknown) => T | Expected

interface LeafDef extends z.core.$ZodUnionDef {
  read: ReadLeaf<unknown>
}

const Leaf = $constructor('Leaf', (inst: z.ZodUnion, def: LeafDef) => {
  z.ZodUnion.init(inst, def)
  inst._zod.parse = payload => {
    const read = def.read(payload.value)
    if (read instanceof Expected) payload.issues.push({ code: 'custom', input: payload.value, message: read.message })
    else payload.value = read
    return payload
  }
})

/** A schema of a text or a number, which a function reads. */
export const leafWithReader = <T>(read: ReadLeaf<T>): z.ZodType<T, string | number> =>
  new (Leaf as unknown as new (def: LeafDef) => z.ZodType<T, string | number>)({
    type: 'union',
    options: [z.string(), z.number()],
    read,
  })

/** The parts of a schema's definition that `containerOf` reads, whatever the type of the schema. */
interface Definition {
  type: string
  /** Of `optional`, `default` and the like. */
  innerType?: z.ZodType
  /** Of `lazy`. */
  getter?: () => z.ZodType
  /** Of `pipe`, and so of `transform` and `preprocess`. */
  in?: z.ZodType
  out?: z.ZodType
  /** Of `object`. */
  shape?: Record<string, z.ZodType>
  /** Of `array`. */
  element?: z.ZodType
}

export type Container = { kind: 'object'; shape: Record<string, z.ZodType> } | { kind: 'array'; element: z.ZodType }

/** The object or array schema inside a schema; undefined where it is a leaf. */
export function containerIn(schema: z.ZodType): Container | undefined {
  const definition = schema.def as unknown as Definition
  const { type, innerType, getter, in: input, out, shape, element } = definition
  if (type === 'object' && shape) return { kind: 'object', shape }
  if (type === 'array' && element) return { kind: 'array', element }
  if (getter) return containerIn(getter())
  if (innerType) return containerIn(innerType)
  if (input && out) return containerIn(input) ?? containerIn(out)
  return undefined
}
