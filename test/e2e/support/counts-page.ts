import type { OperationCosts } from '../../bench/growth/operation-costs.ts'

/** The text of docs/counts.md from the counted costs. */
export const countsPage = (costs: OperationCosts): string => `# Counts

What each operation costs D1, counted exactly, at a thousand and at a hundred thousand reservations of one customer: the numbers are the same, and at a million too
(\`COUNTS_AT=1000000\`). \`test/e2e/counts.test.ts\` fills both databases (\`npm run fill\` makes one to look at), asks everything, and holds this page; with \`-u\`
it writes the page anew. Lists are asked for their first page of 20; a page far behind it costs by its cursor, to the
row, what an early page costs.

- A customer has hundreds of thousands of rows in a table and SQLite, knowing nothing, takes ten for granted: it would read them all in
  the order of the key rather than go through another index. Each migration therefore ends with statistics (\`scripts/migration.ts\`),
  and \`test/worker/plans.test.ts\` holds the plan of every statement. \`PRAGMA optimize\` puts what it finds in their place: leave it
  alone as long as a database is empty.
- A list that is narrowed by dates reads the head of each day and status within the dates, and then what it shows: its cost grows with
  the days that are asked for, not with the reservations on them.
- An update of \`roomstosell\` also writes each night that was sold on the days that it names: as many as there are.
- With an API key instead of a bearer a request costs one round trip and one row more.

| Operation | | Trips | Statements | Rows read | Rows written |
| --- | --- | ---: | ---: | ---: | ---: |
${rowsOf(costs).join('\n')}
`

function rowsOf(costs: OperationCosts): string[] {
  const entries = [...costs].map(([entry, counts]) => ({ parts: entry.split(' — '), counts }))
  // Groups the requests of one operation.
  const operations = [...new Set(entries.map(({ parts }) => parts[0] as string))]
  return operations.flatMap(operation =>
    entries
      .filter(({ parts }) => parts[0] === operation)
      .map(({ parts: [, way = ''], counts: { trips, statements, rowsRead, rowsWritten } }, i) =>
        `| ${i ? '' : `\`${operation}\``} | ${[way, trips, statements, rowsRead, rowsWritten].join(' | ')} |`.replaceAll(
          '|  |',
          '| |',
        ),
      ),
  )
}
