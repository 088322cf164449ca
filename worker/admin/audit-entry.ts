import type { ACTS } from '../../schema/wire/audit-acts'
import type { MoveStep } from '../domain/customer/move'
import type { RequestContext } from '../request-context'
import type { AuditEntry } from '../store/audit/audit'

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
