import type { Exchange } from '../exchange'
import type { Act } from '../store/audit'

/** What the audit keeps of an administrative act. `details` never holds a secret. */
export const actOf = (
  { requestId }: Exchange,
  act: string,
  subject: string | number,
  details: Record<string, unknown> = {},
): Act => ({ requestId, act, subject: String(subject), details })
