import type { MoveStep } from '../domain/customer/move'
import type { RequestContext } from '../request-context'
import type { AuditEntry } from '../store/audit/audit'

/** Every act of the audit. Of the steps of a move those that change the directory of customers are written. */
export const ACTS = [
  'interface.put',
  'customer.put',
  'customer.patch',
  'customer.state',
  'customer.export',
  'customer.import',
  'customer.delete',
  'setup.put',
  'customer.depart',
  'customer.switch',
  'customer.clear',
  'application.create',
  'application.change',
  'application.rotate-secret',
  'api-key.create',
  'api-key.revoke',
  'guest.erase',
  // Written by `npm run restore`.
  'installation.restore',
  'guest.export',
  'guest.search',
  'person.create',
  'person.change',
  'person.invite',
  'person.delete',
  'person.pin',
  'person.pin-delete',
  'person.sign-out',
] as const

/**
 * The audit entry of an administrative request. `act` is its name, such as `application.create`; `subject` is the record that
 * it changes. `details` must not contain a secret.
 */
export const auditEntry = (
  { now, requestId, actor }: RequestContext,
  act: (typeof ACTS)[number] | `customer.${MoveStep}`,
  subject: string | number,
  details: Record<string, unknown> = {},
): AuditEntry => ({ at: now, requestId, act, subject: String(subject), by: actor.by, details })
