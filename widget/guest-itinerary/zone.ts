import type { Day } from './dates.ts'

/*
 * Instants and wall clocks of a time zone. A wall clock is kept like a day: as the UTC milliseconds of the same date and time.
 */

export const MINUTE = 60_000
export const DAY = 86_400_000

/** Formats by time zone: to make one takes longer than to use it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  // Swedish writes `2026-11-24 15:05:00`.
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: zone || undefined,
    dateStyle: 'short',
    timeStyle: 'medium',
  } as Intl.DateTimeFormatOptions)
  formats.set(zone, format)
  return format
}

/** The zone, or empty if there is none of this name. An empty zone means that of the device. */
export function knownZone(zone: string): string {
  try {
    formatOf(zone)
    return zone
  } catch {
    return ''
  }
}

/** The wall clock of a zone at an instant (ms), without fractions of a second. */
export const wallAt = (zone: string, instant: number): number =>
  Date.parse(`${formatOf(zone).format(instant).replace(' ', 'T')}Z`)

export const dayOfWall = (wall: number): Day => Math.floor(wall / DAY) * DAY

/**
 * The instant (ms) of a wall clock. An hour that the clocks repeat means its first occurrence; one that they skip is read before
 * the change (RFC 5545, 3.3.5).
 */
export function instantAt(zone: string, wall: number): number {
  const offsetAt = (instant: number) => wallAt(zone, instant) - Math.floor(instant / 1000) * 1000
  const [before, after] = [wall - offsetAt(wall - DAY / 2), wall - offsetAt(wall + DAY / 2)]
  const instants = [before, after].filter(instant => wallAt(zone, instant) === wall)
  return instants.length ? Math.min(...instants) : before
}
