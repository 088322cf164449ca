import { words } from '../words.ts'
import { dayNames, daysSince1970 } from './days.ts'
import type { Bar, RoomPlan, RoomRow, Stay } from './plan.ts'

/* What a person reads, and a screen reader says, of a cell and a bar. */

const { chart } = words

/** What a booking needs of the reception today. */
export function actToday(stay: Stay, today: number, plan: RoomPlan): keyof typeof chart.act | undefined {
  const { status, from, to } = stay
  if (status === 'InHouse') return to <= today && !plan.goesOn(stay) ? 'checkOut' : undefined
  if (from > today) return undefined
  if (from < today) return 'late'
  return status === 'Tentative' ? 'confirm' : 'checkIn'
}

/** `Sat, 28 Nov to Wed, 2 Dec, 4 nights`. */
export const spanText = ({ from, to }: { from: number; to: number }): string =>
  chart.span(dayNames(from).short, dayNames(to).short, words.nights(to - from))

/** The text of a bar: guest, number, room, nights, status, and what it needs today. */
export function barText(bar: Bar, room: RoomRow, act: keyof typeof chart.act | undefined, isParked: boolean): string {
  if (bar.kind === 'closure') return chart.closure(room.name, spanText(bar), bar.reason)
  const { guest, number, status, guests } = bar
  const rest = [words.persons(guests), words.status[status], act && chart.act[act], isParked && chart.isParked]
  return [chart.stay(guest, number, room.name, spanText(bar)), ...rest].filter(Boolean).join(', ')
}

/** A refusal of the service as people say it: without the name of the field, with days as the chart writes them. */
export const plainRefusal = (text: string): string =>
  text.replace(/^[\w.[\]]+: /gm, '').replace(/\d{4}-\d\d-\d\d/g, date => dayNames(daysSince1970(date)).short)
