/** The words of a stored copy; `#` stands for the time, or for date and time. */
export interface SavedWords {
  asOf: string
  asOfToday: string
  offline: string
}

/** When a copy of the stay was stored, on the guest's own clock: only the time if that was today. `at` and `now` are in ms. */
export function savedAt({ asOf, asOfToday }: SavedWords, locale: string | undefined, at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  const format = new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...(!isToday && { dateStyle: 'medium' }) })
  return (isToday ? asOfToday : asOf).replace('#', () => format.format(at))
}
