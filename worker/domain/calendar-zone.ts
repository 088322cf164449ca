/*
 * A time zone as iCalendar wants it told (VTIMEZONE, RFC 5545 section 3.6.5), worked out from what the runtime knows of it:
 * the offset at the start of each year that matters, and every change within. No rule is guessed, so that each year is told
 * as it is or will be, as far as anybody knows.
 */

const DAY = 86_400_000
/** Two changes of a zone lie weeks apart, so that looking this often misses none. */
const STRIDE = 7 * DAY
const SECOND = 1000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Seconds that the zone's clock is ahead of UTC at an instant, in milliseconds. */
function offsetAt(zone: string, instant: number): number {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(zone, format)
  }
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? []
  const ahead = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return sign === '-' ? -ahead : ahead
}

/** From an instant on, the clock is `to` seconds ahead of UTC; before, it was `from`. */
interface Change {
  at: number
  from: number
  to: number
}

/** The first second at which the offset is no longer that of `start`, when at `end` it is another. */
function changeBetween(zone: string, start: number, end: number): Change {
  const from = offsetAt(zone, start)
  let [before, after] = [start / SECOND, end / SECOND]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(zone, middle * SECOND) === from) before = middle
    else after = middle
  }
  return { at: after * SECOND, from, to: offsetAt(zone, after * SECOND) }
}

/** The offset at the start of a year, as a change that changes nothing, and every change until the year's end in any zone. */
function changesOf(zone: string, year: string): [Change, ...Change[]] {
  const start = Date.parse(`${year}-01-01T00:00:00Z`) - DAY
  const end = Date.parse(`${year}-12-31T00:00:00Z`) + 2 * DAY
  const opening = offsetAt(zone, start)
  const changes: [Change, ...Change[]] = [{ at: start, from: opening, to: opening }]
  for (let at = start; at < end; at += STRIDE) {
    const next = Math.min(at + STRIDE, end)
    if (offsetAt(zone, at) !== offsetAt(zone, next)) changes.push(changeBetween(zone, at, next))
  }
  return changes
}

const two = (number: number) => String(number).padStart(2, '0')

/** `+0100`; with seconds only where there are any, as in times long past. */
function utcOffset(seconds: number): string {
  const ahead = Math.abs(seconds)
  const [h, m, s] = [Math.floor(ahead / 3600), Math.floor(ahead / 60) % 60, ahead % 60]
  return `${seconds < 0 ? '-' : '+'}${two(h)}${two(m)}${s ? two(s) : ''}`
}

/** What the clock on the wall shows, as `20260329T010000`. */
const wallTime = (instant: number, offset: number): string =>
  new Date(instant + offset * SECOND).toISOString().slice(0, 19).replace(/[-:]/g, '')

/** The lines of a VTIMEZONE that is right for every day of these years (`YYYY`). */
export function zoneLines(zone: string, years: Iterable<string>): string[] {
  const observances = [...new Set(years)].sort().flatMap(year => {
    const changes = changesOf(zone, year)
    const standard = Math.min(...changes.map(({ to }) => to))
    return changes.flatMap(({ at, from, to }) => {
      const kind = to > standard ? 'DAYLIGHT' : 'STANDARD'
      return [
        `BEGIN:${kind}`,
        `DTSTART:${wallTime(at, from)}`,
        `TZOFFSETFROM:${utcOffset(from)}`,
        `TZOFFSETTO:${utcOffset(to)}`,
        `END:${kind}`,
      ]
    })
  })
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances, 'END:VTIMEZONE']
}
