import { LinkPath } from '../../schema/wire/itinerary'
import { refuse } from '../errors'
import { endpoint } from '../http/endpoint'
import { invalidLink, PRIVATE_HEADERS } from '../links/invalid-link'
import { openLink, withinItineraryRate } from '../links/open-link'
import { readHotelOfLink } from '../store/itinerary/itinerary'

/**
 * What the guest's page is when it is put on a phone's home screen: the hotel by name, opening this one link and reaching no
 * further. It lies below the link's own address, so that no other page is ever told of it.
 */
export const itineraryManifest = endpoint(
  {
    method: 'GET',
    path: '/itinerary/{token}/manifest.webmanifest',
    summary: "The guest's page as an app (W3C web application manifest).",
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
    const hotel = await openLink(call, token, readHotelOfLink)
    return hotel ? manifest(hotel.hotelName, `/itinerary/${token}`) : invalidLink()
  },
)

const manifest = (name: string, page: string) =>
  Response.json(
    {
      id: page,
      name,
      short_name: name,
      start_url: page,
      scope: page,
      display: 'standalone',
      background_color: '#f3efe8',
      theme_color: '#f3efe8',
      icons: [
        { src: '/page/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' },
        { src: '/page/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/page/icon-512.png', sizes: '512x512', type: 'image/png' },
      ],
    },
    { headers: { 'content-type': 'application/manifest+json' } },
  )
