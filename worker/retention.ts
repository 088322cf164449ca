/*
 * How long rows are kept after nothing needs them any more, in days. 0: for ever. The hourly run deletes older ones.
 */

const FOR_EVER = 0
/** A century. */
const MAX_DAYS = 36_500

/** Each setting's default, its minimum and its maximum. What release 1.0.0 kept for ever is kept for ever by default. */
export const RETENTION = {
  /** Queue messages, from their last update. Integrators can look back at processed ones. */
  PROCESSED_MESSAGE_DAYS: [30, FOR_EVER, MAX_DAYS],
  FAILED_MESSAGE_DAYS: [FOR_EVER, FOR_EVER, MAX_DAYS],
  PENDING_MESSAGE_DAYS: [FOR_EVER, FOR_EVER, MAX_DAYS],
  /** Idempotency records: a request that is sent again is recognised. */
  IDENTITY_DAYS: [90, FOR_EVER, MAX_DAYS],
  /** Days of the channel manager's calendar, after they are past. */
  PAST_CALENDAR_DAYS: [FOR_EVER, FOR_EVER, MAX_DAYS],
  /** Entries of the audit log. */
  AUDIT_DAYS: [FOR_EVER, FOR_EVER, MAX_DAYS],
} as const satisfies Record<string, Range>

type Range = readonly [usual: number, min: number, max: number]

export type RetentionName = keyof typeof RETENTION
/** Days by setting. */
export type Retention = Readonly<Record<RetentionName, number>>

/** Maps every setting, by its name. */
export const eachRetention = <T>(make: (range: Range, name: RetentionName) => T) =>
  Object.fromEntries(
    Object.entries(RETENTION).map(([name, range]) => [name, make(range, name as RetentionName)]),
  ) as Record<RetentionName, T>
