import { html, raw } from 'hono/html'
import { isTechnical, labelOf, placeOf, titleOf } from './guest-fields.ts'
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
    this.#rows = rows
  }

  get link(): Part {
    return html`<a href="#${this.#id}">${this.#title}</a>`
  }

  get section(): Part {
    const tables = [...new Set(this.#rows.map(({ table }) => table))].sort(
      (one, other) => placeOf(one) - placeOf(other),
    )
    return html`<section aria-labelledby="${this.#id}">
<h2 id="${this.#id}">${this.#title}</h2>
${tables.map(table => this.#tableOf(table))}
</section>
`
  }

  /** The days, the number and the name. */
  get #title(): Part {
    const rowOf = (table: string) => this.#rows.find(row => row.table === table)?.row ?? {}
    const [guest, reservation] = [rowOf('guest'), rowOf('reservation')]
    const kind = reservation.status_id === INQUIRY ? 'Inquiry' : 'Booking'
    const name = [guest.first_name, guest.last_name].filter(Boolean).join(' ')
    const parts = [
      ...(reservation.has_dates ? [this.#values.range(reservation.arrival_date, reservation.departure_date)] : []),
      `${kind} ${reservation.reservation_number}`,
      ...(name ? [html`<bdi>${name}</bdi>`] : []),
    ]
    return html`${parts.map((part, i) => html`${i ? ' · ' : ''}${part}`)}`
  }

  #tableOf(table: string): Part {
    const [title, words] = titleOf(table)
    const rows = this.#rows.filter(row => row.table === table)
    return html`<section>
<div><h3>${title}</h3>
${words ? html`<p>${words}</p>` : ''}</div>
<div>
${rows.map(({ row }) => this.#rowOf(table, row))}
</div>
</section>
`
  }

  #rowOf(table: string, row: ExportedRow['row']): Part {
    const fields = Object.entries(row).filter(([column, value]) => !isEmpty(value) && !isPlaceholder(column, row))
    const listOf = (isSmall: boolean) =>
      fields
        .filter(([column]) => isTechnical(table, column) === isSmall)
        .map(
          ([column, value]) =>
            html`<div><dt>${labelOf(column)}</dt><dd dir="auto">${this.#values.stored(table, column, value ?? '')}</dd></div>
`,
        )
    const [read, technical] = [listOf(false), listOf(true)]
    return html`<article>
${read.length ? html`<dl>${read}</dl>` : ''}
${technical.length ? html`<dl class="technical">${technical}</dl>` : ''}
</article>
`
  }
}

const isEmpty = (value: unknown) => value === null || value === '' || value === '[]'

const INQUIRY = 1

/** An inquiry without dates has others in their place. */
const isPlaceholder = (column: string, { has_dates: hasDates }: ExportedRow['row']) =>
  hasDates === 0 && (column === 'arrival_date' || column === 'departure_date')
