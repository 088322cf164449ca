import type { OperationCosts, PageRows } from '../../bench/growth/operation-costs.ts'

/** The text of docs/counts.md from the counted costs, and from the rows of the lists in their default size. */
export const countsPage = (costs: OperationCosts, defaultPages: ReadonlyMap<string, PageRows>): string => `# Counts

For contributors, and for operators who estimate costs ([growth.md](growth.md)). This page answers how many round trips,
statements and rows each operation costs D1.

The figures are exact. They are equal at 1,000 and at 100,000 reservations of one customer, and at a million too
(\`COUNTS_AT=1000000\`). \`test/e2e/counts.test.ts\` fills both databases, sends each request, and compares this page.
With \`-u\` it writes the page. \`npm run fill\` makes such a database for you to look at. Lists show their first page of
20. A later page, requested by its cursor, costs the same number of rows. Lists with dates are the exception: see below.

- Each migration ends with statistics (\`scripts/migration.ts\`). A customer has hundreds of thousands of rows in
  a table. Without statistics SQLite assumes ten. It would then read all of them in the order of the key, and not use
  another index.
- \`test/worker/plans.test.ts\` checks the query plan of every statement.
- \`PRAGMA optimize\` replaces the statistics with what it finds. Do not run it while a database is empty.
- A list that is filtered by arrivals or departures reads two rows for each day in the range, and one for each status that
  it may show. Then it reads the rows that it shows. Its cost grows with the number of days, not with the number of
  reservations. A filter by hotel does this for each hotel with the key.
- A list that is filtered by both, or by nights of rooms, reads the first entry of each pair of an arrival and a
  departure. A filter by types of rooms also reads the rooms of these types, once.
- A first page of these lists finds each day, or each pair, by its first entry. A later page reads up to one row more for
  each.
- A row of a list costs 18 rows or less: its reservation, guest, property, stay, room, room type, rates, activity and payment.
  Each part that may have several rows is read one row beyond its end.
- An update of \`roomstosell\` also writes each night that was sold on the days that it contains.
- With an API key instead of a bearer token, a request costs one more round trip and one more row.

| Operation | | Trips | Statements | Rows read | Rows written |
| --- | --- | ---: | ---: | ---: | ---: |
${rowsOf(costs).join('\n')}

## Lists in their default size

Above, a page has 20 entries. A request without a page size gets 50. Then the days of a filter cost less of each entry.
These are the lists of reservations at 100,000 reservations. The goal is 25 rows a reservation, and 1.3 × the list
without a filter.

| Operation | | Rows read | … a reservation | × no filter |
| --- | --- | ---: | ---: | ---: |
${rowsOfLists(defaultPages).join('\n')}

- A room type with dates reads reservations that it does not show: the index with the dates is one of reservations, and
  has no rooms. An index of stays by type and dates would cost every booking one row written more.
- The list of partners reads fewer rows than the others, so that its ratio is higher with the same filter.
`

/** The lists of reservations, each with the list without a filter first. */
export function rowsPerReservation(pages: ReadonlyMap<string, PageRows>) {
  return [...pages].flatMap(([label, { rowsRead, entries }]) => {
    const [operation = '', way = ''] = label.split(' — ')
    const unfiltered = pages.get(`${operation} — nothing`)
    if (!operation.includes('Reservation') || !unfiltered) return []
    return [{ operation, way, rowsRead, perReservation: rowsRead / entries, ratio: rowsRead / unfiltered.rowsRead }]
  })
}

function rowsOfLists(pages: ReadonlyMap<string, PageRows>): string[] {
  return rowsPerReservation(pages).map(({ operation, way, rowsRead, perReservation, ratio }) => {
    const cell = way === 'nothing' ? ` \`${operation}\`` : ''
    return `|${cell} | ${way} | ${rowsRead} | ${perReservation.toFixed(1)} | ${ratio.toFixed(2)} |`
  })
}

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
