import type { Scope } from '../../db/scope'
import { Refusal } from '../../errors'
import { type CustomerSettings, knownSettings } from './known-settings'

/** A plan that was made without reading, with the settings that it assumes. */
export interface OptimisticPlan<Plan> {
  plan: Plan
  settings: CustomerSettings
}

/**
 * Plans a write without reading: with the settings of the customer that this isolate has read last, and as if all records that
 * the request names were there. The batch that writes the plan must refuse it where that is wrong. Undefined: the settings are
 * not known, or the plan needs what is stored. The request is then planned from what is read.
 */
export function optimisticPlan<Plan extends object>(
  scope: Scope,
  planWith: (settings: CustomerSettings) => Plan | Refusal | undefined,
): OptimisticPlan<Plan> | undefined {
  const settings = knownSettings(scope)
  const plan = settings && planWith(settings)
  return plan && !(plan instanceof Refusal) ? { plan, settings } : undefined
}
