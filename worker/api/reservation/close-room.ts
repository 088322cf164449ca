import { CloseRoomRequest, RoomClosed } from '../../../schema/wire/room-nights'
import { retryOnConflict } from '../../db/retry-on-conflict'
import { hasEnded, refuseClosing } from '../../domain/reservation/closure'
import { refuse } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { identityConflict } from '../../http/idempotency'
import { insertClosure, readForClosure, STALE_CLOSURE_CONSTRAINTS } from '../../store/closure/closure'

export const closeRoom = endpoint(
  {
    method: 'POST',
    path: '/api/Reservation/CloseRoom',
    operationId: 'closeRoom',
    summary: 'Takes a room out of service for some nights.',
    description:
      'No booking takes these nights, and no offer has the room. They also count against the number of rooms that the channel ' +
      'may sell, as the nights of a booking do.\n\n' +
      'A night that a booking or another closure has is ROOM_NOT_AVAILABLE, which names the first one. The last night must not ' +
      "be over: a hotel's day ends at 04:00 of its clock.\n\n" +
      'The same request again, by `identity`, has the first response. Once its closure has ended, it is IDENTITY_CONFLICT.',
    auth: 'reservations:write',
    idempotency: 'body-identity',
    body: CloseRoomRequest,
    response: RoomClosed,
    example: {
      body: {
        identity: 'repair-17',
        roomID: 104,
        fromDate: '2027-11-02',
        toDate: '2027-11-05',
        reason: 'The bathroom is repaired.',
      },
      response: { closureId: 2 },
    },
    errors: ['UNKNOWN_REFERENCE', 'ROOM_NOT_AVAILABLE', 'IDENTITY_CONFLICT'],
  },
  async call => {
    const { db, scope, body } = call
    const bodyHash = await call.hashRequest()
    return retryOnConflict(db, STALE_CLOSURE_CONSTRAINTS, async () => {
      const { made, room, nextId: closureId } = await readForClosure(db, scope, body)
      if (made?.bodyHash === bodyHash && !hasEnded(made)) return success({ closureId: made.closureId })
      const refusal = refuseClosing(body, room, call.now)
      if (refusal && refusal.status !== 409) return refusal
      if (made?.bodyHash === bodyHash)
        return refuse('IDENTITY_CONFLICT', 'identity: its closure has ended; use another one')
      if (made) return identityConflict()
      if (refusal) return refusal
      await insertClosure(db, scope, { ...body, closureId, bodyHash })
      return success({ closureId })
    })
  },
)
