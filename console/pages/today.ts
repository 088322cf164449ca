import { html, LitElement, nothing, type PropertyValues } from 'lit'
import type { Reservation } from '../../client/types.ts'
import { dateAfter } from '../../schema/stay-dates.ts'
import type { StatusName } from '../../schema/wire/reservation-status.ts'
import { Day, type DayLists } from '../day.ts'
import type { Desk } from '../desk.ts'
import { longDay } from '../format.ts'
import type { PageInput } from '../page-input.ts'
import { refusalText } from '../refusal.ts'
import type { Router } from '../router.ts'
import { addressOf } from '../router.ts'
import '../stay-row.ts'
import { words } from '../words.ts'

type ListName = keyof DayLists

const LISTS: readonly ListName[] = ['arriving', 'inHouse', 'leaving']

/** The day: who arrives, is in the house, and leaves. */
class TodayPage extends LitElement implements PageInput {
  static override properties = {
    desk: { attribute: false },
    query: { attribute: false },
    lists: { state: true },
    shown: { state: true },
    refusal: { state: true },
  }
  declare desk: Desk
  declare router: Router
  declare argument: string
  declare query: URLSearchParams
  declare private lists: DayLists | undefined
  declare private shown: ListName
  declare private refusal: string
  #day: Day | undefined

  constructor() {
    super()
    this.shown = 'arriving'
  }

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.desk.follow(this, async changes => {
      const isOver = !this.query.get('date') && this.#day?.date !== this.desk.today
      if (isOver) await this.#read()
      else if (changes?.length !== 0) await this.#read(day => day.apply(changes))
    })
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('query')) this.#read()
  }

  get #date(): string {
    const asked = this.query.get('date') ?? ''
    return /^\d{4}-\d\d-\d\d$/.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : this.desk.today
  }

  /** Reads the day of the address, or what changed of it. */
  async #read(how: (day: Day) => Promise<void> = day => day.read()): Promise<void> {
    const date = this.#date
    if (this.#day?.date !== date) {
      this.#day = new Day(this.desk, date)
      this.lists = undefined
    }
    const day = this.#day
    try {
      await how(day)
      if (day !== this.#day) return
      this.lists = day.lists
      this.refusal = ''
    } catch (error) {
      this.refusal = refusalText(error)
    }
  }

  #go(date: string): void {
    this.router.go(date === this.desk.today ? addressOf() : `${addressOf()}?date=${date}`)
  }

  protected override render() {
    const date = this.#date
    return html`
      <header class="head day-head">
        <h1>${longDay(date)}</h1>
        <div class="tools">
          <button class="plain" aria-label=${words.dayBefore} @click=${() => this.#go(dateAfter(date, -1))}>‹</button>
          <input
            type="date"
            aria-label=${words.day}
            .value=${date}
            @change=${(event: Event) => {
              const { value } = event.target as HTMLInputElement
              if (value) this.#go(value)
            }}
          >
          <button class="plain" aria-label=${words.dayAfter} @click=${() => this.#go(dateAfter(date, 1))}>›</button>
          ${
            date === this.desk.today
              ? nothing
              : html`<button class="plain" @click=${() => this.#go(this.desk.today)}>${words.today}</button>`
          }
          <button class="plain" @click=${() => print()}>${words.print}</button>
        </div>
      </header>
      ${this.refusal ? html`<p class="refusal" role="alert">${this.refusal}</p>` : nothing}
      ${this.lists ? this.#columns(this.lists, date) : html`<p class="quiet" role="status">${words.loading}</p>`}
    `
  }

  #columns(lists: DayLists, date: string) {
    return html`
      <div class="tabs" role="group" aria-label=${words.lists}>
        ${LISTS.map(
          name => html`<button
            aria-pressed=${name === this.shown}
            @click=${() => {
              this.shown = name
            }}
          >
            ${words.listOf[name]} <span class="count">${lists[name].length}</span>
          </button>`,
        )}
      </div>
      <div class="columns">
        ${LISTS.map(
          name => html`<section class="list" data-shown=${name === this.shown} aria-label=${words.listOf[name]}>
            <h2>${words.listOf[name]} <span class="count">${lists[name].length}</span></h2>
            ${lists[name].length ? nothing : html`<p class="quiet">${words.nobody}</p>`}
            <ul>
              ${lists[name].map(
                stay => html`<li class=${isDone(name, stay) ? 'done' : ''}>
                  <console-stay .desk=${this.desk} .stay=${stay} .next=${nextOf(name, stay, date <= this.desk.today)}></console-stay>
                </li>`,
              )}
            </ul>
          </section>`,
        )}
      </div>
    `
  }
}

const isDone = (list: ListName, { reservationStatus }: Reservation) =>
  list === 'arriving' ? ['InHouse', 'CheckedOut'].includes(reservationStatus) : reservationStatus === 'CheckedOut'

/** The act of a row: one press forward, or one press back. Nobody arrives before the day. */
function nextOf(list: ListName, { reservationStatus }: Reservation, isDue: boolean) {
  const act = (status: StatusName, words: string, isBack = false) => ({ status, words, isBack })
  if (reservationStatus === 'Tentative') return act('Confirmed', words.confirm)
  if (!isDue) return undefined
  if (list === 'arriving' && reservationStatus === 'Confirmed') return act('InHouse', words.checkIn)
  if (list === 'arriving' && reservationStatus === 'InHouse') return act('Confirmed', words.takeBack, true)
  if (list === 'leaving' && reservationStatus === 'InHouse') return act('CheckedOut', words.checkOut)
  if (list === 'leaving' && reservationStatus === 'CheckedOut') return act('InHouse', words.takeBack, true)
  return undefined
}

customElements.define('console-today', TodayPage)
