import type { Exchange } from '../exchange'
import type { Act } from '../store/audit'

/** What the audit keeps of an administrative act. `details` never holds a secret. */
export const actOf = (
  { now, requestId }: Exchange,
  act: string,
  subject: string | number,
  details: Record<string, unknown> = {},
): Act => ({ at: now, requestId, act, subject: String(subject), details })
