import { daysOfMonth } from '../../../schema/wire/dates'
import type { DayChanges, Days, Subject } from './calendar-changes'
import { type PlanDayPatch, patchOf } from './plan-days'

/*
 * Cuts the changes of a message to the days of plans into changes of months. A month is changed by a JSON merge patch: its days,
 * each with the settings to change. `null` clears a setting, or a whole day.
 */

/** The change of a month. */
interface MonthPatch extends Subject {
  month: string
  days: Record<string, PlanDayPatch | null>
  /** Whether a setting is set, or all are cleared. */
  sets: boolean
}

/** Months that are deleted: from the first, up to but without `before`. */
interface RemovedMonths extends Subject {
  from: string
  before: string
}

export interface MonthChanges {
  patches: MonthPatch[]
  removed: RemovedMonths[]
}

/** Earlier and later than any day or month, as text. */
const MIN = ''
const MAX = '~'
/** Sorts directly after the month that it follows. */
const AFTER = '~'

const DAYS_OF_MONTH = Array.from({ length: 32 }, (_, day) => String(day).padStart(2, '0'))

export function monthChanges({ set, exact, cleared }: DayChanges): MonthChanges {
  const patches = new MonthPatches()
  const removed: RemovedMonths[] = []
  for (const run of set) patches.add(run, patchOf(run.settings, false))
  for (const run of exact) patches.add(run, patchOf(run.settings, true))
  for (const days of cleared) {
    const { edges, whole } = splitRange(days)
    for (const edge of edges) patches.add({ ...days, ...edge }, null)
    if (whole.from < whole.before) removed.push({ ...days.subject, ...whole })
  }
  return { patches: patches.all, removed }
}

/** The patches of a message, one for each plan and month. */
class MonthPatches {
  readonly all: MonthPatch[] = []
  readonly #byPlan = new Map<Subject, Map<string, MonthPatch>>()

  /** Adds the same patch for each day. Null: the day is cleared. */
  add({ subject, from, to }: Days, patch: PlanDayPatch | null): void {
    const months = this.#byPlan.get(subject) ?? new Map<string, MonthPatch>()
    this.#byPlan.set(subject, months)
    const lastMonth = monthOf(to)
    for (let month = monthOf(from), first = dayOf(from); ; month = monthAfter(month), first = 1) {
      const last = month === lastMonth ? dayOf(to) : daysOfMonth(month)
      let known = months.get(month)
      if (!known) {
        known = { ...subject, month, days: {}, sets: false }
        months.set(month, known)
        this.all.push(known)
      }
      for (let day = first; day <= last; day++) known.days[DAYS_OF_MONTH[day] as string] = patch
      known.sets ||= patch !== null
      if (month === lastMonth) return
    }
  }
}

type DateRange = Pick<Days, 'from' | 'to'>

/** The days of a range before and after its whole months, and these months. */
function splitRange({ from, to }: DateRange): { edges: DateRange[]; whole: Pick<RemovedMonths, 'from' | 'before'> } {
  const [firstMonth, lastMonth] = [monthOf(from), monthOf(to)]
  const isFirstWhole = from === MIN || dayOf(from) === 1
  const isLastWhole = to === MAX || dayOf(to) === daysOfMonth(lastMonth)
  if (firstMonth === lastMonth && !(isFirstWhole && isLastWhole))
    return { edges: [{ from, to }], whole: { from: MIN, before: MIN } }
  return {
    edges: [
      ...(isFirstWhole ? [] : [{ from, to: `${firstMonth}-${daysOfMonth(firstMonth)}` }]),
      ...(isLastWhole ? [] : [{ from: `${lastMonth}-01`, to }]),
    ],
    whole: {
      from: isFirstWhole ? firstMonth : firstMonth + AFTER,
      before: isLastWhole ? lastMonth + AFTER : lastMonth,
    },
  }
}

/** `2027-05` of `2027-05-31`; MIN and MAX stay. */
export const monthOf = (day: string) => day.slice(0, 7)
const dayOf = (day: string) => Number(day.slice(8))

function monthAfter(month: string): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))]
  return number === 12 ? `${String(year + 1).padStart(4, '0')}-01` : `${month.slice(0, 5)}${DAYS_OF_MONTH[number + 1]}`
}
