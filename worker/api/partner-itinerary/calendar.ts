import { LinkPath } from '../../../schema/wire/itinerary'
import { itineraryCalendar } from '../../domain/itinerary/calendar'
import { refuse } from '../../errors'
import { endpoint } from '../../http/endpoint'
import { invalidLink, PRIVATE_HEADERS } from '../../links/invalid-link'
import { CALENDAR_PATH, linkAddresses } from '../../links/link-addresses'
import { openLink, withinItineraryRate } from '../../links/open-link'
import { readItineraryWithHotels } from '../../store/itinerary/itinerary'

export const calendar = endpoint(
  {
    method: 'GET',
    path: CALENDAR_PATH,
    operationId: 'getItineraryCalendar',
    summary: 'Returns the itinerary as iCalendar (RFC 5545), for calendar subscriptions.',
    description: 'The UIDs of events stay the same. The error responses are those of the itinerary.',
    auth: 'public',
    params: LinkPath,
    contentType: 'text/calendar',
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
    commonHeaders: PRIVATE_HEADERS,
    anyOrigin: true,
    onError: invalidLink,
    catchAll: true,
  },
  async call => {
    if (!(await withinItineraryRate(call))) return refuse('RATE_LIMITED')
    const { token } = call.params
    const itinerary = await openLink(call, token, readItineraryWithHotels)
    if (!itinerary) return invalidLink()
    const { host } = new URL(call.publicUrl)
    const { url } = linkAddresses(token, itinerary.reservation.urlTemplate, call.publicUrl)
    return new Response(itineraryCalendar(itinerary, { host, url }), {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="itinerary.ics"',
      },
    })
  },
)
