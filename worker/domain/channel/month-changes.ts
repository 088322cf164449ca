import { daysOfMonth } from '../../../schema/wire/dates'
import { type DayChanges, isRestricted, type Run } from './calendar-changes'

/*
 * Cuts the changes of a message to the days of plans into changes of months. A month is changed by a JSON merge patch: its days,
 * each with the fields to set. `null` clears a field, or a whole day.
 */

/** Months that are deleted: from the first, up to but without `before`. */
type RemovedMonths = readonly [hotelId: string, roomId: string, plan: string, from: string, before: string]

export interface MonthChanges {
  /** `[hotelId, roomId, plan, month, patch, sets]` as JSON texts. `sets` is 1 if the patch sets a field, 0 if it only clears. */
  patches: string[]
  /** Those of the patches that only clear. They may leave a month without a day. */
  clearing: string[]
  removed: RemovedMonths[]
}

/** The patch of a month, as the members of a JSON object. */
interface Patch {
  days: string
  sets: boolean
}

/** Earlier and later than any day or month, as text. */
const MIN = ''
const MAX = '~'
/** Sorts directly after the month that it follows. */
const AFTER = '~'

const DAYS_OF_MONTH = Array.from({ length: 32 }, (_, day) => String(day).padStart(2, '0'))
/** Restrictions in the order of a run, from index 7. */
const RESTRICTIONS = ['minimumStay', 'maximumStay', 'closedOnArrival', 'closedOnDeparture']

/** A large message has tens of thousands of runs, most of one day: texts are made once for each plan, month and run. */
export function monthChanges({ set, exact, cleared }: DayChanges): MonthChanges {
  const patches = new PatchesByPlan()
  const removed: RemovedMonths[] = []
  for (const run of set) patches.add(run, dayPatch(run, false), true)
  for (const run of exact) patches.add(run, dayPatch(run, true), true)
  for (const [hotelId, roomId, plan, from, to] of cleared) {
    const { first, last, whole } = splitRange(from, to)
    for (const edge of [first, last]) if (edge) patches.add([hotelId, roomId, plan, ...edge], 'null', false)
    if (whole[0] < whole[1]) removed.push([hotelId, roomId, plan as string, ...whole])
  }
  return { ...patches.rows(), removed }
}

/** The patch of each day of a run. Fields that an exact run leaves out are cleared. Most runs have no restrictions. */
function dayPatch(run: Run, isExact: boolean): string {
  const [, , , , , closed, prices] = run
  let text = closed !== null || isExact ? `"closed":${closed}` : ''
  if (prices !== null || isExact) text += `${text && ','}"prices":${JSON.stringify(prices)}`
  if (!isRestricted(run) && !isExact) return `{${text}}`
  for (let i = 0; i < RESTRICTIONS.length; i++) {
    const sent = run[7 + i] ?? null
    if (sent !== null || isExact) text += `${text && ','}"${RESTRICTIONS[i]}":${sent}`
  }
  return `{${text}}`
}

type DaysOfPlan = readonly [
  hotelId: string,
  roomId: string,
  plan: string | null,
  from: string,
  to: string,
  ...unknown[],
]

class PatchesByPlan {
  readonly #plans = new Map<string, Map<string, Patch>>()
  #last: readonly unknown[] = []
  #months = new Map<string, Patch>()

  add(days: DaysOfPlan, patch: string, sets: boolean): void {
    const [, , , from, to] = days
    const months = this.#monthsOf(days)
    const lastMonth = monthOf(to)
    for (let month = monthOf(from), first = dayOf(from); month <= lastMonth; month = monthAfter(month), first = 1) {
      const last = month === lastMonth ? dayOf(to) : daysOfMonth(month)
      let known = months.get(month)
      if (!known) {
        known = { days: '', sets: false }
        months.set(month, known)
      }
      for (let day = first; day <= last; day++) known.days += `${known.days && ','}"${DAYS_OF_MONTH[day]}":${patch}`
      known.sets ||= sets
    }
  }

  rows(): Pick<MonthChanges, 'patches' | 'clearing'> {
    const rows: Pick<MonthChanges, 'patches' | 'clearing'> = { patches: [], clearing: [] }
    for (const [key, months] of this.#plans) {
      for (const [month, { days, sets }] of months) {
        const row = `${key},"${month}",{${days}},${Number(sets)}]`
        rows.patches.push(row)
        if (!sets) rows.clearing.push(row)
      }
    }
    return rows
  }

  /** The patches of a plan in a room. Runs of one plan follow each other. */
  #monthsOf([hotelId, roomId, plan]: DaysOfPlan): Map<string, Patch> {
    const [lastHotel, lastRoom, lastPlan] = this.#last
    if (plan === lastPlan && roomId === lastRoom && hotelId === lastHotel) return this.#months
    const key = JSON.stringify([hotelId, roomId, plan]).slice(0, -1)
    this.#last = [hotelId, roomId, plan]
    this.#months = this.#plans.get(key) ?? new Map()
    this.#plans.set(key, this.#months)
    return this.#months
  }
}

type Days = readonly [from: string, to: string]

/** The days of a range before and after its whole months, and these months: from the first, up to but without the last. */
function splitRange(from: string, to: string): { first?: Days; last?: Days; whole: [from: string, before: string] } {
  const [firstMonth, lastMonth] = [monthOf(from), monthOf(to)]
  const isFirstWhole = from === MIN || dayOf(from) === 1
  const isLastWhole = to === MAX || dayOf(to) === daysOfMonth(lastMonth)
  if (firstMonth === lastMonth && !(isFirstWhole && isLastWhole)) return { first: [from, to], whole: [MIN, MIN] }
  return {
    ...(!isFirstWhole && { first: [from, `${firstMonth}-${daysOfMonth(firstMonth)}`] as const }),
    ...(!isLastWhole && { last: [`${lastMonth}-01`, to] as const }),
    whole: [isFirstWhole ? firstMonth : firstMonth + AFTER, isLastWhole ? lastMonth + AFTER : lastMonth],
  }
}

/** `2027-05` of `2027-05-31`; MIN and MAX stay. */
export const monthOf = (day: string) => day.slice(0, 7)
const dayOf = (day: string) => Number(day.slice(8))

const yearAndMonth = (month: string) => [Number(month.slice(0, 4)), Number(month.slice(5))] as const

function monthAfter(month: string): string {
  const [year, number] = yearAndMonth(month)
  return number === 12 ? `${String(year + 1).padStart(4, '0')}-01` : `${month.slice(0, 5)}${DAYS_OF_MONTH[number + 1]}`
}
