import { LinkPath } from '../../schema/wire/itinerary'
import { lookOf, stayName } from '../domain/itinerary/hotels'
import { refuse } from '../errors'
import { endpoint } from '../http/endpoint'
import { pageLanguage } from '../links/guest-language'
import { invalidLink, PRIVATE_HEADERS } from '../links/invalid-link'
import { openLink, withinItineraryRate } from '../links/open-link'
import { readStayHotels } from '../store/itinerary/itinerary'
import { pageLook } from './look'

/**
 * The web app manifest of a guest's page: the name of the stay, with this one link as start and scope. Its address is below that
 * of the link, so other pages do not learn it.
 */
export const itineraryManifest = endpoint(
  {
    method: 'GET',
    path: '/itinerary/{token}/manifest.webmanifest',
    operationId: 'getItineraryManifest',
    summary: "Returns the web app manifest of the guest's page (W3C).",
    description: 'A browser needs it to install the page as an app. The error responses are those of the itinerary.',
    auth: 'public',
    params: LinkPath,
    contentType: 'application/manifest+json',
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
    commonHeaders: PRIVATE_HEADERS,
    onError: invalidLink,
  },
  async call => {
    if (!(await withinItineraryRate(call))) return refuse('RATE_LIMITED')
    const { token } = call.params
    const stay = await openLink(call, token, readStayHotels)
    if (!stay) return invalidLink()
    const { language } = await pageLanguage(call)
    const name = stayName(stay.hotels, stay.customerName, language.words.trip)
    const page = `/itinerary/${token}`
    const [[, color] = []] = pageLook(lookOf(stay.hotels, stay.customerLook)).surroundings
    return Response.json(
      {
        id: page,
        name,
        short_name: name,
        start_url: page,
        scope: page,
        display: 'standalone',
        background_color: color,
        theme_color: color,
        icons: [
          { src: '/page/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' },
          { src: '/page/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/page/icon-512.png', sizes: '512x512', type: 'image/png' },
        ],
      },
      { headers: { 'content-type': 'application/manifest+json' } },
    )
  },
)
