import type { Bar, Closure, RoomPlan, Stay } from './plan.ts'

/* What a person is about to do in the chart. Nothing is sent before it is confirmed. All functions are pure. */

interface Nights {
  roomId: number
  from: number
  to: number
}

/** A booking at another place, or for other nights. */
export interface Change extends Nights {
  kind: 'change'
  bar: Stay
}

/** Free nights, for a new booking or a closure. */
export interface Drawn extends Nights {
  kind: 'draw'
}

/** Nights of a closure that end. */
export interface Opening extends Nights {
  kind: 'open'
  bar: Closure
}

export type Draft = Change | Drawn | Opening

/** The draft with which a bar is taken. */
export function take(bar: Bar): Change | Opening {
  const { roomId, from, to } = bar
  return bar.kind === 'stay' ? { kind: 'change', bar, roomId, from, to } : { kind: 'open', bar, roomId, from, to }
}

/** The draft with which the end of a bar is taken. Of a closure, no night is opened yet. */
export function takeEnd(bar: Bar): Change | Opening {
  const taken = take(bar)
  return taken.kind === 'open' ? { ...taken, from: taken.to } : taken
}

/** Whether a draft would change nothing. */
export const isUnchanged = (draft: Draft): boolean =>
  draft.kind === 'change' &&
  draft.roomId === draft.bar.roomId &&
  draft.from === draft.bar.from &&
  draft.to === draft.bar.to

/** Whether a guest moves who has slept here: the nights that are past stay in the old room. */
export const isSplit = (draft: Draft): boolean =>
  draft.kind === 'change' && draft.roomId !== draft.bar.roomId && hasSlept(draft.bar, draft.from)

const hasSlept = ({ status, from }: Stay, today: number): boolean => status === 'InHouse' && from < today

/** The draft so many nights later, and so many rooms further down. A closure stays where it is. */
export function move(draft: Draft, plan: RoomPlan, nights: number, rooms: number, today: number): Draft {
  const index = Math.max(0, Math.min(plan.rows.length - 1, plan.indexOf(draft.roomId) + rooms))
  return moveTo(draft, plan.rows[index]?.roomId ?? draft.roomId, nights, today)
}

/** The draft so many nights later, in a room. The arrival of a guest who has slept here does not change. */
export function moveTo(draft: Draft, roomId: number, nights: number, today: number): Draft {
  if (draft.kind === 'open') return draft
  const { from, to } = draft
  if (draft.kind === 'draw' || !hasSlept(draft.bar, today)) {
    return { ...draft, roomId, from: from + nights, to: to + nights }
  }
  const { bar } = draft
  if (roomId === bar.roomId || bar.to <= today) return { ...draft, roomId: bar.roomId, from: bar.from }
  return { ...draft, roomId, from: today, to: bar.to }
}

/** The draft with another last day: a later departure, or fewer nights that are opened. It keeps a night at least. */
export function resize(draft: Draft, nights: number): Draft {
  if (isSplit(draft)) return draft
  if (draft.kind !== 'open') return { ...draft, to: Math.max(draft.from + 1, draft.to + nights) }
  // The end of the closure is pulled: what is behind it is opened.
  const first = Math.min(draft.bar.to - 1, Math.max(draft.bar.from, draft.from + nights))
  return { ...draft, from: first }
}

/** The draft with its end at a night that the pointer is on. */
export const resizeTo = (draft: Draft, night: number): Draft =>
  resize(draft, draft.kind === 'open' ? night + 1 - draft.from : night + 1 - draft.to)

/** Free nights from where the drawing began to where it is. */
export function draw(roomId: number, start: number, end: number): Drawn {
  return { kind: 'draw', roomId, from: Math.min(start, end), to: Math.max(start, end) + 1 }
}

/** Parked bookings in lines, in which no two share a night. */
export function parkLines(bars: readonly Bar[]): Bar[][] {
  const lines: Bar[][] = []
  for (const bar of [...bars].sort((one, other) => one.from - other.from)) {
    const line = lines.find(each => (each.at(-1) as Bar).to <= bar.from)
    if (line) line.push(bar)
    else lines.push([bar])
  }
  return lines
}
