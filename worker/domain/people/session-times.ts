import { DAY_MS } from '../../../schema/wire/dates'

const HOUR_MS = 3_600_000

/** How long a session lasts: from the last act of its person, and in all. A desk is a PC that stays where it is. */
export const SESSION_MS = {
  person: { idle: 12 * HOUR_MS, longest: 7 * DAY_MS },
  desk: { idle: 14 * DAY_MS, longest: 90 * DAY_MS },
} as const

/** Acts within this time of a stored one are not stored. */
export const ACT_MS = HOUR_MS

/** Seconds for which a token of a person is valid. */
export const TOKEN_SECONDS = 300

/** How long a desk stays unlocked after the last act. */
export const UNLOCKED_MS = 10 * 60_000

/** Wrong PINs in a row that lock a name. */
export const PIN_FAILURES = 5
