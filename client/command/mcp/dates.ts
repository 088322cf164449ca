const DAY_MS = 86_400_000

/** The date, YYYY-MM-DD, a number of days after another. */
export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
