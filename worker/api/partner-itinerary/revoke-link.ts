import { LinkRequest } from '../../../schema/wire/itinerary'
import { refuse } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { publishRevocation } from '../../links/publish-revocation'
import { deleteLink } from '../../store/itinerary/link'

export const revokeLink = endpoint(
  {
    method: 'POST',
    path: '/api/PartnerItinerary/RevokeLink',
    operationId: 'revokeLink',
    summary: "Revokes the link to a reservation's itinerary.",
    description: 'A reservation without a valid link is not changed, and the response is the same.',
    auth: 'reservations:write',
    body: LinkRequest,
    example: { body: { reservationId: 2 } },
    errors: ['NOT_FOUND'],
  },
  async call => {
    const ended = await deleteLink(call.db, call.scope, call.body.reservationId)
    if (!ended) return refuse('NOT_FOUND', 'reservationId: there is no such reservation')
    publishRevocation(call, ended.dead, 'revoked')
    return success()
  },
)
