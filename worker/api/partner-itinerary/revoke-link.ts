import { LinkRequest } from '../../../schema/wire/itinerary'
import { refuse } from '../../errors'
import { answer, endpoint } from '../../http/endpoint'
import { endLink } from '../../store/link'
import { spreadRevocation } from './spread-revocation'

export const revokeLink = endpoint(
  {
    method: 'POST',
    path: '/api/PartnerItinerary/RevokeLink',
    summary: "Ends the link of a reservation's itinerary.",
    description: 'A reservation without a live link is left as it is, and the answer is the same.',
    needs: 'reservations:write',
    body: LinkRequest,
    example: { body: { reservationId: 2 } },
    refuses: ['NOT_FOUND'],
  },
  async call => {
    const ended = await endLink(call.db, call.scope, call.body.reservationId)
    if (!ended) return refuse('NOT_FOUND', 'reservationId: there is no such reservation')
    spreadRevocation(call, ended.dead)
    return answer()
  },
)
