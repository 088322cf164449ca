import type { RequestContext } from '../request-context'
import type { AuditEntry } from '../store/audit/audit'

/**
 * The audit entry of an administrative request. `act` is its name, such as `application.create`; `subject` is the record that
 * it changes. `details` must not contain a secret.
 */
export const auditEntry = (
  { now, requestId }: RequestContext,
  act: string,
  subject: string | number,
  details: Record<string, unknown> = {},
): AuditEntry => ({ at: now, requestId, act, subject: String(subject), details })
