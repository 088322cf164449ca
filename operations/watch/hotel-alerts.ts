import { type Alert, DAY, type Finding, HOUR, isOlder, timeOf } from './alert.ts'
import type { Customer, Facts } from './facts.ts'
import type { Thresholds } from './thresholds.ts'

/* Alerts on the state of a hotel, and on what it does by habit and no longer does. */

/** Since when a customer is quiet. A season in which the hotel is closed does not count. Undefined: it is closed now. */
function quietSince(now: number, last: number, closed: { from: number; until: number }[]): number | undefined {
  if (closed.some(({ from, until }) => from <= now && now < until)) return undefined
  return Math.max(last, ...closed.map(({ until }) => until).filter(until => until <= now))
}

const isServed = ({ state }: Customer) => ['serving', 'readOnly', 'moving'].includes(state)

/** Customers whose last change of a kind is too long ago. One that had none yet has no habit. */
function quiet(
  { now, customers }: Pick<Facts, 'now' | 'customers'>,
  thresholds: Thresholds,
  days: 'bookingDays' | 'ratesDays',
  last: 'lastBookingAt' | 'lastRatesAt',
  text: string,
): Finding[] {
  return customers.filter(isServed).flatMap(customer => {
    const lastAt = timeOf(customer[last])
    const own = thresholds.of(customer.clientId)
    const since = lastAt && quietSince(now, lastAt, own.closed)
    // The line shows the last change itself, also where the days of a closed season are not counted.
    return since && isOlder(now, since, own[days], DAY) ? [{ customer: customer.clientId, since: lastAt, text }] : []
  })
}

/** Customers with a credential that may change rates. */
function tied({ customers, credentials }: Facts): Customer[] {
  const channel = credentials.filter(({ permissions }) => permissions.includes('rates:write'))
  const ids = new Set(channel.map(({ customerId }) => customerId))
  return customers.filter(({ clientId }) => ids.has(clientId))
}

/** States in which a customer is for minutes. A move has an alert of its own. */
const PASSING_STATES: Partial<Record<Customer['state'], string>> = {
  readOnly: 'it is read-only: what would write is refused',
  importing: 'its import does not end',
  deleting: 'its deletion does not end',
}

export const HOTEL_ALERTS = {
  state: {
    level: 1,
    read: 'docs/export.md#a-customer-that-stays-in-a-state',
    judge: ({ now, customers }, thresholds) =>
      customers.flatMap(({ clientId: customer, state, stateSince }) => {
        const [text, since] = [PASSING_STATES[state], timeOf(stateSince)]
        const isLong = since !== undefined && isOlder(now, since, thresholds.of(customer).stateHours, HOUR)
        return text && isLong ? [{ customer, since, text }] : []
      }),
  },
  bookings: {
    level: 1,
    read: 'docs/running.md#no-bookings',
    judge: (facts, thresholds) => quiet(facts, thresholds, 'bookingDays', 'lastBookingAt', 'no booking'),
  },
  rates: {
    level: 1,
    read: 'docs/running.md#a-channel-manager-has-stopped',
    judge: (facts, thresholds) =>
      quiet(
        { now: facts.now, customers: tied(facts) },
        thresholds,
        'ratesDays',
        'lastRatesAt',
        'no changes of rates or availability by the channel manager',
      ),
  },
} satisfies Record<string, Alert>
