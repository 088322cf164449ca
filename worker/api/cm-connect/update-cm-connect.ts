import { GROUPS, UpdateMessage } from '../../../schema/wire/cm-connect'
import { under } from '../../../schema/wire/limits'
import type { Scope } from '../../auth/scope'
import { judgeMessage } from '../../domain/channel-message'
import { namesIn } from '../../domain/channel-names'
import { Refusal, refuse } from '../../errors'
import { answer, endpoint } from '../../http/endpoint'
import { readKnownChannel } from '../../store/channel-read'
import { CHANNEL_CHANGED, writeChannel } from '../../store/channel-write'
import { insist } from '../../store/insist'
import { DESCRIPTION, EXAMPLE } from './update-described'

export const updateCmConnect = endpoint(
  {
    method: 'POST',
    path: '/api/CMConnect/UpdateCMConnect',
    summary: "Takes a channel manager's property, rooms, rate plans, rates and availability.",
    description: DESCRIPTION,
    needs: 'rates:write',
    body: UpdateMessage,
    bodyLimit: 'CHANNEL_BODY_BYTES',
    example: { body: EXAMPLE },
    refuses: ['INVALID_FIELD', 'CUSTOMER_MISMATCH', 'UNKNOWN_REFERENCE'],
  },
  async ({ db, scope, body, settings }) => {
    const mismatch = refuseOtherCustomers(body, scope)
    if (mismatch) return mismatch
    const names = namesIn(body)
    if (names instanceof Refusal) return names

    return insist(db, CHANNEL_CHANGED, async () => {
      const known = await readKnownChannel(db, scope, names)
      const change = under(settings.limits, () => judgeMessage(body, known))
      if (change instanceof Refusal) return change
      await writeChannel(db, scope, change)
      return answer()
    })
  },
)

/** Each entry may say whose it is. */
function refuseOtherCustomers(message: UpdateMessage, { customer }: Scope): Refusal<'CUSTOMER_MISMATCH'> | undefined {
  for (const group of GROUPS) {
    const other = message[group].findIndex(({ clientId }) => clientId && clientId !== customer)
    if (other >= 0) {
      return refuse('CUSTOMER_MISMATCH', `${group}[${other}].clientId: not the customer of this credential`)
    }
  }
}
