import type { DayChanges, Run } from './calendar-changes'

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
const FIELDS = ['minimumStay', 'maximumStay', 'closedOnArrival', 'closedOnDeparture']

export function monthChanges({ set, exact, cleared }: DayChanges): MonthChanges {
  const plans = new Map<string, Map<string, Patch>>()
  const removed: RemovedMonths[] = []
  let subject = ''
  let months = new Map<string, Patch>()
  const monthsOf = (hotelId: string, roomId: string, plan: string | null) => {
    const next = JSON.stringify([hotelId, roomId, plan]).slice(0, -1)
    if (next !== subject) {
      subject = next
      months = plans.get(subject) ?? new Map()
      plans.set(subject, months)
    }
    return months
  }
  for (const [runs, isExact] of [[set, false] as const, [exact, true] as const]) {
    for (const run of runs) {
      const [hotelId, roomId, plan, from, to] = run
      addDays(monthsOf(hotelId, roomId, plan), from, to, dayPatch(run, isExact), true)
    }
  }
  for (const [hotelId, roomId, plan, from, to] of cleared) {
    const { first, last, whole } = splitRange(from, to)
    for (const edge of [first, last]) {
      if (edge) addDays(monthsOf(hotelId, roomId, plan), edge[0], edge[1], 'null', false)
    }
    if (whole[0] < whole[1]) removed.push([hotelId, roomId, plan as string, ...whole])
  }

  const changes: MonthChanges = { patches: [], clearing: [], removed }
  for (const [key, patches] of plans) {
    for (const [month, { days, sets }] of patches) {
      const row = `${key},"${month}",{${days}},${Number(sets)}]`
      changes.patches.push(row)
      if (!sets) changes.clearing.push(row)
    }
  }
  return changes
}

/** The patch of each day of a run. Fields that an exact run leaves out are cleared. */
function dayPatch([, , , , , closed, value, ...restrictions]: Run, isExact: boolean): string {
  const fields: [string, number | string | null][] = [
    ['closed', closed],
    ['prices', value],
    ...FIELDS.map((field, i): [string, number | null] => [field, restrictions[i] ?? null]),
  ]
  return JSON.stringify(Object.fromEntries(isExact ? fields : fields.filter(([, sent]) => sent !== null)))
}

function addDays(months: Map<string, Patch>, from: string, to: string, patch: string, sets: boolean) {
  for (let month = monthOf(from); month <= monthOf(to); month = monthAfter(month)) {
    const first = month === monthOf(from) ? dayOf(from) : 1
    const last = month === monthOf(to) ? dayOf(to) : lengthOf(month)
    const known = months.get(month) ?? { days: '', sets: false }
    for (let day = first; day <= last; day++) {
      known.days += `${known.days && ','}"${DAYS_OF_MONTH[day]}":${patch}`
    }
    known.sets ||= sets
    months.set(month, known)
  }
}

type Days = readonly [from: string, to: string]

/** The days of a range before and after its whole months, and these months: from the first, up to but without the last. */
function splitRange(from: string, to: string): { first?: Days; last?: Days; whole: [from: string, before: string] } {
  const [firstMonth, lastMonth] = [monthOf(from), monthOf(to)]
  const isFirstWhole = from === MIN || dayOf(from) === 1
  const isLastWhole = to === MAX || dayOf(to) === lengthOf(lastMonth)
  if (firstMonth === lastMonth && !(isFirstWhole && isLastWhole)) return { first: [from, to], whole: [MIN, MIN] }
  return {
    ...(!isFirstWhole && { first: [from, `${firstMonth}-${lengthOf(firstMonth)}`] as const }),
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

/** The number of days of a month. */
function lengthOf(month: string): number {
  const [year, number] = yearAndMonth(month)
  if (number === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(number) ? 30 : 31
}
