/*
 * Limits that an operator may set: what one request may cost. Schemas and rules take the limits as an argument. Limits of the
 * format itself, such as the length of a name or the rooms of a booking, are in the schemas.
 */

const MIB = 1024 * 1024

/** Each limit's default, its minimum and its maximum. */
export const LIMITS = {
  /** Bytes of a JSON body. */
  BODY_BYTES: [MIB, 1_024, 16 * MIB],
  /** Bytes of a channel manager's message. */
  CHANNEL_BODY_BYTES: [5 * MIB, 1_024, 16 * MIB],
  /** Bytes that an isolate holds of all bodies without a credential in a header. */
  ANONYMOUS_BODY_BYTES: [2 * MIB, 65_536, 16 * MIB],
  /** Seconds in which such a body must arrive. */
  ANONYMOUS_BODY_SECONDS: [10, 1, 60],
  /** Seconds in which the rest of a body of more than 1 MiB must arrive, from the moment that it has a slot. */
  LARGE_BODY_SECONDS: [60, 1, 600],
  /** Elements of a page, where the request has no page size. */
  PAGE_SIZE: [50, 1, 1_000],
  /** Maximum elements of a page. */
  LARGEST_PAGE_SIZE: [200, 1, 1_000],
  /**
   * Bytes of stored text with which a page ends. The default holds 200 elements of 10 kB, more than a booking of twenty rooms
   * has. Such a page takes 13 MB of the 128 MB of an isolate.
   */
  PAGE_BYTES: [2 * MIB, 65_536, 16 * MIB],
  /** Days from the first of a channel manager's message to its last. */
  CHANNEL_DAYS_AHEAD: [730, 1, 3_650],
  /** Days of one response to a channel manager. */
  CHANNEL_WINDOW_DAYS: [731, 1, 3_660],
} as const satisfies Record<string, readonly [usual: number, min: number, max: number]>

export type LimitName = keyof typeof LIMITS
export type Limits = Readonly<Record<LimitName, number>>

/** Maps every limit, by its name. */
export const eachLimit = <T>(make: (range: readonly [usual: number, min: number, max: number], name: LimitName) => T) =>
  Object.fromEntries(Object.entries(LIMITS).map(([name, range]) => [name, make(range, name as LimitName)])) as Record<
    LimitName,
    T
  >

export const DEFAULT_LIMITS: Limits = eachLimit(([usual]) => usual)

/** Something that depends on the limits. It is made when it is first needed, and once for each set of limits. */
export function perLimits<Made>(make: (limits: Limits) => Made): (limits: Limits) => Made {
  const made = new WeakMap<Limits, Made>()
  return limits => {
    const known = made.get(limits)
    if (known) return known
    const fresh = make(limits)
    made.set(limits, fresh)
    return fresh
  }
}

/** Marks a schema in the reference: the value of each keyword is that limit. */
export const documentsLimits = (keywords: Readonly<Record<string, LimitName>>) => ({ 'x-limits': keywords })
