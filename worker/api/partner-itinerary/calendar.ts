import { LinkPath } from '../../../schema/wire/itinerary'
import { itineraryCalendar } from '../../domain/itinerary-calendar'
import { refuse } from '../../errors'
import { endpoint } from '../../http/endpoint'
import { readItinerary } from '../../store/itinerary'
import { openLink, withinRate } from './open-link'
import { PRIVATE, refuseLink } from './public-itinerary'

export const calendar = endpoint(
  {
    method: 'GET',
    path: '/api/public/PartnerItinerary/calendar/{token}',
    summary: 'The same itinerary as iCalendar (RFC 5545), for a phone to subscribe to.',
    description: 'Events keep their UIDs from one reading to the next. Failures are those of the itinerary itself.',
    needs: 'nothing',
    params: LinkPath,
    answers: 'text/calendar',
    refuses: ['NOT_FOUND', 'RATE_LIMITED'],
    headers: PRIVATE,
    anyOrigin: true,
    onFault: refuseLink,
    catchAll: true,
  },
  async call => {
    if (!(await withinRate(call))) return refuse('RATE_LIMITED')
    const kept = await openLink(call, call.params.token, readItinerary)
    if (!kept) return refuseLink()
    return new Response(itineraryCalendar(kept, new URL(call.publicUrl).host), {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="itinerary.ics"',
      },
    })
  },
)
