import { CalendarQuery } from '../../../schema/wire/itinerary'
import type { PageLanguage } from '../../../widget/page/interface'
import { type CalendarWords, ENGLISH, itineraryCalendar } from '../../domain/itinerary/calendar'
import { refuse } from '../../errors'
import { endpoint } from '../../http/endpoint'
import { languageOfTag } from '../../links/guest-language'
import { invalidLink, PUBLIC_ITINERARY } from '../../links/invalid-link'
import { CALENDAR_PATH, linkAddresses } from '../../links/link-addresses'
import { openLink, withinItineraryRate } from '../../links/open-link'
import { readItineraryWithHotels } from '../../store/itinerary/itinerary'

export const calendar = endpoint(
  {
    ...PUBLIC_ITINERARY,
    method: 'GET',
    path: CALENDAR_PATH,
    operationId: 'getItineraryCalendar',
    summary: 'Returns the itinerary as iCalendar (RFC 5545), for calendar subscriptions.',
    description: 'The UIDs of events stay the same. The error responses are those of the itinerary.',
    query: CalendarQuery,
    contentType: 'text/calendar',
  },
  async call => {
    if (!(await withinItineraryRate(call))) return refuse('RATE_LIMITED')
    const { token } = call.params
    const itinerary = await openLink(call, token, readItineraryWithHotels)
    if (!itinerary) return invalidLink()
    const { lang } = call.query
    const words = lang ? (await languageOfTag(lang, call)).language : undefined
    const { host } = new URL(call.publicUrl)
    const { url } = linkAddresses(token, itinerary.reservation.urlTemplate, call.publicUrl)
    return new Response(itineraryCalendar(itinerary, { host, url }, calendarWords(words)), {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="itinerary.ics"',
      },
    })
  },
)

/** English keeps the terms that it has always had. */
const calendarWords = (language: PageLanguage | undefined): CalendarWords =>
  !language || /^en\b/.test(language.locale) ? ENGLISH : language.words
