import type { Scope } from '../../db/scope'
import type { RowOf } from '../../db/select-rows'
import type { settingsColumns } from './columns'

/** Settings of a customer that decide how a request is written. */
export type CustomerSettings = RowOf<typeof settingsColumns>

/**
 * The settings that this isolate has read last, by customer. They may be out of date, and another database may serve the
 * customer: a batch that is written with them compares them with the stored ones.
 */
const known = new Map<number, CustomerSettings>()
const MAX_KNOWN = 10_000

export function rememberSettings({ customer }: Scope, { currency, timeZone }: CustomerSettings): void {
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(customer, { currency, timeZone })
}

/** Undefined: this isolate has not read them yet. */
export const knownSettings = ({ customer }: Scope): CustomerSettings | undefined => known.get(customer)
