import { OpenRoomRequest } from '../../../schema/wire/room-nights'
import { retryOnConflict } from '../../db/retry-on-conflict'
import { nightsToOpen } from '../../domain/reservation/closure'
import { refuse } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { openNights, readClosure, STALE_CLOSURE_CONSTRAINTS } from '../../store/closure/closure'

export const openRoom = endpoint(
  {
    method: 'POST',
    path: '/api/Reservation/OpenRoom',
    operationId: 'openRoom',
    summary: 'Ends a closure of a room, or its last nights.',
    description:
      'With `fromDate` the nights before it stay closed. The response has no body. Nights that are open already are no error: ' +
      'the same request again changes nothing.',
    auth: 'reservations:write',
    body: OpenRoomRequest,
    example: { body: { closureId: 1 } },
    errors: ['NOT_FOUND'],
  },
  async ({ db, scope, body }) =>
    retryOnConflict(db, STALE_CLOSURE_CONSTRAINTS, async () => {
      const closure = await readClosure(db, scope, body.closureId)
      if (!closure) return refuse('NOT_FOUND', `closureId: there is no closure ${body.closureId}`)
      const nights = nightsToOpen(closure, body.fromDate)
      if (nights) await openNights(db, scope, closure, nights)
      return success()
    }),
)
