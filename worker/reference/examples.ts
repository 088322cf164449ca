import type { Contract } from '../http/endpoint'
import type { Json } from './schemas'

type Example = NonNullable<Contract['example']>

/**
 * The examples of a parameter, a body or a response. Parts with the same name belong to one request: OpenAPI has no
 * other way to tell it. An operation with one example that needs nothing has no names.
 */
export function examplesAt({ example, moreExamples = [] }: Contract, partOf: (example: Example) => unknown): Json {
  const all = [...(example ? [example] : []), ...moreExamples].filter(each => partOf(each) !== undefined)
  if (!all.length) return {}
  if (!example?.name) return { example: partOf(all[0] as Example) }
  const entries = all.map(each => {
    const { name: summary = '', needs, isRepeated } = each
    const more = { ...(needs && { description: needs }), ...(isRepeated && { 'x-repeated': true }) }
    return [summary.toLowerCase().replace(/\W+/g, '-'), { summary, ...more, value: partOf(each) }]
  })
  return { examples: Object.fromEntries(entries) }
}
