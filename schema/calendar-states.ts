/** From which table a database reads prices: `days` and `months` write both tables, `months-only` writes only prices by month. */
export const CALENDAR_STATES = ['days', 'months', 'months-only'] as const
export type CalendarState = (typeof CALENDAR_STATES)[number]
