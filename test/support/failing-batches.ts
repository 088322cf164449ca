import { env } from 'cloudflare:workers'
import { databaseFromStub } from './sessions'

/** The databases as they are, but that the n-th batch on any of them fails: before it is carried out, or after. */
export function failingAt(nth: number, after: boolean) {
  let batches = 0
  const wrap = (d1: D1Database) =>
    databaseFromStub({
      prepare: (text: string) => d1.prepare(text),
      async batch(list: D1PreparedStatement[]) {
        const isIt = ++batches === nth
        if (isIt && !after) throw new Error('D1_ERROR: Network connection lost.')
        const results = await d1.batch(list)
        if (isIt) throw new Error('D1_ERROR: Network connection lost.')
        return results
      },
    })
  return { DB: wrap(env.DB), ...(env.CONTROL && { CONTROL: wrap(env.CONTROL) }) }
}
