import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/*
 * Examples in documentation comments. The type checker cannot read comments, so each example is also in a file that it reads.
 */

const ROOT = join(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** The lines after `@example`, up to the end of the comment. */
const examplesIn = (file: string) =>
  [...textOf(file).matchAll(/^ \* @example\n([\s\S]*?)^ \*\//gm)].map(([, lines = '']) => lines.replace(/^ \* ?/gm, ''))

it.each([
  ['endpoint', 'worker/http/endpoint.ts'],
  ['prepareStatement', 'worker/db/prepared-statement.ts'],
  ['changeReservation', 'worker/store/reservation/change.ts'],
  ['selectRows', 'worker/db/select-rows.ts'],
])('the example of %s compiles', (name, file) => {
  const examples = examplesIn(file)
  expect(examples).toHaveLength(1)
  expect(textOf('test/worker/examples.types.ts')).toContain(`// ${name}\n${examples[0]}`)
})
