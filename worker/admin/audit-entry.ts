import type { RequestContext } from '../request-context'
import type { AuditEntry } from '../store/audit/audit'

/** What the audit keeps of an administrative act. `details` never holds a secret. */
export const auditEntry = (
  { now, requestId }: RequestContext,
  act: string,
  subject: string | number,
  details: Record<string, unknown> = {},
): AuditEntry => ({ at: now, requestId, act, subject: String(subject), details })
