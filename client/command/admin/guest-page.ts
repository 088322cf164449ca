import { html, raw } from 'hono/html'
import { personName } from '../names.ts'
import { isRead, labelOf, placeOf, tableOf } from './guest-fields.ts'
import { STYLE } from './guest-page-style.ts'
import type { ExportedRow, GuestExport } from './guest-records.ts'
import { type Part, type ValueOptions, Values } from './guest-values.ts'

export interface PageOptions extends Pick<ValueOptions, 'language' | 'timeZone' | 'setup'> {
  /** The name of the customer. */
  name: string
}

/** A page with all that is stored of a person, for the person. It is one file, without a script, and loads nothing. */
export function guestPage(exports: readonly [GuestExport, ...GuestExport[]], options: PageOptions): string {
  const { name, timeZone } = options
  const [{ currency, decimals, exportedAt }] = exports
  const values = new Values({ ...options, currency, decimals })
  const records = exports.map(each => new RecordOnPage(each, values))
  const policy = "default-src 'none'; style-src 'unsafe-inline'"
  return `<!doctype html>\n${html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Your data at ${name}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<header>
<h1>Your data at <bdi>${name}</bdi></h1>
<p>All that the booking system has stored of you, as of ${values.instant(exportedAt)} (${timeZone}).
Fields without a value are left out. Amounts are in ${currency}.</p>
${records.length > 1 ? html`<nav aria-label="Records"><ol>${records.map(record => html`<li>${record.link}</li>`)}</ol></nav>` : ''}
</header>
<main>
${records.map(record => record.section)}
</main>
<footer>
<p>This page has the data itself. <bdi>${name}</bdi> tells you beside it why the data is stored, who receives it, how long
it is kept, and which rights you have.</p>
</footer>
</body>
</html>`}\n`
}

/** A guest's record with its reservation. */
class RecordOnPage {
  readonly #values: Values
  readonly #id: string
  readonly #rows: readonly ExportedRow[]

  constructor({ guestId, rows }: GuestExport, values: Values) {
    this.#values = values
    this.#id = `record-${guestId}`
    this.#rows = rows.map(each => withSubject(each, rows))
  }

  get link(): Part {
    return html`<a href="#${this.#id}">${this.#title}</a>`
  }

  get section(): Part {
    return html`<section aria-labelledby="${this.#id}">
<h2 id="${this.#id}">${this.#title}</h2>
${this.#tablesOf(false)}
<details>
<summary>Technical records</summary>
${this.#tablesOf(true)}
</details>
</section>
`
  }

  /** The days, the number and the name. */
  get #title(): Part {
    const rowOf = (table: string) => this.#rows.find(row => row.table === table)?.row ?? {}
    const [guest, reservation] = [rowOf('guest'), rowOf('reservation')]
    const kind = reservation.status_id === INQUIRY ? 'Inquiry' : 'Booking'
    const name = personName(String(guest.first_name ?? ''), String(guest.last_name ?? ''))
    const parts = [
      ...(reservation.has_dates ? [this.#values.range(reservation.arrival_date, reservation.departure_date)] : []),
      `${kind} ${reservation.reservation_number}`,
      ...(name ? [html`<bdi>${name}</bdi>`] : []),
    ]
    return html`${parts.map((part, i) => html`${i ? ' · ' : ''}${part}`)}`
  }

  /** What people read of the tables, or the technical records of them. */
  #tablesOf(isTechnical: boolean): Part[] {
    const tables = [...new Set(this.#rows.map(({ table }) => table))].sort(
      (one, other) => placeOf(one) - placeOf(other),
    )
    return tables.flatMap(table => {
      const rows = this.#rows.filter(row => row.table === table).map(({ row }) => fieldsOf(table, row, isTechnical))
      const articles = rows.filter(fields => fields.length).map(fields => this.#fieldList(table, fields))
      if (!articles.length) return []
      const { title, words, isTechnical: isFolded = false } = tableOf(table)
      return html`<section>
<div><h3>${title}</h3>
${words && isTechnical === isFolded ? html`<p>${words}</p>` : ''}</div>
<div>
${articles}
</div>
</section>
`
    })
  }

  #fieldList(table: string, fields: readonly Field[]): Part {
    return html`<article><dl>
${fields.map(
  ([column, value]) =>
    html`<div><dt>${labelOf(column)}</dt><dd dir="auto">${this.#values.stored(table, column, value ?? '')}</dd></div>
`,
)}</dl></article>
`
  }
}

type Field = readonly [column: string, value: ExportedRow['row'][string]]

/** The fields of a row that people read, or the technical ones: a zero is one of them. */
const fieldsOf = (table: string, row: ExportedRow['row'], isTechnical: boolean): Field[] =>
  Object.entries(row).filter(
    ([column, value]) =>
      !isEmpty(value) && !isPlaceholder(column, row) && isTechnical === (value === 0 || !isRead(table, column)),
  )

/** The table with the room or the activity of a price, the number that both have, and the column of its id. */
const SUBJECTS: Record<string, readonly [table: string, number: string, id: string]> = {
  room_rate: ['room_stay', 'stay_no', 'room_id'],
  activity_rate: ['activity_booking', 'activity_no', 'activity_id'],
}

/** A price with the room or the activity that it is for. */
function withSubject({ table, row }: ExportedRow, rows: readonly ExportedRow[]): ExportedRow {
  const [other, number, id] = SUBJECTS[table] ?? []
  if (!number || !id) return { table, row }
  const isSame = (column: string, each: ExportedRow['row']) => each[column] === row[column]
  const subject = rows.find(
    each => each.table === other && isSame('reservation_id', each.row) && isSame(number, each.row),
  )
  return { table, row: { [id]: subject?.row[id] ?? null, ...row } }
}

const isEmpty = (value: unknown) => value === null || value === '' || value === '[]'

const INQUIRY = 1

/** An inquiry without dates has others in their place. */
const isPlaceholder = (column: string, { has_dates: hasDates }: ExportedRow['row']) =>
  hasDates === 0 && (column === 'arrival_date' || column === 'departure_date')
