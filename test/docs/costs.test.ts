import { expect, it } from 'vitest'
import { readCounts, rowsNamed } from '../../scripts/costs/counted-rows.ts'
import { readGrowthPage } from '../../scripts/costs.ts'

it('the costs in docs/growth.md are those of docs/counts.md and of the prices', () => {
  const { is, should } = readGrowthPage()
  expect(
    is,
    'docs/counts.md, scripts/costs/background-rows.json, the prices or the hotel have changed. Run: npm run costs -- --write',
  ).toBe(should)
})

it('an operation or variant that docs/counts.md does not have is named, with those that it has', () => {
  const rows = readCounts(`
| Operation | | Trips | Statements | Rows read | Rows written |
| --- | --- | ---: | ---: | ---: | ---: |
| \`POST /a\` | new | 2 | 5 | 7 | 3 |
| | the same again | 1 | 4 | 6 | 0 |
| \`GET /b\` | | 1 | 1 | 2 | 0 |
`)
  expect(rowsNamed(rows, 'POST /a — the same again', 'counts.md')).toEqual({ read: 6, written: 0 })
  expect(rowsNamed(rows, 'GET /b', 'counts.md')).toEqual({ read: 2, written: 0 })
  expect(() => rowsNamed(rows, 'POST /a — modify', 'counts.md')).toThrow(
    'counts.md has no row “POST /a — modify”. It has: POST /a — new; POST /a — the same again.',
  )
})
