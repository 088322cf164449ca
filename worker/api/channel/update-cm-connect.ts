import { GROUPS, UpdateMessage } from '../../../schema/wire/channel-message'
import { retryOnConflict } from '../../db/retry-on-conflict'
import type { Scope } from '../../db/scope'
import { validateMessage } from '../../domain/channel/message'
import { referencedIds } from '../../domain/channel/referenced-ids'
import { Refusal, refuse } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { readKnownChannel } from '../../store/channel/read-known'
import { STALE_CHANNEL_CONSTRAINTS, writeChannel } from '../../store/channel/write-catalog'
import { DESCRIPTION, EXAMPLE } from './update-cm-connect-description'

export const updateCmConnect = endpoint(
  {
    method: 'POST',
    path: '/api/CMConnect/UpdateCMConnect',
    operationId: 'updateCMConnect',
    summary: "Stores a channel manager's property, rooms, rate plans, rates and availability.",
    description: DESCRIPTION,
    auth: 'rates:write',
    startsWebhooks: true,
    body: UpdateMessage,
    bodyLimit: 'CHANNEL_BODY_BYTES',
    example: { body: EXAMPLE },
    errors: ['INVALID_FIELD', 'CUSTOMER_MISMATCH', 'UNKNOWN_REFERENCE'],
  },
  async ({ db, scope, body, settings }) => {
    const mismatch = refuseOtherCustomers(body, scope)
    if (mismatch) return mismatch
    const ids = referencedIds(body)
    if (ids instanceof Refusal) return ids

    return retryOnConflict(db, STALE_CHANNEL_CONSTRAINTS, async () => {
      const known = await readKnownChannel(db, scope, ids)
      const change = validateMessage(body, known, settings.limits)
      if (change instanceof Refusal) return change
      await writeChannel(db, scope, change, known.arePlanDaysWritten)
      return success()
    })
  },
)

/** Each entry may name a customer, which must be that of the credential. */
function refuseOtherCustomers(message: UpdateMessage, { customer }: Scope): Refusal<'CUSTOMER_MISMATCH'> | undefined {
  for (const group of GROUPS) {
    const other = message[group].findIndex(({ clientId }) => clientId && clientId !== customer)
    if (other >= 0) {
      return refuse('CUSTOMER_MISMATCH', `${group}[${other}].clientId: not the customer of this credential`)
    }
  }
}
