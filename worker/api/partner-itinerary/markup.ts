import { ItineraryMarkup } from '../../../schema/wire/markup'
import { itineraryMarkup } from '../../domain/itinerary/markup'
import { refuse } from '../../errors'
import { endpoint, nothingFound, success } from '../../http/endpoint'
import { invalidLink, PUBLIC_ITINERARY } from '../../links/invalid-link'
import { linkAddresses } from '../../links/link-addresses'
import { openLink, withinItineraryRate } from '../../links/open-link'
import { readItineraryWithHotels } from '../../store/itinerary/itinerary'
import { MARKUP_EXAMPLE } from './example'

export const markup = endpoint(
  {
    ...PUBLIC_ITINERARY,
    method: 'GET',
    path: '/api/public/PartnerItinerary/markup/{token}',
    operationId: 'getItineraryMarkup',
    summary: "Returns the stay as schema.org's `LodgingReservation`, for confirmation mails.",
    description:
      'It is JSON-LD, one reservation for each hotel of the stay, in the order of the rooms. An inquiry and a tentative ' +
      'reservation are `ReservationPending`, a cancelled one and a no-show are `ReservationCancelled`, all others are ' +
      '`ReservationConfirmed`. The error responses are those of the itinerary.',
    example: { response: MARKUP_EXAMPLE },
    response: ItineraryMarkup,
  },
  async call => {
    if (!(await withinItineraryRate(call))) return refuse('RATE_LIMITED')
    const { token } = call.params
    const itinerary = await openLink(call, token, readItineraryWithHotels)
    if (!itinerary) return invalidLink()
    const { url } = linkAddresses(token, itinerary.reservation.urlTemplate, call.publicUrl)
    const reservations = itineraryMarkup(itinerary, url)
    return reservations.length ? success(reservations) : nothingFound()
  },
)
