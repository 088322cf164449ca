import { type Alert, DAY, type Finding, isOlder, timeOf } from './alert.ts'
import type { Customer, Facts } from './facts.ts'
import type { Thresholds } from './thresholds.ts'

/* Alerts on what a hotel does by habit, and no longer does. */

/** Since when a customer is quiet. A season in which the hotel is closed does not count. Undefined: it is closed now. */
function quietSince(now: number, last: number, closed: { from: number; until: number }[]): number | undefined {
  if (closed.some(({ from, until }) => from <= now && now < until)) return undefined
  return Math.max(last, ...closed.map(({ until }) => until).filter(until => until <= now))
}

/** Customers whose last change of a kind is too long ago. One that had none yet has no habit. */
function quiet(
  { now, customers }: Facts,
  thresholds: Thresholds,
  days: 'bookingDays' | 'ratesDays',
  lastOf: (customer: Customer) => string | null,
): Finding[] {
  return customers.flatMap(customer => {
    const last = timeOf(lastOf(customer))
    const own = thresholds.of(customer.clientId)
    const since = last && quietSince(now, last, own.closed)
    // The line shows the last change itself, also where the days of a closed season are not counted.
    return since && isOlder(now, since, own[days], DAY) ? [{ customer: customer.clientId, since: last, text: '' }] : []
  })
}

const served = (facts: Facts): Facts => ({
  ...facts,
  customers: facts.customers.filter(({ state }) => state === 'serving' || state === 'moving'),
})

/** Customers with a credential that may change rates. */
const tied = (facts: Facts): Facts => {
  const channel = facts.credentials.filter(({ permissions }) => permissions.includes('rates:write'))
  const ids = new Set(channel.map(({ customerId }) => customerId))
  return { ...facts, customers: facts.customers.filter(({ clientId }) => ids.has(clientId)) }
}

const saying = (findings: Finding[], text: string) => findings.map(finding => ({ ...finding, text }))

export const HOTEL_ALERTS = {
  bookings: {
    level: 1,
    read: 'docs/running.md#no-bookings',
    judge: (facts, thresholds) =>
      saying(
        quiet(served(facts), thresholds, 'bookingDays', ({ lastBookingAt }) => lastBookingAt),
        'no booking',
      ),
  },
  rates: {
    level: 1,
    read: 'docs/running.md#a-channel-manager-has-stopped',
    judge: (facts, thresholds) =>
      saying(
        quiet(tied(served(facts)), thresholds, 'ratesDays', ({ lastRatesAt }) => lastRatesAt),
        'no changes of rates or availability by the channel manager',
      ),
  },
} satisfies Record<string, Alert>
