import { Itinerary, LinkPath } from '../../../schema/wire/itinerary'
import { assembleItinerary } from '../../domain/itinerary'
import { refuse } from '../../errors'
import { answer, endpoint } from '../../http/endpoint'
import { readItinerary } from '../../store/itinerary'
import { openLink, withinRate } from './open-link'
import { PRIVATE, refuseLink } from './public-itinerary'

export const details = endpoint(
  {
    method: 'GET',
    path: '/api/public/PartnerItinerary/details/{token}',
    summary: 'The read-only itinerary of one reservation, for whoever holds its link.',
    description:
      'Invalid, expired and revoked tokens are not told apart, and a server error while loading gives the same 404.',
    needs: 'nothing',
    params: LinkPath,
    content: Itinerary,
    refuses: ['NOT_FOUND', 'RATE_LIMITED'],
    headers: PRIVATE,
    anyOrigin: true,
    onFault: refuseLink,
    catchAll: true,
  },
  async call => {
    if (!(await withinRate(call))) return refuse('RATE_LIMITED')
    const kept = await openLink(call, call.params.token, readItinerary)
    return kept ? answer(assembleItinerary(kept)) : refuseLink()
  },
)
