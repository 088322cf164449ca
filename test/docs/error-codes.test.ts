import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ERRORS } from '../../worker/errors.ts'

/* The tables of error codes in the pages for integrators. */

const rowsOf = (page: string) =>
  readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8')
    .split('\n')
    .filter(line => line.startsWith('| '))
const codes = Object.entries(ERRORS)

it('have every code of the service, in a row with its status', () => {
  const rows = [...rowsOf('requests.md'), ...rowsOf('tokens.md')]
  const isListed = ([code, { status }]: (typeof codes)[number]) =>
    rows.some(row => row.startsWith(`| ${status} |`) && row.includes(`\`${code}\``))
  expect(codes.filter(code => !isListed(code))).toEqual([])
})

it('say of every 409 what to do', () => {
  const conflicts = rowsOf('retries.md').map(row => /^\| `([A-Z_]+)` \|/.exec(row)?.[1])
  const missing = codes.filter(([code, { status }]) => status === 409 && !conflicts.includes(code))
  expect(missing).toEqual([])
})
