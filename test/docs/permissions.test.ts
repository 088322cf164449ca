import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { endpoints } from '../../worker/endpoints'

const PAGE = join(import.meta.dirname, '../../docs/tokens.md')

it('the page on tokens names each operation of integrators with its permission', () => {
  const rows = readFileSync(PAGE, 'utf8').matchAll(/^\| (`.*`) \| `(\w+:\w+)` \|$/gm)
  const named = [...rows].flatMap(([, names = '', permission = '']) =>
    [...names.matchAll(/`(?:\w+\/)?(\w+)`/g)].map(([, name]) => `${name} ${permission}`),
  )
  const operations = endpoints
    .map(({ contract }) => contract)
    .filter(({ auth }) => auth.includes(':'))
    .map(({ path, auth }) => `${path.split('/').at(-1)} ${auth}`)
  expect(named.sort()).toEqual(operations.sort())
})
