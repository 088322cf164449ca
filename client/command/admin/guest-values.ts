import { html } from 'hono/html'
import { personName } from '../names.ts'
import { formOf, labelOf, RECORDS } from './guest-fields.ts'
import { type Document, type Fields, idOf } from './setup-changes.ts'

/** A part of a page. Texts in it are escaped. */
export type Part = ReturnType<typeof html> | string

export interface ValueOptions {
  /** A language of BCP 47, for dates and amounts. */
  language: string
  timeZone: string
  currency: string
  decimals: number
  /** Records with names. */
  setup: Document
}

/** The words for a status, from 1. */
export const STATUSES = ['Inquiry', 'Tentative', 'Confirmed', 'In house', 'Checked out', 'Cancelled', 'No-show']
const KINDS = ['Individual', 'Group', 'Owner', 'Complimentary']
/** The words for an event of a reservation. */
const EVENTS: Record<string, string> = {
  'reservation.created': 'Received',
  'reservation.modified': 'Changed',
  'reservation.cancelled': 'Cancelled',
  'sale.created': 'Sale on the account',
  'link.issued': 'Link to the page of the stay issued',
  'link.revoked': 'Link to the page of the stay revoked',
}

/** Writes values for people. */
export class Values {
  readonly #options: ValueOptions
  readonly #amounts: Intl.NumberFormat
  readonly #numbers: Intl.NumberFormat
  readonly #dates: Intl.DateTimeFormat
  readonly #times: Intl.DateTimeFormat
  readonly #instants: Intl.DateTimeFormat
  readonly #names = new Map<string, Map<unknown, string>>()

  constructor(options: ValueOptions) {
    const { language, timeZone, currency, decimals, setup } = options
    this.#options = options
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    this.#amounts = new Intl.NumberFormat(language, { style: 'currency', currency, ...digits })
    this.#numbers = new Intl.NumberFormat(language)
    this.#dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
    this.#instants = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone })
    this.#times = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' })
    for (const [list, names] of Object.entries(RECORDS)) {
      const nameOf = (record: Fields) => {
        const [first = '', last] = names.map(name => String(record[name] ?? ''))
        return last === undefined ? first : personName(first, last)
      }
      this.#names.set(list, new Map(setup[list]?.map(record => [idOf(list, record), nameOf(record)])))
    }
  }

  /** A value of a column. */
  stored(table: string, column: string, value: string | number): Part {
    const form = formOf(table, column)
    switch (form) {
      case 'text':
        return String(value)
      case 'date':
        return this.#date(String(value))
      case 'time':
        return this.#time(String(value), this.#times.format(new Date(`1970-01-01T${value}Z`)))
      case 'instant':
        return value ? this.instant(Number(value)) : 'none'
      case 'amount':
        return this.#amounts.format(Number(value) / 10 ** this.#options.decimals)
      case 'thousandths':
        return this.#numbers.format(Number(value) / 1000)
      case 'flag':
        return value ? 'yes' : 'no'
      case 'status':
        return STATUSES[Number(value) - 1] ?? String(value)
      case 'kind':
        return KINDS[Number(value) - 1] ?? String(value)
      case 'event':
        return EVENTS[value] ?? String(value)
      case 'note':
        return html`<p>${value}</p>`
      case 'json':
        return this.#document(JSON.parse(String(value)))
      case 'employees':
      case 'locations':
      case 'resources':
        return this.#document(JSON.parse(String(value)), form)
      default:
        return this.#named(form, value)
    }
  }

  instant(at: number | string): Part {
    const instant = new Date(at)
    return this.#time(instant.toISOString(), this.#instants.format(instant))
  }

  /** The days from arrival to departure. */
  range(arrival: unknown, departure: unknown): Part {
    return this.#inLanguage(this.#dates.formatRange(dayOf(arrival), dayOf(departure)))
  }

  /** A record by its name and id. */
  #named(list: string, id: string | number): Part {
    const name = this.#names.get(list)?.get(id)
    return name ? html`${name} <small>(${id})</small>` : String(id)
  }

  #date(date: string): Part {
    return this.#time(date, this.#dates.format(dayOf(date)))
  }

  #time(machine: string, words: string): Part {
    return html`<time datetime="${machine}" lang="${this.#options.language}" dir="auto">${words}</time>`
  }

  #inLanguage(words: string): Part {
    return html`<bdi lang="${this.#options.language}">${words}</bdi>`
  }

  /** A list or an object, at any depth. `list`: that of the records whose ids it has. */
  #document(value: unknown, list = ''): Part {
    if (Array.isArray(value)) {
      return html`<ul>${value.map(each => html`<li dir="auto">${this.#document(each, list)}</li>`)}</ul>`
    }
    if (typeof value !== 'object' || value === null) {
      const [, date] = /^([-\d]{10})T00:00:00$/.exec(String(value)) ?? []
      return date ? this.#date(date) : String(value ?? 'none')
    }
    const fields = Object.entries(value).filter(([, inner]) => inner !== '')
    const written = fields.map(([name, inner]) =>
      list && name === 'id' ? this.#named(list, inner) : this.#document(inner),
    )
    if (list && fields.length === 1 && written[0]) return written[0]
    return html`<dl>${fields.map(([name], i) => html`<div><dt>${labelOf(name)}</dt><dd dir="auto">${written[i]}</dd></div>`)}</dl>`
  }
}

const dayOf = (date: unknown) => new Date(`${date}T00:00:00Z`)
