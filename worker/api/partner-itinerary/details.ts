import { Itinerary } from '../../../schema/wire/itinerary'
import { assembleItinerary } from '../../domain/itinerary/itinerary'
import { refuse } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { invalidLink, PUBLIC_ITINERARY, RESPONSE_TIME, timeHeader } from '../../links/invalid-link'
import { openLink, withinItineraryRate } from '../../links/open-link'
import { readItinerary } from '../../store/itinerary/itinerary'
import { ITINERARY_EXAMPLE } from './example'

export const details = endpoint(
  {
    ...PUBLIC_ITINERARY,
    method: 'GET',
    path: '/api/public/PartnerItinerary/details/{token}',
    operationId: 'getItinerary',
    summary: 'Returns the itinerary of one reservation to the holder of its link.',
    description: 'Invalid, expired and revoked tokens have the same response. A server error has the same 404.',
    example: { response: ITINERARY_EXAMPLE },
    response: Itinerary,
    responseHeaders: RESPONSE_TIME,
  },
  async call => {
    if (!(await withinItineraryRate(call))) return refuse('RATE_LIMITED')
    const itinerary = await openLink(call, call.params.token, readItinerary)
    if (!itinerary) return invalidLink()
    return success(assembleItinerary(itinerary), { headers: { date: timeHeader(call.now) } })
  },
)
