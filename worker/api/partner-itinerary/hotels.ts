import { ItineraryHotels } from '../../../schema/wire/itinerary'
import { hotelsWithWifi } from '../../domain/itinerary/hotels'
import { refuse } from '../../errors'
import { endpoint, nothingFound, success } from '../../http/endpoint'
import { invalidLink, PUBLIC_ITINERARY } from '../../links/invalid-link'
import { openLink, withinItineraryRate } from '../../links/open-link'
import { readStayHotels } from '../../store/itinerary/itinerary'
import { HOTELS_EXAMPLE } from './example'

export const hotels = endpoint(
  {
    ...PUBLIC_ITINERARY,
    method: 'GET',
    path: '/api/public/PartnerItinerary/hotels/{token}',
    operationId: 'getItineraryHotels',
    summary: 'Returns the hotels of one reservation to the holder of its link.',
    description:
      'They are the hotels of the booked rooms, in the order of the rooms. Without rooms it is the hotel of the ' +
      'reservation. A field that the setup of the hotel does not have is taken from the description of the channel ' +
      'manager. A hotel has its Wi-Fi only while the guest is there. The error responses are those of the itinerary.',
    example: { response: HOTELS_EXAMPLE },
    response: ItineraryHotels,
  },
  async call => {
    if (!(await withinItineraryRate(call))) return refuse('RATE_LIMITED')
    const found = await openLink(call, call.params.token, readStayHotels)
    if (!found) return invalidLink()
    return found.hotels.length ? success(hotelsWithWifi(found.hotels, call.now)) : nothingFound()
  },
)
