import { GROUPS, UpdateMessage } from '../../../schema/wire/cm-connect'
import type { Scope } from '../../auth/scope'
import { MOST_DAYS_SET, REACH } from '../../domain/channel-calendar'
import { judgeMessage } from '../../domain/channel-message'
import { namesIn } from '../../domain/channel-names'
import { Refusal, refuse } from '../../errors'
import { answer, endpoint } from '../../http/endpoint'
import { readKnownChannel } from '../../store/channel-read'
import { writeChannel } from '../../store/channel-write'
import { ConstraintViolation } from '../../store/database'
import { insist } from '../../store/insist'

const DESCRIPTION = `
The groups are applied in the order property, rooms, ratePlan, rateAvailability, rateAvailabilityUpdate, so that a message may use
what it declares. All of it is taken or nothing; where two messages set the same day, the last one wins, field by field. Leaves of
\`data\` are text or numbers; an empty text counts as absent.

**Control fields.** \`action\`: 1 create, 2 update, 3 delete, 0 or absent whichever it takes. Creating what is there already replaces
its description, so that a message may be sent again; updating or deleting what is not there is UNKNOWN_REFERENCE. \`syncType\`: 2
(or absent) changes the fields that are sent; 1 replaces a description as a whole, and clears, for each room named in rates and
availability, every day and plan that the message does not mention. \`roomTypeId\`, or \`roomId\` by the type of that room, ties the
rooms of an entry to the hotel's room type, \`rateID\` its plans to the hotel's rate plan. \`cmConnectID\` and \`reservationID\` are
the caller's own and are not kept.

**property.** A hotel that is not known yet is declared, in the customer's time zone. Deleting one takes away its description, rooms,
plans and days; the property stays.

**rooms.** \`invStatusType\` Initial and Active make a room sellable, Deactivated keeps it and all its days and sells it no more,
Delete takes it away with its days, Modify leaves it as it is. \`invNotifType\` New replaces the description, Overlay changes it.

**ratePlan.** \`ratePlanNotifType\` New and Activate make a plan sellable, Remove keeps its prices and sells it no more, Overlay
changes its description; \`action\` 3 takes it away with its prices.

**rateAvailability, rateAvailabilityUpdate.** A date entry holds from \`from\` to \`to\`, both included, and sets what it carries:
\`roomstosell\` of the room; \`price\`, all its numbers of guests, of each plan in \`rate\`; \`closed\` of each plan in \`rate\`, or
without \`rate\` of the room. Later entries win over earlier ones. With \`action\` 3 an entry clears instead: the prices and closures
of its plans, without \`rate\` the room's own allotment and closure, and a room without \`date\` all of its days. The last day of a
message is at most ${REACH} days after its first, and it sets at most ${MOST_DAYS_SET.toLocaleString('en')} days of rooms and plans.
`.trim()

export const updateCmConnect = endpoint(
  {
    method: 'POST',
    path: '/api/CMConnect/UpdateCMConnect',
    summary: "Takes a channel manager's property, rooms, rate plans, rates and availability.",
    description: DESCRIPTION,
    needs: 'rates:write',
    body: UpdateMessage,
    bodyLimit: 5 * 1024 * 1024,
    refuses: ['INVALID_FIELD', 'CUSTOMER_MISMATCH', 'UNKNOWN_REFERENCE'],
  },
  async ({ db, scope, body }) => {
    const mismatch = refuseOtherCustomers(body, scope)
    if (mismatch) return mismatch
    const names = namesIn(body)
    if (names instanceof Refusal) return names

    return insist(async () => {
      const change = judgeMessage(body, await readKnownChannel(db, scope, names))
      if (change instanceof Refusal) return change
      try {
        await writeChannel(db, scope, change)
        return answer()
      } catch (error) {
        if (!(error instanceof ConstraintViolation)) throw error
        return undefined
      }
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
