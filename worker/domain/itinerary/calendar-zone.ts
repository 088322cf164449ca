import { DAY_MS } from '../../../schema/wire/dates'

/*
 * Writes a time zone for iCalendar (VTIMEZONE, RFC 5545 section 3.6.5) from the runtime's time zone data: the offset on each
 * relevant day, and every change of it on such a day. No recurrence rule is derived, so each day is exactly as in that data.
 * Results are cached in the isolate. `offsetAtClock` writes the offset of a single time for ISO 8601.
 */

const SECOND = 1000

/** The cached data of a zone. */
interface KnownZone {
  format: Intl.DateTimeFormat
  /** Seconds that its clock is ahead of UTC, by the start of a UTC day in milliseconds. */
  offsets: Map<number, number>
  /** Its change of clocks in the days from one on, by that day's start in milliseconds. */
  changes: Map<number, Change>
}

const zones = new Map<string, KnownZone>()
/** Cached days of one zone: far more than the guests of one hotel read, in less than a megabyte. */
const MAX_DAYS_CACHED = 10_000

function knownZone(zone: string): KnownZone {
  const known = zones.get(zone) ?? {
    format: new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }),
    offsets: new Map(),
    changes: new Map(),
  }
  if (known.offsets.size >= MAX_DAYS_CACHED) known.offsets.clear()
  if (known.changes.size >= MAX_DAYS_CACHED) known.changes.clear()
  zones.set(zone, known)
  return known
}

/** Seconds that the zone is ahead of UTC at an instant in milliseconds. The runtime takes some microseconds for it. */
function offsetAt({ format }: KnownZone, instant: number): number {
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? []
  const ahead = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return sign === '-' ? -ahead : ahead
}

/** The offset at the start of a UTC day, cached. */
function offsetOn(zone: KnownZone, day: number): number {
  const offset = zone.offsets.get(day) ?? offsetAt(zone, day)
  zone.offsets.set(day, offset)
  return offset
}

/** A change of the offset at an instant: `from` and `to` are seconds ahead of UTC. */
interface Change {
  at: number
  from: number
  to: number
}

/** The change between two days with different offsets, exact to the second. */
function changeBetween(zone: KnownZone, start: number, end: number): Change {
  const known = zone.changes.get(start)
  if (known) return known
  const from = offsetOn(zone, start)
  // Clocks change at a quarter of an hour; historical changes may be at any second.
  const before = lastWith(zone, from, { start, end, step: 900 * SECOND })
  const isAtQuarter = offsetAt(zone, before + 899 * SECOND) === from
  const at = isAtQuarter
    ? before + 900 * SECOND
    : lastWith(zone, from, { start: before, end: before + 900 * SECOND, step: SECOND }) + SECOND
  const change = { at, from, to: offsetOn(zone, end) }
  zone.changes.set(start, change)
  return change
}

/** The last step from `start` to `end` at which the zone still has the offset, by binary search. */
function lastWith(
  zone: KnownZone,
  offset: number,
  { start, end, step }: { start: number; end: number; step: number },
): number {
  let [before, after] = [0, (end - start) / step]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(zone, start + middle * step) === offset) before = middle
    else after = middle
  }
  return start + before * step
}

/**
 * The changes of the offset on these days, in order. The first one is the initial offset. Changes between the days are
 * omitted, so the years between two days cost nothing.
 */
function changesOn(zone: KnownZone, days: Iterable<string>): Change[] {
  const changes: Change[] = []
  let covered = Number.NEGATIVE_INFINITY
  for (const day of [...new Set(days)].sort()) {
    const midnight = Date.parse(`${day}T00:00:00Z`)
    // In any zone the day is within these three of UTC.
    const [first, end] = [midnight - DAY_MS, midnight + 2 * DAY_MS]
    if (first > covered) {
      const to = offsetOn(zone, first)
      const from = changes.at(-1)?.to
      if (from !== to) changes.push({ at: first, from: from ?? to, to })
      covered = first
    }
    if (offsetOn(zone, covered) !== offsetOn(zone, end)) changes.push(changeBetween(zone, covered, end))
    covered = end
  }
  return changes
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** `+0100`; with seconds only if they are not zero, as in historical offsets. */
function utcOffset(seconds: number): string {
  const ahead = Math.abs(seconds)
  const [h, m, s] = [Math.floor(ahead / 3600), Math.floor(ahead / 60) % 60, ahead % 60]
  return `${seconds < 0 ? '-' : '+'}${twoDigits(h)}${twoDigits(m)}${s ? twoDigits(s) : ''}`
}

/** The range of times that iCalendar can write. */
const FIRST_TIME = Date.parse('0000-01-01T00:00:00Z')
const LAST_TIME = Date.parse('9999-12-31T23:59:59Z')

/** Local time as `20260329T010000`. */
const wallTime = (time: number): string => new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, '')

/** Whether an offset is greater than the smaller one of January and July. */
function isDaylight(zone: KnownZone, { at, to }: Change): boolean {
  const year = new Date(at).getUTCFullYear()
  const [january, july] = [new Date(at).setUTCFullYear(year, 0, 1), new Date(at).setUTCFullYear(year, 6, 1)].map(
    instant => offsetOn(zone, Math.floor(instant / DAY_MS) * DAY_MS),
  ) as [number, number]
  return to > Math.min(january, july)
}

/** The lines of a VTIMEZONE that is correct on each of these days (`YYYY-MM-DD`). */
export function zoneLines(name: string, days: Iterable<string>): string[] {
  const zone = knownZone(name)
  const observances = changesOn(zone, days).flatMap(change => {
    const { at, from, to } = change
    const time = Math.max(at + from * SECOND, FIRST_TIME)
    if (time > LAST_TIME) return []
    const kind = isDaylight(zone, change) ? 'DAYLIGHT' : 'STANDARD'
    return [
      `BEGIN:${kind}`,
      `DTSTART:${wallTime(time)}`,
      `TZOFFSETFROM:${utcOffset(from)}`,
      `TZOFFSETTO:${utcOffset(to)}`,
      `END:${kind}`,
    ]
  })
  return ['BEGIN:VTIMEZONE', `TZID:${name}`, ...observances, 'END:VTIMEZONE']
}

/**
 * The offset of a zone at a time of its own clock: `+01:00` for `2027-05-09`, `15:00`. A time that the clocks repeat is its first
 * occurrence; one that they skip has the offset before the change (RFC 5545 section 3.3.5).
 */
export function offsetAtClock(name: string, date: string, time: string): string {
  const zone = knownZone(name)
  const clock = Date.parse(`${date}T${time}:00Z`)
  const [before, after] = [offsetAt(zone, clock - DAY_MS), offsetAt(zone, clock + DAY_MS)]
  const offset = [before, after].find(each => offsetAt(zone, clock - each * SECOND) === each) ?? before
  return utcOffset(offset).replace(/^(...)(..).*/, '$1:$2')
}
