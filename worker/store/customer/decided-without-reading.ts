import type { Scope } from '../../db/scope'
import { Refusal } from '../../errors'
import { type CustomerSettings, knownSettings } from './known-settings'

/** A change that was decided without reading, with the settings that it assumes. */
export interface DecidedWithoutReading<Change> {
  change: Change
  settings: CustomerSettings
}

/**
 * Decides a write without reading: with the settings of the customer that this isolate has read last, and as if all records that
 * the request names were there. The batch that writes the change must refuse it where that is wrong. Undefined: the settings are
 * not known, or the change needs what is stored. The request is then decided from what is read.
 */
export function decidedWithoutReading<Change extends object>(
  scope: Scope,
  decideWith: (settings: CustomerSettings) => Change | Refusal | undefined,
): DecidedWithoutReading<Change> | undefined {
  const settings = knownSettings(scope)
  const change = settings && decideWith(settings)
  return change && !(change instanceof Refusal) ? { change, settings } : undefined
}
