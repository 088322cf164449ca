import { GROUPS, UpdateMessage } from '../../../schema/wire/channel-message'
import { retryOnConflict } from '../../db/retry-on-conflict'
import { validateMessage } from '../../domain/channel/message'
import { referencedIds } from '../../domain/channel/referenced-ids'
import { Refusal } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { readKnownChannel } from '../../store/channel/read-known'
import { STALE_CHANNEL_CONSTRAINTS, writeChannel } from '../../store/channel/write-catalog'
import { DESCRIPTION, EXAMPLE, MORE_EXAMPLES } from './update-cm-connect-description'

export const updateCmConnect = endpoint(
  {
    method: 'POST',
    path: '/api/CMConnect/UpdateCMConnect',
    operationId: 'updateCMConnect',
    summary: "Stores a channel manager's property, rooms, rate plans, rates and availability.",
    description: DESCRIPTION,
    auth: 'rates:write',
    body: UpdateMessage,
    bodyLimit: 'CHANNEL_BODY_BYTES',
    customerInEntriesOf: GROUPS,
    example: { name: 'Rooms, plans and days', body: EXAMPLE },
    moreExamples: MORE_EXAMPLES,
    errors: ['UNKNOWN_REFERENCE'],
  },
  async ({ db, scope, body, settings }) => {
    const ids = referencedIds(body)
    if (ids instanceof Refusal) return ids

    return retryOnConflict(db, STALE_CHANNEL_CONSTRAINTS, async () => {
      const known = await readKnownChannel(db, scope, ids)
      const change = validateMessage(body, known, settings.limits)
      if (change instanceof Refusal) return change
      await writeChannel(db, scope, change)
      return success()
    })
  },
)
