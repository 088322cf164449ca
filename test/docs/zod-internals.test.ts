import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { longList } from '../../schema/wire/long-list'
import { withRules } from '../../schema/wire/with-rules'
import { containerIn, Expected, leafWithReader } from '../../schema/wire/zod-internals'

/*
 * What this project needs of the private parts of zod, and of its documented options at their edges. A failure here after an upgrade
 * of zod means that schema/wire/zod-internals.ts must be changed.
 */

const Inner = z.object({ name: z.string() })

describe('containerIn', () => {
  it.each([
    ['object', Inner],
    ['lazy', z.lazy(() => Inner)],
    ['optional', Inner.optional()],
    ['nullish', Inner.nullish()],
    ['default', Inner.default({ name: '' })],
    ['transform', Inner.transform(({ name }) => name)],
    ['preprocess', z.preprocess(value => value, Inner)],
    ['pipe', z.string().pipe(Inner as unknown as z.ZodType<unknown, string>)],
    ['refine', Inner.refine(() => true)],
    ['meta', Inner.meta({ description: 'x' })],
  ])('finds the fields in %s', (_, schema) => {
    const container = containerIn(schema)
    expect(container?.kind === 'object' && Object.keys(container.shape)).toEqual(['name'])
  })

  it('finds the element of a list', () => {
    expect(containerIn(z.array(Inner))).toEqual({ kind: 'array', element: Inner })
    expect(containerIn(longList(Inner, 5).min(1).default([]))).toEqual({ kind: 'array', element: Inner })
    expect(containerIn(z.string())).toBeUndefined()
  })
})

describe('a list with its own parser', () => {
  const List = z.object({ list: longList(Inner, 2).min(1).meta({ description: 'Names.' }).optional() })
  const issuesOf = (list: unknown) => List.safeParse({ list }).error?.issues.map(({ code, path }) => [code, path])

  it('parses each entry, and places its issues', () => {
    expect(List.parse({ list: [{ name: 'a', other: 1 }] })).toEqual({ list: [{ name: 'a' }] })
    expect(issuesOf([{ name: 'a' }, { name: 1 }])).toEqual([['invalid_type', ['list', 1, 'name']]])
  })

  it('keeps its parser when checks and a description are added', () => {
    expect(issuesOf([1, 2, 3])).toEqual([['too_big', ['list']]])
    expect(issuesOf([])).toEqual([['too_small', ['list']]])
    expect(issuesOf('text')).toEqual([['invalid_type', ['list']]])
  })

  it('is an array in JSON Schema', () => {
    expect(z.toJSONSchema(List).properties?.list).toMatchObject({
      type: 'array',
      description: 'Names.',
      minItems: 1,
      maxItems: 2,
      items: { type: 'object' },
    })
  })
})

describe('a leaf with its own reader', () => {
  const Leaf = leafWithReader(sent => (sent === 7 ? 'seven' : new Expected('expected 7')))
  const Whole = z.object({ leaf: Leaf.describe('A number.').optional() })

  it('has the value that is read, or the issue in its place', () => {
    expect(Whole.parse({ leaf: 7 })).toEqual({ leaf: 'seven' })
    expect(Whole.parse({})).toEqual({})
    expect(Whole.safeParse({ leaf: true }).error?.issues).toEqual([
      { code: 'custom', path: ['leaf'], message: 'expected 7' },
    ])
  })

  it('is a text or a number in JSON Schema', () => {
    expect(z.toJSONSchema(Whole, { io: 'input' }).properties?.leaf).toEqual({
      description: 'A number.',
      type: ['string', 'number'],
    })
  })
})

describe('rules of an object', () => {
  const seen: unknown[] = []
  const Whole = withRules(z.object({ from: z.string(), to: z.string(), count: z.int().optional() }), body => {
    seen.push(body)
    return [
      { path: ['to'], message: 'a rule' },
      { path: ['count'], message: 'a rule' },
    ]
  })

  it('run where a field is invalid, and see it as absent', () => {
    seen.length = 0
    const { error } = Whole.safeParse({ from: 'a', to: 'b', count: 'c' })
    expect(seen).toEqual([{ from: 'a', to: 'b' }])
    expect(error?.issues.map(({ code, path }) => [code, path])).toEqual([
      ['invalid_type', ['count']],
      ['custom', ['to']],
    ])
  })

  it('do not run where the whole is no object', () => {
    seen.length = 0
    expect(Whole.safeParse('text').error?.issues.map(({ code }) => code)).toEqual(['invalid_type'])
    expect(seen).toEqual([])
  })

  it('keep a transform of the object from running', () => {
    expect(Whole.transform(() => expect.unreachable()).safeParse({ from: 'a', to: 'b' }).success).toBe(false)
  })
})
